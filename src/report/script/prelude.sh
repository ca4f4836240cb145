set -eu
export LC_ALL=C

# Where to: another address can be given when this runs. It is asked in the name of the same account.
endpoint=${1:-$endpoint}
# The key: that of the account in the connection string of the environment. The storage emulator's is published.
setting() { printf '%s' "${AZURE_STORAGE_CONNECTION_STRING:-}" | tr ';' '\n' | sed -n "s/^$1=//p" | head -n 1; }
if [ "$(setting AccountName)" = "$account" ]; then
  account_key=$(setting AccountKey)
elif [ "$account" = devstoreaccount1 ]; then
  account_key='Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=='
else
  account_key=
fi
[ -n "$account_key" ] || { echo "AZURE_STORAGE_CONNECTION_STRING holds no AccountKey of the account $account" >&2; exit 2; }
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
key=$(printf '%s' "$account_key" | openssl base64 -d -A | hex)
wrong_key=$(printf '%s' "$account_key" | openssl base64 -d -A | openssl dgst -sha256 -binary | hex)
[ -n "$key" ] || { echo 'the AccountKey is not base64' >&2; exit 2; }

work=$(mktemp -d)
: >"$work/masks"
# How this ends: 0 if every request was answered, 1 if what the history needs was refused, 3 if an answer did not come.
ending=0
stamp=$(date +%s)

# The time so many seconds from now, in the form of HTTP or of shared access signatures.
at() { date -u -d "@$((stamp + $1))" "$2" 2>/dev/null || date -u -r "$((stamp + $1))" "$2"; }
http_time() { at "$1" '+%a, %d %b %Y %H:%M:%S GMT'; }
sas_time() { at "$1" '+%Y-%m-%dT%H:%M:%SZ'; }

# HMAC-SHA256 of standard input with a key in hexadecimal digits, in base64.
sign() {
  signature=$(openssl dgst -sha256 -mac HMAC -macopt "hexkey:$1" -binary | openssl base64 -A)
  mask "${signature%%=*}"
  printf '%s' "$signature"
}
# What was signed is not shown: not as it is, not under the escapes of an address, of JSON or of XML, not in base64 again.
mask() {
  printf '%s\n' "$1" | sed -e 's/+/([-+ ]|%(25)*2[Bb]|\\\\u002[Bb]|\&(amp;)?#(43|[Xx]2[Bb]);)/g' \
    -e 's,/,(\\\\?/|_|%(25)*2[Ff]|\\\\u002[Ff]|\&(amp;)?#(47|[Xx]2[Ff]);),g' -e 's,^.*$,s~&~[removed]~g,' >>"$work/masks"
  for text in "$1" "$(printf '%s' "$1" | encoded)"; do
    for before in :1 x:3 xx:4; do
      printf '%s%s' "${before%:*}" "$text" | openssl base64 -A | cut -c "${before#*:}-56" | sed -e 's/+/[+]/g' -e 's,^.*$,s~&~[removed]~g,' >>"$work/masks"
    done
  done
}
masked() { sed -E -f "$work/masks"; }
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
  printf '\n%s %s\n' "$method" "$target" | masked
  rm -f "$work/headers" "$work/answer" "$work/body"
  : >"$work/headers"
  curl --silent --show-error --include --globoff --path-as-is --max-time 60 --request "$method" --request-target "$target" \
    --header 'Accept:' --header 'User-Agent: curl' --header 'Expect:' --header 'Content-Type:' \
    --dump-header "$work/headers" --output "$work/answer" ${connect:+--connect-to "$connect"} "$@" "$server/" || {
    echo "no whole answer came (curl: $?)"
    ending=3
  }
  [ ! -f "$work/answer" ] || masked <"$work/answer"
  sed '1,/^\r*$/d' "$work/answer" >"$work/body" 2>/dev/null || :
  echo
}

# Ends unless the last request was granted: nothing that follows would tell anything.
granted() {
  head -n 1 "$work/headers" | grep -q '^HTTP/[0-9.]* 2' && return
  [ "$ending" -ne 0 ] || ending=1
  echo "$1" >&2
  exit "$ending"
}
