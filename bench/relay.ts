/**
 * What a relay adds: matches of a bot that is reached directly against one behind a connector. Both are sent each frame by the same host,
 * one after the other in turns, so the difference between the moments at which they have it is the added way. One machine first, then,
 * with DATABASE_URL, a machine that serves and has the connectors beside one that plays.
 *
 *   npm run build && DATABASE_URL=postgres://… npx tsx --conditions=source bench/relay.ts
 *
 * Bots and connectors run in this process, as on one machine of an author.
 */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { wholeNumber } from '@arena/host/command-line'
import type { Bot, Match } from '@arena/protocol'
import { SpecBot, STANDS, WALKS_OFF } from '../packages/server/tests/arena/spec-bot.ts'
import type { BotOptions } from '../packages/server/tests/arena/spec-bot.ts'
import { TestConnector, to } from '../packages/server/tests/relay/connector.ts'
import { createPostgres } from '../packages/server/tests/storage/postgres.ts'
import { newScript } from '../scripts/command-line.ts'
import { thisMachine } from './this-machine.ts'

const MAIN = fileURLToPath(new URL('../packages/server/dist/main.js', import.meta.url))
const SECRET = 'a secret that only the measurement has, 32 letters'
const START_MS = 60_000
const ASK_MS = 1000
const FRAME_START = 0x3a

const script = newScript(
  'DATABASE_URL=… npx tsx --conditions=source bench/relay.ts',
  'Measures what a relay adds to the way of a frame. The built packages are measured.',
)
  .option('--matches <n>', 'matches at the same time', wholeNumber(1), 4)
  .parse()
const { matches } = script.opts()

async function start(
  role: string,
  dir: string,
  env: Record<string, string>,
): Promise<{ child: ChildProcess; url: string }> {
  const data = join(dir, `${role}-${readdirSync(dir).length}`)
  mkdirSync(data)
  const child = spawn(process.execPath, [MAIN], {
    cwd: data,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      ARENA_ROLE: role,
      ARENA_DATA_DIR: data,
      ARENA_HOUSE_BOTS: '0',
      ARENA_HOSTS: '1',
      ARENA_MAX_MATCHES: String(matches),
      ARENA_RATE_LIMITS: 'off',
      ...env,
    },
  })
  const url = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`the machine (${role}) did not start`)), START_MS)
    child.once('exit', (code) => reject(new Error(`the machine (${role}) ended with ${code}`)))
    createInterface(child.stdout).on('line', (line) => {
      const found = /Bot Arena +(http:\S+)/.exec(line)?.[1]
      if (found === undefined) return
      clearTimeout(late)
      resolve(found)
    })
  })
  return { child, url }
}

async function ask<Body>(url: string, key = '', body?: object): Promise<Body> {
  const headers = { 'content-type': 'application/json', ...(key !== '' && { authorization: `Bearer ${key}` }) }
  const answer = await fetch(url, body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) })
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Body
}

/** When each frame of a match came: to the bot that is measured, and to the one beside it. */
type Seen = Map<string, { readonly direct: Map<number, number>; readonly relayed: Map<number, number> }>

interface Entered {
  readonly bot: SpecBot
  readonly record: Bot
  readonly connector: TestConnector | null
  readonly isCounted: boolean
}

async function enter(
  arena: string,
  account: number,
  options: BotOptions,
  isCounted: boolean,
  withRelay: boolean,
  seen: Seen,
): Promise<Entered> {
  const bot = await SpecBot.listen({
    ...options,
    received({ matchId, messages }, message) {
      const at = performance.now()
      messages.length = 1
      if (message[0] !== FRAME_START) return
      const frames = seen.get(matchId) ?? { direct: new Map<number, number>(), relayed: new Map<number, number>() }
      frames[isCounted ? 'relayed' : 'direct'].set(message.readInt32BE(1), at)
      seen.set(matchId, frames)
    },
  })
  const { secret } = await ask<{ secret: string }>(`${arena}/dev/keys`, '', { email: `owner${account}@example.org` })
  const name = `Bot ${account}`
  const connector = isCounted && withRelay ? await TestConnector.open(arena, secret, { [name]: to(bot.url) }) : null
  const url = connector?.relays[0]?.url ?? bot.url
  return { bot, connector, isCounted, record: await ask<Bot>(`${arena}/bots`, secret, { name, mode: 'live', url }) }
}

let accounts = 0

function next(): number {
  accounts += 2
  return accounts
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Walkers fall off four times, which ends a match after some twenty seconds. In every second match it is the walker that is relayed. */
async function measure(what: string, arena: string): Promise<void> {
  await measureOne(`${what}, relayed beside direct`, arena, true)
  // The share of the machine: the same difference where there is no relay.
  await measureOne(`${what}, direct beside direct`, arena, false)
}

async function measureOne(what: string, arena: string, withRelay: boolean): Promise<void> {
  const seen: Seen = new Map()
  const entered: Entered[] = []
  const ids: string[] = []
  for (let i = 0; i < matches; i++) {
    const isWalkerRelayed = i % 2 === 0
    const first = next()
    const walker = await enter(arena, first, WALKS_OFF, isWalkerRelayed, withRelay, seen)
    const stander = await enter(arena, first + 1, STANDS, !isWalkerRelayed, withRelay, seen)
    entered.push(walker, stander)
    // The two meet: nobody else is free.
    const [seat] = await Promise.all([walker.bot.seat(), stander.bot.seat()])
    ids.push(seat.matchId)
  }
  const added: number[] = []
  const pads = {
    direct: { missed: 0, frames: 0, leads: [] as number[] },
    relayed: { missed: 0, frames: 0, leads: [] as number[] },
  }
  for (const matchId of ids) {
    let match = await ask<Match>(`${arena}/matches/${matchId}`)
    for (; match.status === 'running'; match = await ask<Match>(`${arena}/matches/${matchId}`)) await sleep(ASK_MS)
    const { direct, relayed } = seen.get(matchId)!
    for (const [frame, at] of relayed) added.push(at - (direct.get(frame) ?? Number.NaN))
    for (const { port, botId } of match.players) {
      const of = entered.find(({ record }) => record.id === botId)!.isCounted ? pads.relayed : pads.direct
      const { missed, lead } = match.summary!.players[port]
      of.missed += missed
      of.frames += match.summary!.frames
      if (lead != null) of.leads.push(lead)
    }
  }
  for (const { bot, connector } of entered) {
    connector?.end()
    await bot.close()
  }
  const sorted = added.filter((ms) => !Number.isNaN(ms)).sort((a, b) => a - b)
  const landed = ({ missed, frames }: { missed: number; frames: number }) => (100 * (1 - missed / frames)).toFixed(3)
  const middle = (leads: number[]) =>
    quantile(
      leads.toSorted((a, b) => a - b),
      0.5,
    )
  console.log(
    `${what}: ${sorted.length} frames of ${matches} matches; added p50 ${quantile(sorted, 0.5).toFixed(3)} ms, ` +
      `p90 ${quantile(sorted, 0.9).toFixed(3)} ms, p99 ${quantile(sorted, 0.99).toFixed(3)} ms; ` +
      `pads landed ${landed(pads.relayed)} %, of the other ${landed(pads.direct)} %; ` +
      `lead ${middle(pads.relayed.leads)}, of the other ${middle(pads.direct.leads)}`,
  )
}

console.log(thisMachine())
const dir = mkdtempSync(join(tmpdir(), 'arena-relay-'))
const children: ChildProcess[] = []
async function stop(): Promise<void> {
  for (const child of children.splice(0)) {
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    child.kill('SIGTERM')
    await Promise.race([gone, sleep(10_000).then(() => child.kill('SIGKILL'))])
  }
}
try {
  const one = await start('all', dir, {})
  children.push(one.child)
  await measure('one machine', one.url)
  await stop()
  if (process.env['DATABASE_URL'] !== undefined) {
    const postgres = await createPostgres()
    const shared = { DATABASE_URL: postgres.url, ARENA_SECRET: SECRET }
    const web = await start('web', dir, shared)
    children.push(web.child)
    const play = await start('play', dir, shared)
    children.push(play.child)
    await measure('two machines', web.url)
    await stop()
    await postgres.drop()
  }
} finally {
  await stop()
  rmSync(dir, { recursive: true })
}
process.exit()
