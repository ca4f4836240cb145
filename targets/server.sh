# What the `run` scripts of the targets share; sourced by them, in bash with `set -euo pipefail`. They set
#
#   target      the script, for messages
#   name        what is started, for messages
#   launch      a function that becomes the server: run in a process of its own, once an attempt
#   announced   a function that sets $endpoint if the line in $1 says that the server listens
#   prepare     a function that is called before each attempt

# install HOME FILE: what HOME/package-lock.json says, exactly, unless FILE is there.
install() {
  [ ! -f "$2" ] || return 0
  command -v npm >/dev/null || { echo "$target: npm is needed to install $name" >&2; exit 2; }
  npm ci --prefix "$1" --ignore-scripts --no-audit --no-fund --loglevel=error >&2
}

# with_server VARIABLE COMMAND [ARGUMENT…]: starts the server, runs the command with the endpoint in the variable, stops the
# server, and ends as the command did.
with_server() {
  variable=$1
  shift
  scratch=$(mktemp -d)
  mkfifo "$scratch/announcements"
  server_pid=
  trap stop EXIT
  endpoint=
  for _ in 1 2 3 4 5; do
    prepare
    (cd "$scratch" && launch) >"$scratch/announcements" 2>&1 &
    server_pid=$!
    exec 3<"$scratch/announcements"
    while read -r -t 60 line <&3; do
      announced "$line"
      [ -z "$endpoint" ] || break
      echo "$line" >>"$scratch/log"
    done
    [ -z "$endpoint" ] || break
    kill "$server_pid" 2>/dev/null || true
    wait "$server_pid" 2>/dev/null || true
    exec 3<&-
  done
  if [ -z "$endpoint" ]; then
    echo "$target: $name did not start; it said:" >&2
    cat "$scratch/log" >&2
    exit 3
  fi
  cat <&3 >/dev/null &
  drain_pid=$!

  status=0
  env "$variable=$endpoint" "$@" || status=$?
  kill "$drain_pid" 2>/dev/null || true
  exit "$status"
}

stop() {
  [ -z "$server_pid" ] || kill "$server_pid" 2>/dev/null || true
  [ -z "$server_pid" ] || wait "$server_pid" 2>/dev/null || true
  rm -rf "$scratch"
}
