# What the gate and the nightly run share: suites, whose results add up in `reports`, and what a new machine lacks for them.
export CI=true

timed() ( # NAME COMMAND... : notes how long it takes, and its processor time; in a shell of its own, which counts nothing else
  TIMEFORMAT="$1 %R %U %S"
  shift
  { time "$@" 2>&3; } 3>&2 2>>reports/times.txt
)

step() { # NAME COMMAND... : runs it; its outcome counts as one check
  local name=$1
  shift
  printf '\n== %s\n' "$name"
  if timed "$name" "$@"; then echo "$name pass" >>reports/checks.txt; else echo "$name fail" >>reports/checks.txt; fi
}

suite() { # NAME COMMAND... : a test suite; its tests are counted from the report it writes, which need not say all that went wrong
  local name=$1
  shift
  printf '\n== %s\n' "$name"
  ARENA_TEST_REPORT="reports/$name.json" timed "$name" "$@" || touch "reports/$name.failed"
  [ -s "reports/$name.json" ] || echo "$name fail" >>reports/checks.txt
}

declare -A apart
apart() { # NAME COMMAND... : in the background; `meanwhile` prints what it says
  local name=$1
  shift
  "$@" >"reports/$name.log" 2>&1 &
  apart[$name]=$!
}

meanwhile() { # NAME... : waits for what runs in the background, and prints it
  local name
  for name; do
    wait "${apart[$name]}"
    cat "reports/$name.log"
  done
}

need() { # COMMAND PACKAGE : a Debian package, where the machine lacks it and we may install it
  command -v "$1" >/dev/null && return
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || { echo "missing: $1 (Debian package $2)"; return 1; }
  [ -e reports/apt-updated ] || { apt-get update -qq && touch reports/apt-updated; }
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$2" >reports/apt.log 2>&1 || { tail -5 reports/apt.log; return 1; }
}

prepare_machine() {
  [ -d /usr/lib/postgresql ] || need pg_ctlcluster postgresql
  need chromium chromium
  # Without windows it takes two thirds of the processor time. Where it cannot be had, the other does.
  need chromium-headless-shell chromium-headless-shell >/dev/null || true
  python3 -c 'import ensurepip' 2>/dev/null || need python3-venv python3-venv
}

install() {
  printf '== install\n'
  timed install npm ci --no-audit --no-fund --prefer-offline --loglevel=error || { echo '0 passed, 1 failed'; exit 1; }
}

# What tests start as programs is bundled here, and not by two suites at once.
build() {
  npm run --silent build && npx tsx scripts/tests/build-programs.ts
}

# On a port of its own, so that what another run has left, or another run beside this one, is not in its way.
free_port() {
  node -e 'const server = require("node:net").createServer().listen(0, "127.0.0.1", () => {
    console.log(server.address().port)
    server.close()
  })'
}

with_postgres() ( # COMMAND... : with DATABASE_URL naming a server that lives as long as the command
  bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
  dir=$(mktemp -d) && chown postgres "$dir"
  port=$(free_port)
  trap 'su postgres -c "$bin/pg_ctl -D $dir/db -m immediate stop >/dev/null 2>&1"; rm -rf "$dir"' EXIT
  trap 'exit 1' INT TERM HUP
  su postgres -c "$bin/initdb -D $dir/db -A trust -U arena --no-sync >$dir/log 2>&1 &&
    $bin/pg_ctl -D $dir/db -w -l $dir/log -o '-h 127.0.0.1 -p $port -k $dir -c fsync=off' start >>$dir/log 2>&1" ||
    { tail -5 "$dir/log"; echo 'postgresql fail' >>reports/checks.txt; exit 1; }
  DATABASE_URL="postgres://arena@127.0.0.1:$port/postgres" "$@"
)

noted() { # CODE : that of a script which ends with 1 where it has noted a failure itself, and else could not do its work
  [ "$1" = 1 ]
}

in_python() { # NAME OPTIONS...
  local name=$1
  shift
  printf '\n== %s\n' "$name"
  timed "$name" python/check "$@" || noted $? || echo "$name fail" >>reports/checks.txt
}

in_simulation() { # NAME OPTIONS... : prints the command that makes the same runs again
  local name=$1
  shift
  step "$name" bash -c 'echo "npm run faults -- simulation $*" && npm run --silent faults -- simulation "$@"' -- "$@"
}

# A first seed that is new each time.
new_seed() {
  echo $(((RANDOM << 15 | RANDOM) + 1000))
}

in_browser() { # OPTIONS...
  command -v chromium-headless-shell chromium >/dev/null || { echo 'browser fail' >>reports/checks.txt; return; }
  suite browser npm run --silent test:browser -- "$@"
}

# Skips what cannot be installed, on a machine without a network for instance.
by_third_parties() { # PART...
  printf '\n== third parties\n'
  CHECKS=reports/checks.txt timed third-parties scripts/third-parties.sh "$@" || noted $? || echo 'third parties fail' >>reports/checks.txt
}

# The machine's own Node may be the oldest that is supported. Skipped where npm cannot install the newest.
in_newest_node() (
  printf '\n== the newest Node\n'
  folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT
  platform=$(node -p '`node-${process.platform}-${process.arch}`')
  npm install --silent --no-save --prefix "$folder" "$platform@latest" || { echo "skipped: npm cannot install $platform"; exit; }
  export PATH="$folder/node_modules/$platform/bin:$PATH"
  node --version
  unset ARENA_TEST_SERIES
  suite unit-in-newest-node npm test
  suite packages-in-newest-node npm run --silent test:pack
)

# Ends with one line, `N passed, N failed`, and with 1 where something failed.
sum_up() {
  printf '\n== times\n'
  awk '{ printf "%-24s %4d s, %4d s of processor time\n", $1, $2, $3 + $4 }' reports/times.txt
  printf '%-24s %4d s\n\n' 'in all' "$SECONDS"
  npx tsx scripts/ci-summary.ts reports
}

# What an earlier run has left must not count.
rm -rf reports && mkdir -p reports || exit 1
