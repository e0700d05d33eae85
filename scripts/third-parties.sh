#!/usr/bin/env bash
# Programs that nobody here wrote, against this arena. Prints the version of each and what came of it; exits 1 when one
# of them failed. What cannot be installed on this machine is skipped aloud (with CI set, that is a failure too).
# Needs what `npm ci` installs; everything else goes into a folder that is removed at the end. About five minutes.
#
#   scripts/third-parties.sh [replays] [clients] [fuzz]      all three unless named
#
#   replays   readers of replays, on games of every character, stage and ending
#   clients   generators of clients from /openapi.json: each client is built and asks an arena on loopback
#   fuzz      schemathesis on every operation of that arena (EXAMPLES=10, SEED=1)
set -uo pipefail
cd "$(dirname "$0")/.."
here=scripts/third-parties
root=$PWD
work=$(mktemp -d)
arena=
trap '[ -z "$arena" ] || kill "$arena" 2>/dev/null; wait; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

passed=0 failed=0 skipped=0

result() { # pass|fail NAME : also as a line of the file that CHECKS names
  [ -z "${CHECKS:-}" ] || echo "$2 $1" >>"$CHECKS"
  if [ "$1" = pass ]; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
}

check() { # NAME COMMAND... : its output, and whether it succeeded
  local name=$1 code
  shift
  "$@" >"$work/output" 2>&1
  code=$?
  sed 's/^/  /' "$work/output"
  if [ $code = 0 ]; then result pass "$name"; else echo "  FAILED: $name (exit code $code)" && result fail "$name"; fi
  return $code
}

skip() { # NAME WHY
  echo "  SKIPPED: $1: $2"
  if [ -n "${CI:-}" ]; then result fail "$1"; else skipped=$((skipped + 1)); fi
}

# Runs TypeScript with the sources of the packages, as `npm run dev` does.
typescript=(node --conditions=source --import tsx)

venv() { # FOLDER REQUIREMENTS : says why when there is none to be had
  [ ! -d "$1" ] || return 0
  python3 -m venv "$1" >"$work/why" 2>&1 &&
    "$1/bin/pip" install --quiet --disable-pip-version-check --no-input -r "$2" >"$work/why" 2>&1 && return
  rm -rf "$1"
  why=$(tail -n 1 "$work/why")
  return 1
}

has() { command -v "$1" >/dev/null; }

replays() {
  printf '\n== readers of replays\n'
  mkdir "$work/replays"
  check 'replays played' "${typescript[@]}" $here/play-replays.ts "$work/replays" || return
  check 'replays: @slippi/slippi-js' "${typescript[@]}" $here/read-replays.ts "$work/replays"
  local reader why
  for reader in peppi-py py-slippi melee; do
    if venv "$work/readers" $here/requirements-readers.txt; then
      check "replays: $reader" "$work/readers/bin/python" $here/read_replays.py "$work/replays" $reader
    else
      skip "replays: $reader" "$why"
    fi
  done
}

serve() { # once: an arena on loopback
  [ -z "$arena" ] || return 0
  "${typescript[@]}" $here/serve-arena.ts >"$work/arena.json" 2>"$work/arena.log" &
  arena=$!
  for _ in $(seq 240); do
    [ ! -s "$work/arena.json" ] || return 0
    kill -0 $arena 2>/dev/null || break
    sleep 0.5
  done
  cat "$work/arena.log"
  return 1
}

of_arena() { node -p 'JSON.parse(require("fs").readFileSync(process.argv[1]))[process.argv[2]]' "$work/arena.json" "$1"; }

generator() { # LANGUAGE FOLDER OPTIONS... : openapi-generator
  local language=$1 folder=$2
  shift 2
  "$work/tools/bin/openapi-generator-cli" generate -g "$language" -i "$url/openapi.json" -o "$folder" "$@" >"$work/generator.log" 2>&1 ||
    { tail -n 20 "$work/generator.log"; return 1; }
}

python_client() {
  "$work/tools/bin/openapi-python-client" --version
  PATH="$work/tools/bin:$PATH" "$work/tools/bin/openapi-python-client" generate --url "$url/openapi.json" --meta none \
    --output-path "$work/arena_client" --fail-on-warning &&
    "$work/tools/bin/python" -m compileall -q "$work/arena_client" &&
    PYTHONPATH="$work" "$work/tools/bin/python" $here/clients/call_openapi_python_client.py "$url"
}

generator_python() {
  echo "openapi-generator $("$work/tools/bin/openapi-generator-cli" version), python"
  generator python "$work/generated" &&
    "$work/tools/bin/python" -m compileall -q "$work/generated/openapi_client" &&
    PYTHONPATH="$work/generated" "$work/tools/bin/python" $here/clients/call_openapi_generator.py "$url"
}

generator_go() {
  echo "openapi-generator $("$work/tools/bin/openapi-generator-cli" version), go; $(go version)"
  generator go "$work/go" --git-host arena.example --git-user-id bots --git-repo-id client &&
    mkdir "$work/go/call" && cp $here/clients/call.go "$work/go/call/" &&
    (cd "$work/go" && go build ./... && go vet . && go run ./call "$url")
}

openapi_typescript() {
  local folder="$work/typescript"
  mkdir "$folder" && cp $here/clients/call.mts $here/clients/package.json $here/clients/package-lock.json "$folder/" &&
    (cd "$folder" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null) || return
  (cd "$folder" && npm ls --depth=0 | tail -n +2 | grep . && npx --no-install openapi-typescript "$url/openapi.json" -o arena.d.ts &&
    npx --no-install tsc --strict --target es2022 --module nodenext call.mts && node call.mjs "$url")
}

clients() {
  printf '\n== generators of clients\n'
  local url why
  serve || { result fail 'clients: an arena to ask'; return; }
  url=$(of_arena url)
  if ! venv "$work/tools" $here/requirements-clients.txt; then
    skip 'clients: openapi-python-client' "$why"
    skip 'clients: openapi-generator' "$why"
  else
    check 'clients: openapi-python-client' python_client
    if has java; then
      check 'clients: openapi-generator, Python' generator_python
      if has go; then check 'clients: openapi-generator, Go' generator_go; else skip 'clients: openapi-generator, Go' 'no go here'; fi
    else
      skip 'clients: openapi-generator' 'no java here'
    fi
  fi
  check 'clients: openapi-typescript' openapi_typescript
}

schemathesis() {
  ARENA_BOT_URL=$(of_arena botUrl) SCHEMATHESIS_HOOKS=schemathesis_hooks PYTHONPATH="$root/$here" PYTHONDONTWRITEBYTECODE=1 \
    "$work/tools/bin/st" --config-file "$root/$here/schemathesis.toml" --no-color run "$(of_arena url)/openapi.json" \
    --header "Authorization: Bearer $(of_arena bearer)" --seed "${SEED:-1}" --max-examples "${EXAMPLES:-10}" \
    --request-timeout 30 --continue-on-failure
}

fuzz() {
  printf '\n== a fuzzer of HTTP interfaces\n'
  local why
  serve || { result fail 'fuzz: an arena to ask'; return; }
  if ! venv "$work/tools" $here/requirements-clients.txt; then
    skip 'fuzz: schemathesis' "$why"
    return
  fi
  cd "$work" && check 'fuzz: schemathesis' schemathesis
  cd "$root" || return
  # It tells what failed inside only once it ends.
  kill -TERM "$arena" && wait "$arena"
  arena=
  check 'fuzz: no error in the log of the arena' eval '! grep . "$work/arena.log"'
}

parts=${*:-replays clients fuzz}
for part in $parts; do
  case $part in
    replays | clients | fuzz) ;;
    *) echo "There is no part \"$part\": replays, clients, fuzz."; exit 2 ;;
  esac
done
for part in $parts; do $part; done

printf '\nthird parties: %d ok, %d failed, %d skipped\n' $passed $failed $skipped
[ $failed = 0 ]
