set -eu
export LC_ALL=C

# The connection string: that of the environment, else the storage emulator's, whose key is published.
connection=${AZURE_STORAGE_CONNECTION_STRING:-UseDevelopmentStorage=true}
setting() { printf '%s' "$connection" | tr ';' '\n' | sed -n "s/^$1=//p" | head -n 1; }
if [ "$(setting UseDevelopmentStorage)" = true ]; then
  connection='AccountName=devstoreaccount1;AccountKey=Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==;TableEndpoint=http://127.0.0.1:10002/devstoreaccount1'
fi
account=$(setting AccountName)
endpoint=$(setting TableEndpoint)
if [ -z "$endpoint" ]; then
  suffix=$(setting EndpointSuffix)
  protocol=$(setting DefaultEndpointsProtocol)
  endpoint="${protocol:-https}://$account.table.${suffix:-core.windows.net}"
fi
origin=$(printf '%s' "$endpoint" | sed 's|^\([A-Za-z]*://[^/]*\).*|\1|')
base=${endpoint#"$origin"}
base=$(printf '%s' "$base" | sed 's|/*$||')
# What paths begin with where another account stands in the place of this one.
base_of() { case $base in */"$account") printf '%s' "${base%/*}/$1" ;; *) printf '%s' "$base" ;; esac; }
secondary=$(setting TableSecondaryEndpoint)
if [ -z "$secondary" ]; then
  case $base in
    */"$account") secondary=$origin$base-secondary ;;
    *) secondary=$(printf '%s' "$origin" | sed "s|//$account\\.|//$account-secondary.|")$base ;;
  esac
fi
secondary_origin=$(printf '%s' "$secondary" | sed 's|^\([A-Za-z]*://[^/]*\).*|\1|')
secondary_base=$(printf '%s' "${secondary#"$secondary_origin"}" | sed 's|/*$||')
server=$origin
hex() { od -An -v -tx1 | tr -d ' \n'; }
key=$(setting AccountKey | tr -d '\n' | openssl base64 -d -A | hex)
wrong_key=$(setting AccountKey | tr -d '\n' | openssl base64 -d -A | openssl dgst -sha256 -binary | hex)
[ -n "$account" ] && [ -n "$key" ] || { echo 'AZURE_STORAGE_CONNECTION_STRING lacks AccountName or AccountKey' >&2; exit 2; }

work=$(mktemp -d)
stamp=$(date +%s)

# The time so many seconds from now, in the form of HTTP or of shared access signatures.
at() { date -u -d "@$((stamp + $1))" "$2" 2>/dev/null || date -u -r "$((stamp + $1))" "$2"; }
http_time() { at "$1" '+%a, %d %b %Y %H:%M:%S GMT'; }
sas_time() { at "$1" '+%Y-%m-%dT%H:%M:%SZ'; }

# HMAC-SHA256 of standard input with a key in hexadecimal digits, in base64.
sign() { openssl dgst -sha256 -mac HMAC -macopt "hexkey:$1" -binary | openssl base64 -A; }
encoded() { sed -e 's/%/%25/g' -e 's/+/%2B/g' -e 's|/|%2F|g' -e 's/=/%3D/g' -e 's/:/%3A/g' -e 's/ /%20/g'; }
# One parameter of a shared access signature, if it has a value.
parameter() { [ -z "$2" ] || printf '%s=%s&' "$1" "$(printf '%s' "$2" | encoded)"; }
# The parameters of a shared access signature without one of them.
without() { printf '%s' "$2" | tr '&' '\n' | grep -v "^$1=" | paste -sd '&' -; }

# The value of a header of the last answer, and the ETag in one part of an answer to a batch.
header() { tr -d '\r' <"$work/headers" | awk -v name="$1" 'tolower($1) == tolower(name) ":" { sub(/^[^:]*: */, ""); found = $0 } END { print found }'; }
part_etag() { tr -d '\r' <"$work/body" | awk -v part="$1" 'BEGIN { at = -1 } /^HTTP\/1\.1 / { at++ } tolower($1) == "etag:" && at == part { sub(/^[^:]*: */, ""); print; exit }'; }

# authorize SCHEME KEY ACCOUNT METHOD PATH COMP MD5 TYPE DATE
authorize() {
  resource="/$3$5"
  [ -z "$6" ] || resource="$resource?comp=$6"
  if [ "$1" = SharedKeyLite ]; then
    printf '%s\n%s' "$9" "$resource"
  else
    printf '%s\n%s\n%s\n%s\n%s' "$4" "$7" "$8" "$9" "$resource"
  fi | sign "$2"
}

# ask METHOD TARGET [ARGUMENTS OF CURL]: sends the request exactly as it stands, and shows the answer.
ask() {
  method=$1 target=$2
  shift 2
  printf '\n%s %s\n' "$method" "$target"
  curl --silent --show-error --include --globoff --path-as-is --max-time 60 --request "$method" --request-target "$target" \
    --header 'Accept:' --header 'User-Agent: curl' --header 'Expect:' --header 'Content-Type:' \
    --dump-header "$work/headers" --output "$work/answer" "$@" "$server/" || echo "no whole answer came (curl: $?)"
  [ ! -f "$work/answer" ] || cat "$work/answer"
  sed '1,/^\r*$/d' "$work/answer" >"$work/body" 2>/dev/null || :
  echo
}
