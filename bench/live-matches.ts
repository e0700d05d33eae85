/**
 * Live matches to measure: real hosts, real engine processes and real bots over loopback, and windows of their poll lateness and
 * processor time beside a C loop on clock_nanosleep. Bots and loop (bots.c, pacing.c) are compiled with `cc`, so that they take
 * little of the machine. The built packages are measured, not the sources: loading those costs memory.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createKeyPair } from '@arena/protocol'
import type * as PoolModule from '../packages/host/src/hosts/host-pool.ts'
import type * as LatenessModule from '../packages/host/src/match/lateness.ts'
import type * as TimingModule from '../packages/host/src/match/timing.ts'
import type { HostLoad, MatchOrder, MatchResult } from '../packages/host/src/order.ts'
import type * as ProcessModule from '../packages/host/src/engine/engine-process.ts'

/** How often hosts report; a window is made of whole reports. */
const LOAD_MS = 500
/** Between the orders of two matches; hosts start their engines in turn. */
const STAGGER_MS = 100
const CLOCK_TICKS = 100

const TREE = fileURLToPath(new URL('..', import.meta.url))

export interface Window {
  readonly late: LatenessModule.LatenessSummary
  readonly reference: LatenessModule.LatenessSummary
  readonly polls: number
  readonly missed: number
  readonly seconds: number
  /** Percent of one core. */
  readonly cpu: {
    readonly hosts: number
    readonly engines: number
    readonly bots: number
    readonly own: number
    readonly foreign: number
  }
  /** Proportional set size of hosts and engines, MB. */
  readonly memory: number
}

export function compile(name: 'pacing' | 'bots', dir: string): string {
  const program = join(dir, name)
  execFileSync('cc', ['-O2', '-o', program, join(TREE, `bench/${name}.c`)], { stdio: 'inherit' })
  return program
}

export function built<T>(path: string): Promise<T> {
  return import(pathToFileURL(join(TREE, path)).href) as Promise<T>
}

export interface Played {
  readonly count: number
  readonly hosts: number
  /** The command line of the engine; the built-in one by default. */
  readonly engine?: string | undefined
  readonly dir: string
  readonly programs: { readonly yardstick: string; readonly bots: string }
  /** Matches that fall behind go on, for a machine that has other work. */
  readonly forgives?: boolean
}

export interface LiveMatches {
  readonly ids: readonly string[]
  /** The results of the matches that have ended. */
  readonly results: readonly MatchResult[]
  /** As long as the C loop beside it takes. */
  window(seconds: number): Promise<Window>
  stop(): Promise<void>
}

/** Resolves when all of them play. */
export async function playMatches(played: Played): Promise<LiveMatches> {
  const { count, hosts, engine, dir, programs, forgives = false } = played
  const { HostPool } = await built<typeof PoolModule>('packages/host/dist/hosts/host-pool.js')
  const { LatenessHistogram } = await built<typeof LatenessModule>('packages/host/dist/match/lateness.js')
  const { matchTiming } = await built<typeof TimingModule>('packages/host/dist/match/timing.js')
  const { builtInEngine, parseCommand } = await built<typeof ProcessModule>(
    'packages/host/dist/engine/engine-process.js',
  )

  const bots = [await startBots(programs.bots), await startBots(programs.bots)] as const
  const started = new Set<string>()
  let loads: HostLoad[] = []
  const results: MatchResult[] = []
  const pool = new HostPool({
    hosts,
    init: {
      platformKey: createKeyPair(),
      policy: { allowPrivate: true },
      engine: engine === undefined ? builtInEngine('live') : parseCommand(engine),
      replayDir: dir,
      timing: { ...matchTiming(), ...(forgives && { whenBehind: 'forgive' }) },
      clock: 'live',
      loadMs: LOAD_MS,
    },
    listener: {
      started: ({ matchId }) => void started.add(matchId),
      progress: () => {},
      finished: (result) => void results.push(result),
      forgiven: () => {},
      load: (load) => void loads.push(load),
      died: (host, how) => {
        throw new Error(`host ${host} died: ${how}`)
      },
      notStarted: (host, why) => {
        throw new Error(`host ${host} could not be started: ${why}`)
      },
    },
  })
  await pool.ready()
  const startedAt = performance.now()
  console.log(`  starting ${count} ${count === 1 ? 'match' : 'matches'} ...`)
  const orders = Array.from({ length: count }, (_, i) => order(i, [bots[0].url, bots[1].url]))
  for (const each of orders) {
    pool.play({ ...each, startedAt: Date.now() })
    await sleep(STAGGER_MS)
  }
  while (started.size < count && results.length === 0) await sleep(50)
  console.log(`  all play after ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)

  async function window(seconds: number): Promise<Window> {
    const engines = pool.pids.flatMap(childrenOf)
    const cpu = () => ({
      hosts: total(pool.pids),
      engines: total(engines),
      bots: total(bots.map(({ child }) => child.pid!)),
      own: total([process.pid]),
      all: machineTicks(),
    })
    loads = []
    const before = cpu()
    const begun = performance.now()
    const reference = await runYardstick(programs.yardstick, seconds)
    const elapsed = (performance.now() - begun) / 1000
    const after = cpu()
    const percent = (name: 'hosts' | 'engines' | 'bots' | 'own' | 'all') => (after[name] - before[name]) / elapsed
    const histogram = new LatenessHistogram()
    for (const { histogram: counts, latenessMs } of loads) histogram.add(counts, latenessMs.max)
    const ours = percent('hosts') + percent('engines') + percent('bots') + percent('own')
    return {
      late: histogram.summary(),
      reference,
      polls: sum(loads.map(({ polls }) => polls)),
      missed: sum(loads.map(({ missed }) => missed)),
      seconds: (loads.length * LOAD_MS) / 1000 / hosts,
      cpu: {
        hosts: percent('hosts'),
        engines: percent('engines'),
        bots: percent('bots'),
        own: percent('own'),
        foreign: Math.max(0, percent('all') - ours),
      },
      memory: sum([...pool.pids, ...engines].map(proportionalMb)),
    }
  }

  return {
    ids: orders.map(({ matchId }) => matchId),
    results,
    window,
    stop: async () => {
      await pool.stop()
      for (const { child } of bots) child.kill()
    },
  }
}

async function startBots(program: string): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] })
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, url: `http://127.0.0.1:${port.toString().trim()}/` }
}

function order(index: number, urls: readonly [string, string]): MatchOrder {
  const seated = (port: 0 | 1) => ({ botId: `bot_${port}`, name: `Bot ${port}`, url: urls[port] })
  return {
    matchId: `match_${String(index).padStart(26, '0')}`,
    mode: 'live',
    seed: index.toString(16).padStart(64, '0'),
    stage: 31,
    bots: [seated(0), seated(1)],
    startedAt: Date.now(),
  }
}

async function runYardstick(program: string, seconds: number): Promise<LatenessModule.LatenessSummary> {
  const child = spawn(program, [String(seconds)], { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  await once(child, 'close')
  const [p50, p99, p999, max] = text.trim().split(' ').map(Number) as [number, number, number, number]
  return { p50, p99, p999, max }
}

function childrenOf(pid: number): number[] {
  const text = readdirSync(`/proc/${pid}/task`).map((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8'),
  )
  return text.join(' ').trim().split(/\s+/).filter(Boolean).map(Number)
}

/** Processor time of processes so far, in clock ticks; a hundredth of a second each, so that ticks a second are percent. */
export function total(pids: readonly number[]): number {
  return sum(
    pids.map((pid) => {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
      return ((Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS) * 100
    }),
  )
}

/** The same for everything on the machine that was not idle. */
function machineTicks(): number {
  const fields = readFileSync('/proc/stat', 'utf8').split('\n')[0]!.trim().split(/\s+/).slice(1).map(Number)
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = fields
  return user + nice + system + irq + softirq
}

function proportionalMb(pid: number): number {
  const kb = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
  return Number(kb) / 1024
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0)
}

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)] ?? NaN
}

export const ms = (value: number) => value.toFixed(3)
const quantiles = ({ p50, p99, p999, max }: LatenessModule.LatenessSummary) => [p50, p99, p999, max].map(ms).join(' / ')

export function line(window: Window, count: number): string {
  const { late, reference, polls, missed, seconds, cpu, memory } = window
  return [
    `late ${quantiles(late)} ms`,
    `C ${quantiles(reference)}`,
    `frames ${(polls / count / seconds).toFixed(2)}/s`,
    `landed ${(100 * (1 - missed / (2 * polls))).toFixed(3)} %`,
    `cpu ${cpu.hosts.toFixed(0)}+${cpu.engines.toFixed(0)} bots ${cpu.bots.toFixed(0)} foreign ${cpu.foreign.toFixed(0)} %`,
    `PSS ${(memory / count).toFixed(1)} MB/match`,
  ].join(', ')
}
