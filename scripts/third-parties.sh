#!/usr/bin/env bash
# Tests this arena with programs from other projects. Prints the output of each, and ends with a table of programs,
# versions and results; exits 1 when one of them failed. What cannot be installed on this machine is skipped, and the
# table says why. Needs what `npm ci` installs; everything else goes into a folder that is removed at the end. About
# five minutes.
#
#   scripts/third-parties.sh [replays] [clients] [notices] [fuzz] [public-log] [ratings] [tables] [learners] [slippi-js]
#
# All but the last two unless named:
#
#   replays   readers of replays, on games of every character, stage and ending
#   clients   generators of clients from /openapi.json: each client is built and asks an arena on loopback
#   notices   two readers of feeds, and the package that verifies Standard Webhooks, on that arena
#   fuzz      schemathesis on every operation of that arena (EXAMPLES=10, SEED=1)
#   ratings   another program's ratings of the games that the unit suite rates (900 MB of Python packages)
#   slippi-js the reader that `npm ci` installs, on five games: seconds, and without a network
#   tables    DuckDB, counting over a month of open data of a million matches by HTTP ranges: half a minute
#   learners  checkers and learners on the environments of arena.env, 100,000 steps each (STEPS): ten minutes, gigabytes, and `npm run build`
#   public-log the packages that verify Go's checksum database, on a log of 600 results: seconds
set -uo pipefail
cd "$(dirname "$0")/.."
here=scripts/third-parties
root=$PWD
work=$(mktemp -d)
arena=
trap '[ -z "$arena" ] || kill "$arena" 2>/dev/null; wait; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# What a command returns when it could not be installed; its last line says why.
ABSENT=77

absent() { # WHY
  echo "$1"
  return $ABSENT
}

passed=0 failed=0 skipped=0

result() { # pass|fail|skip PROGRAM WORDS : a row of the table, and a line of the file that CHECKS names
  [ -z "${CHECKS:-}" ] || echo "third party, $2 $1" >>"$CHECKS"
  case $1 in
    pass) passed=$((passed + 1)) ;;
    fail) failed=$((failed + 1)) ;;
    skip) skipped=$((skipped + 1)) ;;
  esac
  printf '%-6s %-34s %s\n' "$1" "$2" "$3" >>"$work/table"
}

check() { # PROGRAM COMMAND... : the last line of its output is the result; it may set `version`, and go elsewhere
  local name=$1 version='' code words
  shift
  printf '\n-- %s\n' "$name"
  "$@" >"$work/output" 2>&1
  code=$?
  cd "$root" || exit
  sed 's/^/  /' "$work/output"
  words=$(tail -n 1 "$work/output")
  name="$name${version:+ $version}"
  case $code in
    0) result pass "$name" "$words" ;;
    "$ABSENT") echo '  skipped' && result skip "$name" "$words" ;;
    *) echo "  FAILED (exit code $code)" && result fail "$name" "exit code $code: $words" ;;
  esac
  return $code
}

# Runs TypeScript with the sources of the packages, as `npm run dev` does.
typescript=(node --conditions=source --import tsx)

version_of() { node -p 'JSON.parse(require("fs").readFileSync(process.argv[1])).version' "$1/package.json"; }

venv() { # readers|clients|notices|ratings|tables|learners|pufferlib : installs it once
  local folder=$work/$1
  if [ ! -e "$folder" ] && [ ! -e "$folder.why" ]; then
    if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
      echo 'no Python 3 with venv here (Debian: python3-venv)' >"$folder.why"
    elif ! {
      python3 -m venv "$folder" &&
        "$folder/bin/pip" install --quiet --disable-pip-version-check --no-input --retries 1 --timeout 15 -r "$here/requirements-$1.txt"
    } >"$work/pip" 2>&1; then
      rm -rf "$folder"
      if grep -q 'connection broken' "$work/pip"; then
        echo 'no connection to the index of Python packages' >"$folder.why"
      else
        tail -n 1 "$work/pip" >"$folder.why"
      fi
    fi
  fi
  [ ! -e "$folder.why" ] || absent "$(cat "$folder.why")"
}

version_in() { # VENV PACKAGE
  "$work/$1/bin/python" -c 'import importlib.metadata, sys; print(importlib.metadata.version(sys.argv[1]))' "$2"
}

slippi_js() {
  version=$(version_of node_modules/@slippi/slippi-js)
  "${typescript[@]}" $here/read-replays.ts "$work/replays"
}

reader() { # PACKAGE
  venv readers || return
  version=$(version_in readers "$1")
  "$work/readers/bin/python" $here/read_replays.py "$work/replays" "$1"
}

replays() {
  local package installing
  printf '\n== readers of replays\n'
  mkdir "$work/replays"
  venv readers >/dev/null &
  installing=$!
  check 'games to read' "${typescript[@]}" $here/play-replays.ts "$work/replays" || return
  check '@slippi/slippi-js' slippi_js
  wait $installing
  for package in peppi-py py-slippi melee; do check $package reader $package; done
}

slippi_js_alone() {
  printf '\n== a reader of replays\n'
  mkdir "$work/replays"
  check 'games to read' "${typescript[@]}" $here/play-replays.ts "$work/replays" 5 && check '@slippi/slippi-js' slippi_js
}

go_sumdb() {
  local key
  go version || { absent 'no Go here'; return; }
  export GOTOOLCHAIN=local GOFLAGS=-mod=readonly
  key=$("${typescript[@]}" $here/publish-log.ts "$work/log") || return
  cd $here/public-log || return
  timeout 30 go mod download || { absent 'the Go module golang.org/x/mod cannot be had'; return; }
  version=$(go list -m -f '{{.Version}}' golang.org/x/mod)
  go run . "$work/log/public" "$key"
}

duckdb() {
  local served code
  venv tables || return
  version=$(version_in tables duckdb)
  "${typescript[@]}" $here/serve-open-data.ts >"$work/tables.json" 2>"$work/tables.log" &
  served=$!
  for _ in $(seq 240); do
    [ ! -s "$work/tables.json" ] && kill -0 $served 2>/dev/null || break
    sleep 0.5
  done
  [ -s "$work/tables.json" ] || { cat "$work/tables.log"; return 1; }
  "$work/tables/bin/python" $here/count_open_data.py "$(cat "$work/tables.json")"
  code=$?
  kill -TERM $served
  wait $served
  return $code
}

tables() {
  printf '\n== a reader of tables\n'
  check duckdb duckdb
}

learn() { # VENV PACKAGE SCRIPT ARGUMENTS... : the packages of the venv on this Python distribution
  local folder=$1 package=$2
  shift 2
  version=$(version_in "$folder" "$package")
  cd "$work" || return
  # Networks this small are slower on more threads.
  OMP_NUM_THREADS=1 PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$root/python/src "$work/$folder/bin/python" "$root/$here/learners/$1" "${STEPS:-100000}" "${@:2}"
}

with_# The suite of Python skips them, since its own environment has no torch.
examples() {
  venv learners || return
  version=$(version_in learners torch)
  OMP_NUM_THREADS=1 PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$root/python/src "$work/learners/bin/python" -m pytest -q -p no:cacheprovider \
    "$root/python/tests/test_examples.py"
}

learners() {
  venv learners && learn learners "$@"
}

pufferlib() {
  venv pufferlib || return
  PYTHONPATH=$here/learners/pufferlib-setup NO_OCEAN=1 "$work/pufferlib/bin/pip" install --quiet --disable-pip-version-check --no-input \
    --no-deps --no-build-isolation pufferlib==3.0.0 || { absent 'PufferLib cannot be built'; return; }
  learn pufferlib pufferlib train_pufferlib.py
}

learners() {
  printf '\n== learners\n'
  check gymnasium with_learners gymnasium check_interfaces.py gymnasium
  check 'pettingzoo, its checker' with_learners pettingzoo check_interfaces.py pettingzoo
  check stable-baselines3 with_learners stable-baselines3 train_sb3.py
  check 'a learner in one file on torch' with_learners torch train_single_file.py
  check pufferlib pufferlib
  check 'the examples that learn' examples
}

public_log() {
  printf '\n== a verifier of logs\n'
  check 'golang.org/x/mod/sumdb' go_sumdb
}

serve() { # once: an arena on loopback
  [ -z "$arena" ] || return 0
  "${typescript[@]}" $here/serve-arena.ts >"$work/arena.json" 2>"$work/arena.log" &
  arena=$!
  for _ in $(seq 240); do
    [ ! -s "$work/arena.json" ] || { echo "serves at $(of_arena url)"; return; }
    kill -0 $arena 2>/dev/null || break
    sleep 0.5
  done
  cat "$work/arena.log"
  return 1
}

of_arena() { node -p 'JSON.parse(require("fs").readFileSync(process.argv[1]))[process.argv[2]]' "$work/arena.json" "$1"; }

# Each client is given these: the address of the arena, a key of an account, and a bot that the account may register.
call() { "$@" "$(of_arena url)" "$(of_arena bearer)" "$(of_arena botUrl)"; }

python_client() {
  venv clients || return
  version=$(version_in clients openapi-python-client)
  PATH="$work/clients/bin:$PATH" "$work/clients/bin/openapi-python-client" generate --url "$(of_arena url)/openapi.json" --meta none \
    --output-path "$work/arena_client" --fail-on-warning &&
    "$work/clients/bin/python" -m compileall -q "$work/arena_client" &&
    PYTHONPATH="$work" call "$work/clients/bin/python" $here/clients/call_openapi_python_client.py
}

openapi_generator() { # LANGUAGE FOLDER OPTIONS...
  local language=$1 folder=$2
  shift 2
  venv clients || return
  java -version >/dev/null 2>&1 || { absent 'no Java here'; return; }
  version=$(version_in clients openapi-generator-cli)
  "$work/clients/bin/openapi-generator-cli" generate -g "$language" -i "$(of_arena url)/openapi.json" -o "$folder" "$@" >"$work/generator" 2>&1 ||
    { tail -n 20 "$work/generator"; return 1; }
}

generator_python() {
  openapi_generator python "$work/python" || return
  "$work/clients/bin/python" -m compileall -q "$work/python/openapi_client" &&
    PYTHONPATH="$work/python" call "$work/clients/bin/python" $here/clients/call_openapi_generator.py
}

generator_go() {
  go version || { absent 'no Go here'; return; }
  openapi_generator go "$work/go" --git-host arena.example --git-user-id bots --git-repo-id client || return
  mkdir "$work/go/call" && cp $here/clients/call.go "$work/go/call/" && cd "$work/go" || return
  go mod download || { absent 'the Go modules that the client needs cannot be had'; return; }
  go build ./... && go vet . && call go run ./call
}

openapi_typescript() {
  local folder=$work/typescript
  mkdir "$folder" && cp $here/clients/call.mts $here/clients/package.json $here/clients/package-lock.json "$folder/" && cd "$folder" || return
  npm ci --ignore-scripts --no-audit --no-fund --loglevel=error --fetch-retries=1 --fetch-timeout=15000 ||
    { absent 'npm cannot install it'; return; }
  version=$(version_of node_modules/openapi-typescript)
  echo "with openapi-fetch $(version_of node_modules/openapi-fetch), typescript $(version_of node_modules/typescript)"
  node_modules/.bin/openapi-typescript "$(of_arena url)/openapi.json" -o arena.d.ts &&
    node_modules/.bin/tsc --strict --target es2022 --module nodenext call.mts && call node call.mjs
}

clients() {
  printf '\n== generators of clients\n'
  check 'arena to ask' serve || return
  check openapi-python-client python_client
  check 'openapi-generator (Python)' generator_python
  check 'openapi-generator (Go)' generator_go
  check openapi-typescript openapi_typescript
}

hear() { # PACKAGE feeds|webhook
  venv notices || return
  version=$(version_in notices "$1")
  "$work/notices/bin/python" $here/hear_notices.py "$(of_arena url)" "$(of_arena bearer)" "$2"
}

notices() {
  printf '\n== readers of feeds and notices\n'
  [ -n "$arena" ] || check 'arena to ask' serve || return
  check 'feedparser and atoma' hear feedparser feeds
  check standardwebhooks hear standardwebhooks webhook
}

schemathesis() {
  venv clients || return
  version=$(version_in clients schemathesis)
  cd "$work" || return
  ARENA_BOT_URL=$(of_arena botUrl) SCHEMATHESIS_HOOKS=schemathesis_hooks PYTHONPATH="$root/$here" PYTHONDONTWRITEBYTECODE=1 \
    "$work/clients/bin/st" --config-file "$root/$here/schemathesis.toml" --no-color run "$(of_arena url)/openapi.json" \
    --header "Authorization: Bearer $(of_arena bearer)" --seed "${SEED:-1}" --max-examples "${EXAMPLES:-10}" \
    --request-timeout 30 --continue-on-failure | tee "$work/schemathesis" || return
  # Its own last line tells the time only.
  grep -A 1 '^Test cases:' "$work/schemathesis" | tail -n 1 | sed 's/^ *//'
}

# The arena tells what failed inside only once it ends.
quiet_log() {
  kill -TERM "$arena" && wait "$arena"
  arena=
  ! grep . "$work/arena.log" && echo 'no error in it'
}

fuzz() {
  printf '\n== a fuzzer of HTTP interfaces\n'
  [ -n "$arena" ] || check 'arena to ask' serve || return
  check schemathesis schemathesis
  check 'log of the arena' quiet_log
}

arena_rank() {
  venv ratings || return
  version=$(version_in ratings arena-rank)
  JAX_PLATFORMS=cpu "$work/ratings/bin/python" $here/rate_games.py packages/ratings/tests/reference.json
}

ratings() {
  printf '\n== a program that rates games\n'
  check arena-rank arena_rank
}

parts=${*:-replays clients notices fuzz public-log ratings tables}
for part in $parts; do
  case $part in
    replays | clients | notices | fuzz | ratings | slippi-js | public-log | tables | learners) ;;
    *) echo "There is no part \"$part\": replays, clients, notices, fuzz, public-log, ratings, slippi-js, tables, learners."; exit 2 ;;
  esac
done
[ -d node_modules ] || { echo 'Run `npm ci` first.'; exit 2; }
for part in $parts; do
  case $part in
    slippi-js) slippi_js_alone ;;
    public-log) public_log ;;
    *) $part ;;
  esac
done

printf '\n== results\n'
cat "$work/table"
printf '\nthird parties: %d passed, %d failed, %d skipped\n' $passed $failed $skipped
[ $failed = 0 ]
