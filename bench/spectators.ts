/**
 * What spectators cost the matches that they watch: poll lateness of live matches with and without readers of their streams, in turn,
 * on the same matches. The readers are a process of their own on loopback; the streams are served by this one, as the arena's own
 * process does it, with the hosts beside it.
 *
 *   npm run build && npx tsx bench/spectators.ts
 *
 * It takes warm-up and two windows a round, and no longer: windows of a busy machine are not repeated. The C loop of each window
 * shows how busy it was. Matches that fall behind go on, so that the same ones are measured to the end.
 */
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { positive, wholeNumber } from '@arena/host/command-line'
import { Option } from '@commander-js/extra-typings'
import type * as FilesModule from '../packages/server/src/live/match-file.ts'
import type * as SpectatorsModule from '../packages/server/src/live/spectators.ts'
import { built, compile, line, median, ms, playMatches, total } from './live-matches.ts'
import type { Window } from './live-matches.ts'
import { newScript } from '../scripts/command-line.ts'
import { thisMachine } from './this-machine.ts'

/** A stream that follows its match takes 20 kB a second; one that still has the beginning to catch up with takes more. */
const FOLLOWING_KBPS = 40
/** So long at most is waited for all of them to follow. */
const CATCH_UP_MS = 60_000

const values = newScript(
  'npx tsx bench/spectators.ts',
  'Measures how punctual matches are with and without readers of their streams. The built packages are measured.',
)
  .option('--matches <n>', 'matches at the same time', wholeNumber(1), 25)
  .option('--spectators <n>', 'readers of their streams', wholeNumber(1), 200)
  .option('--seconds <n>', 'length of a window', positive, 15)
  .option('--rounds <n>', 'rounds of a window with and one without readers', wholeNumber(1), 3)
  .option('--warm <n>', 'seconds of play before them', positive, 45)
  .option('--hosts <n>', 'hosts that play', wholeNumber(1), availableParallelism())
  // The role of a process that this program starts.
  .addOption(new Option('--role <role>').default('measure').hideHelp())
  .addOption(new Option('--port <n>').argParser(wholeNumber(0)).default(0).hideHelp())
  .addOption(new Option('--ids <list>').default('').hideHelp())
  .parse()
  .opts()

/** Role `read`: takes every stream and forgets it; says once a second how many bytes there were. */
function read(): void {
  let bytes = 0
  const ids = values.ids.split(',')
  for (let i = 0; i < values.spectators; i++) {
    const socket = connect(values.port, '127.0.0.1')
    socket.write(`GET /${ids[i % ids.length]!} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    socket.on('data', (chunk) => (bytes += chunk.length))
  }
  setInterval(() => process.send!(bytes), 1_000)
  process.once('disconnect', () => process.exit())
}

async function serve(
  dir: string,
): Promise<{ server: Server; spectators: SpectatorsModule.Spectators; sent: () => number }> {
  const { Spectators } = await built<typeof SpectatorsModule>('packages/server/dist/live/spectators.js')
  const { FolderMatchFiles } = await built<typeof FilesModule>('packages/server/dist/live/match-file.js')
  let sent = 0
  const spectators = new Spectators({
    files: new FolderMatchFiles(dir),
    log: { debug: console.log, warn: console.log },
    counts: { liveStreams: () => {}, liveSent: (bytes) => void (sent += bytes), liveCutOff: () => {} },
    clock: Date,
    perClient: Infinity,
  })
  const server = createServer((request, response) => {
    const match = { id: request.url!.slice(1), mode: 'live', startedAt: new Date().toISOString() } as const
    const admission = spectators.admit(match, '127.0.0.1')
    if (admission.kind !== 'admitted') return void response.writeHead(503).end()
    const { watching } = admission
    response.once('close', () => watching.leave())
    void watching.begun().then((hasBegun) => {
      if (!hasBegun) return response.writeHead(404).end()
      response.writeHead(200, { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' })
      return watching.sendTo(response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, spectators, sent: () => sent }
}

async function startReaders(port: number, ids: readonly string[]): Promise<ChildProcess> {
  const readers = fork(
    fileURLToPath(import.meta.url),
    ['--role', 'read', '--port', String(port), '--ids', ids.join(','), '--spectators', String(values.spectators)],
    { execArgv: process.execArgv },
  )
  await once(readers, 'message')
  return readers
}

/** Resolves when the readers have had the beginning of their matches, and says what that took. */
async function caughtUp(sent: () => number): Promise<void> {
  const begun = performance.now()
  const own = total([process.pid])
  const before = sent()
  for (let bytes = -Infinity; performance.now() - begun < CATCH_UP_MS;) {
    const more = sent() - bytes
    bytes = sent()
    if (more < FOLLOWING_KBPS * 1000 * values.spectators) break
    await sleep(1_000)
  }
  const seconds = (performance.now() - begun) / 1000
  const [megabytes, ticks] = [(sent() - before) / 1e6, total([process.pid]) - own]
  console.log(
    `  joined: ${megabytes.toFixed(0)} MB in ${seconds.toFixed(0)} s, ${(ticks / seconds).toFixed(0)} % of a core`,
  )
}

async function measure(): Promise<void> {
  const { matches: count, seconds, rounds, warm, hosts } = values
  const dir = mkdtempSync(join(tmpdir(), 'arena-spectators-'))
  try {
    const programs = { yardstick: compile('pacing', dir), bots: compile('bots', dir) }
    console.log(thisMachine())
    console.log(`${count} matches, ${values.spectators} spectators, ${rounds} rounds of two windows of ${seconds} s\n`)
    const matches = await playMatches({ count, hosts, dir, programs, forgives: true })
    const { server, spectators, sent } = await serve(dir)
    await sleep(warm * 1000)
    const without: Window[] = []
    const watched: (Window & { readonly kbps: number; readonly readers: number })[] = []
    for (let round = 0; round < rounds; round++) {
      without.push(await matches.window(seconds))
      console.log(`  without: ${line(without.at(-1)!, count)}`)
      const readers = await startReaders((server.address() as AddressInfo).port, matches.ids)
      await caughtUp(sent)
      const [bytes, ticks] = [sent(), total([readers.pid!])]
      const window = await matches.window(seconds)
      const kbps = (sent() - bytes) / 1000 / seconds
      const busy = (total([readers.pid!]) - ticks) / seconds
      watched.push({ ...window, kbps, readers: busy })
      console.log(
        `  watched: ${line(window, count)}, ${spectators.count} streams, ${kbps.toFixed(0)} kB/s, readers ${busy.toFixed(0)} %`,
      )
      readers.kill()
      await once(readers, 'exit')
      while (spectators.matches > 0) await sleep(50)
    }
    report(without, watched)
    await matches.stop()
    server.close()
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Medians. The process of the streams is this one; without spectators it does what an arena does with reports of hosts. */
function report(
  without: readonly Window[],
  watched: readonly (Window & { readonly kbps: number; readonly readers: number })[],
): void {
  const of = <W extends Window>(windows: readonly W[], pick: (window: W) => number) => median(windows.map(pick))
  console.log(`\n|  | nobody watches | ${values.spectators} spectators |`)
  console.log('| --- | --- | --- |')
  const row = (name: string, pick: (window: Window) => string) => {
    console.log(`| ${name} | ${pick(mid(without))} | ${pick(mid(watched))} |`)
  }
  /** The medians of each figure, as if they were one window. */
  function mid(windows: readonly Window[]): Window {
    const quantiles = (which: 'late' | 'reference') => ({
      p50: of(windows, (window) => window[which].p50),
      p99: of(windows, (window) => window[which].p99),
      p999: of(windows, (window) => window[which].p999),
      max: of(windows, (window) => window[which].max),
    })
    return {
      ...windows[0]!,
      late: quantiles('late'),
      reference: quantiles('reference'),
      polls: of(windows, ({ polls }) => polls),
      missed: of(windows, ({ missed }) => missed),
      cpu: {
        hosts: of(windows, ({ cpu }) => cpu.hosts),
        engines: of(windows, ({ cpu }) => cpu.engines),
        bots: of(windows, ({ cpu }) => cpu.bots),
        own: of(windows, ({ cpu }) => cpu.own),
        foreign: of(windows, ({ cpu }) => cpu.foreign),
      },
    }
  }
  for (const name of ['p50', 'p99', 'p999', 'max'] as const) {
    const title = name === 'p999' ? 'p99.9' : name
    row(`poll lateness ${title}, ms (C loop)`, ({ late, reference }) => `${ms(late[name])} (${ms(reference[name])})`)
  }
  row('pads at lead 2 landed', ({ polls, missed }) => `${(100 * (1 - missed / (2 * polls))).toFixed(3)} %`)
  row('processor of the process that serves, of a core', ({ cpu }) => `${cpu.own.toFixed(1)} %`)
  row('processor of hosts and engines', ({ cpu }) => `${(cpu.hosts + cpu.engines).toFixed(0)} %`)
  console.log(`| sent | | ${of(watched, ({ kbps }) => kbps).toFixed(0)} kB/s |`)
  console.log(`| processor of the readers | | ${of(watched, ({ readers }) => readers).toFixed(1)} % |`)
}

if (values.role === 'read') read()
else await measure()
