/**
 * An arena under load for a while: live matches of the built-in engine, bots that attack among them. At the end stand the
 * matches that were aborted, the pads of well-behaved bots that were missed, and the memory of the whole arena over time.
 *
 *   npm run build && npx tsx --conditions=source bench/soak.ts
 *
 * Everything stays on loopback and ends by itself. Exits with 1 where a match of two well-behaved bots was aborted, more than
 * 0.1 % of their pads were missed, or memory grew by more than a tenth from the first third to the last.
 */
import { fork, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Bot, MatchSummary } from '@arena/protocol'
import { wholeNumber } from '@arena/host/command-line'
import type { Urls, Wanted } from './soak-bots.ts'
import { newScript } from '../scripts/command-line.ts'
import { thisMachine } from './this-machine.ts'

const MAX_MISSED = 0.001
const MAX_GROWTH = 1.1
const REPORT_MS = 60_000
/** Frames of each match before play begins. */
const FRAMES_BEFORE_PLAY = 123

const { minutes, matches, hostile, seed } = newScript(
  'npx tsx --conditions=source bench/soak.ts',
  'Runs an arena under load, with bots that attack among the others. The built packages are measured.',
)
  .option('--minutes <n>', 'length of the load', wholeNumber(1), 30)
  .option('--matches <n>', 'matches at the same time', wholeNumber(1), 20)
  .option('--hostile <n>', 'bots that attack', wholeNumber(0), 12)
  .option('--seed <n>', 'seed of the attacks', wholeNumber(0), 1)
  .parse()
  .opts()

const TREE = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'arena-soak-'))
const children: ChildProcess[] = []

async function startBots(): Promise<Urls> {
  const child = fork(fileURLToPath(new URL('soak-bots.ts', import.meta.url)), { execArgv: process.execArgv })
  children.push(child)
  // A few more than have a seat, so that nobody waits for a rest to be over.
  child.send({ calm: 2 * matches + 8, hostile, seed } satisfies Wanted)
  return ((await once(child, 'message')) as [Urls])[0]
}

async function startArena(): Promise<{ url: string; pid: number }> {
  const child = spawn(process.execPath, [join(TREE, 'build/current/packages/server/dist/main.js')], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      // By the rule of the interface: a match that falls behind is aborted.
      ARENA_DATA_DIR: join(folder, 'data'),
      ARENA_HOUSE_BOTS: '0',
      ARENA_MAX_MATCHES: String(matches),
      ARENA_RATE_LIMITS: 'off',
      ARENA_TICK_MS: '250',
      ARENA_REST_MS: '1000',
    },
  })
  children.push(child)
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      const found = /Bot Arena +(http:\S+)/.exec(line)
      if (found !== null) resolve(found[1]!)
    })
    child.once('exit', (code) => reject(new Error(`the arena ended with ${code}`)))
  })
  return { url, pid: child.pid! }
}

async function register(url: string, name: string, botUrl: string): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const email = `${name.replaceAll(' ', '-')}@example.org`
  const key = await fetch(`${url}/dev/keys`, { method: 'POST', headers, body: JSON.stringify({ email }) })
  const { secret } = (await key.json()) as { secret: string }
  const answer = await fetch(`${url}/bots`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${secret}` },
    body: JSON.stringify({ name, mode: 'live', url: botUrl }),
  })
  if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as Bot).id
}

/** Proportional set size of a process and all below it, in MB. */
function memoryOf(pid: number): number {
  const below = new Map<number, number[]>()
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      below.set(parent, [...(below.get(parent) ?? []), Number(name)])
    } catch {
      // It has just ended.
    }
  }
  const all = [pid]
  for (const each of all) all.push(...(below.get(each) ?? []))
  return all.reduce((sum, each) => sum + proportionalMb(each), 0)
}

function proportionalMb(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

interface Tally {
  ended: number
  aborted: string[]
  polls: number
  missed: number
}

async function soak(): Promise<boolean> {
  const { calm, hostile: attackers } = await startBots()
  const { url, pid } = await startArena()
  const calmIds = new Set<string>()
  for (const [i, each] of calm.entries()) calmIds.add(await register(url, `calm ${i}`, each))
  let refused = 0
  for (const [i, each] of attackers.entries()) {
    await register(url, `hostile ${i}`, each.url).catch((error: Error) => {
      refused++
      console.log(`  not registered: ${each.name}: ${error.message}`)
    })
  }
  console.log(thisMachine())
  console.log(
    `${matches} matches for ${minutes} minutes, ${calm.length} well-behaved bots, ${hostile - refused} hostile\n`,
  )

  const apart: Tally = { ended: 0, aborted: [], polls: 0, missed: 0 }
  const among: Tally = { ended: 0, aborted: [], polls: 0, missed: 0 }
  const seen = new Set<string>()
  const memory: number[] = []
  const until = performance.now() + minutes * 60_000
  for (let reportAt = performance.now() + REPORT_MS; performance.now() < until;) {
    await sleep(5_000)
    const list = (await (await fetch(`${url}/matches?limit=200`)).json()) as { matches: MatchSummary[] }
    for (const match of list.matches) {
      if (match.status === 'running' || seen.has(match.id)) continue
      seen.add(match.id)
      count(match, match.players.every(({ botId }) => calmIds.has(botId)) ? apart : among, calmIds)
    }
    if (performance.now() < reportAt) continue
    reportAt += REPORT_MS
    memory.push(memoryOf(pid))
    const live = (await (await fetch(`${url}/live`)).json()) as { matches: unknown[]; notice?: string }
    console.log(
      `${String(memory.length).padStart(3)} min: ${live.matches.length} running, ${apart.ended}+${among.ended} ended, ` +
        `${apart.aborted.length}+${among.aborted.length} aborted, missed ${percent(apart)}, ${memory.at(-1)!.toFixed(0)} MB` +
        (live.notice === undefined ? '' : ` (${live.notice})`),
    )
  }

  // In development a match that falls behind goes on. Here it counts as what it is in production.
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const forgiven = [...metrics.matchAll(/^arena_host_matches_forgiven_total\S* (\d+)$/gm)].reduce(
    (sum, [, n]) => sum + Number(n),
    0,
  )
  const third = Math.max(1, Math.floor(memory.length / 3))
  const [first, last] = [median(memory.slice(0, third)), median(memory.slice(-third))]
  console.log('\n| | well-behaved bots among themselves | with a hostile bot |')
  console.log('| --- | --- | --- |')
  console.log(`| matches ended | ${apart.ended} | ${among.ended} |`)
  console.log(`| aborted | ${apart.aborted.length} | ${among.aborted.length} |`)
  console.log(`| fell behind for five seconds, in all | ${forgiven} | |`)
  console.log(`| pads of well-behaved bots missed | ${percent(apart)} | ${percent(among)} |`)
  console.log(
    `\nmemory (PSS) of the arena: ${first.toFixed(0)} MB in the first third, ${last.toFixed(0)} MB in the last`,
  )
  for (const reason of new Set([...apart.aborted, ...among.aborted])) console.log(`aborted: ${reason}`)
  return (
    forgiven === 0 &&
    apart.ended > 0 &&
    apart.aborted.length === 0 &&
    apart.missed / apart.polls <= MAX_MISSED &&
    last <= first * MAX_GROWTH
  )
}

function count(
  { status, summary, players, abortReason }: MatchSummary,
  tally: Tally,
  calmIds: ReadonlySet<string>,
): void {
  tally.ended++
  if (status === 'aborted') tally.aborted.push(abortReason ?? 'no reason')
  if (summary === null || summary.frames === 0) return
  for (const { port, botId } of players) {
    if (!calmIds.has(botId)) continue
    tally.polls += summary.frames + FRAMES_BEFORE_PLAY
    tally.missed += summary.players[port].missed
  }
}

const percent = ({ missed, polls }: Tally) => (polls === 0 ? '–' : `${((100 * missed) / polls).toFixed(4)} %`)

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)] ?? NaN
}

try {
  process.exitCode = (await soak()) ? 0 : 1
} finally {
  for (const child of children) child.kill(child === children[1] ? 'SIGTERM' : 'SIGKILL')
  await sleep(500)
  children[1]?.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 })
}
