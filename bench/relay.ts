/**
 * What a relay adds: matches of a bot that is reached directly against one behind a connector. Both are sent each frame by the same host,
 * one after the other in turns, so the difference between the moments at which they have it is the added way. One machine first, then,
 * with DATABASE_URL, a machine that serves and has the connectors beside one that plays.
 *
 *   npm run build && DATABASE_URL=postgres://… npx tsx --conditions=source bench/relay.ts
 *
 * Bots and connectors run in this process, as on one machine of an author. With `--delay` that machine is so far away: the round trip lies
 * before the direct bot, and between connector and arena.
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { wholeNumber } from '@arena/host/command-line'
import { MODES } from '@arena/protocol'
import type { Bot, Match } from '@arena/protocol'
import { NO_DELAY } from '../packages/kit/src/lab/delay-line.ts'
import { Wire } from '../packages/kit/src/lab/wire.ts'
import { padBytes, SpecBot, STANDS, WALKS_OFF } from '../packages/server/tests/arena/spec-bot.ts'
import type { BotOptions } from '../packages/server/tests/arena/spec-bot.ts'
import { TestConnector, to } from '../packages/server/tests/relay/connector.ts'
import { createPostgres } from '../packages/server/tests/storage/postgres.ts'
import { newScript } from '../scripts/command-line.ts'
import { ask, SECRET, startMachine } from './machine.ts'
import type { Machine } from './machine.ts'
import { thisMachine } from './this-machine.ts'

const ASK_MS = 1000
const FRAME_START = 0x3a

const script = newScript(
  'DATABASE_URL=… npx tsx --conditions=source bench/relay.ts',
  'Measures what a relay adds to the way of a frame. The built packages are measured.',
)
  .option('--matches <n>', 'matches at the same time', wholeNumber(1), 4)
  .option('--delay <ms>', 'round trip between the arena and the machine of the bots', wholeNumber(0), 0)
  .option(
    '--repeats <n>',
    'frames after its own for which a bot sends each pad too, as one of the SDK does',
    wholeNumber(0),
    0,
  )
  .parse()
const { matches, delay, repeats } = script.opts()
const OF_MACHINE = { ARENA_MAX_MATCHES: String(matches) }

/** When each frame of a match came: to the bot that is measured, and to the one beside it. */
type Seen = Map<string, { readonly direct: Map<number, number>; readonly relayed: Map<number, number> }>

interface Entered {
  readonly bot: SpecBot
  readonly record: Bot
  readonly connector: TestConnector | null
  readonly wire: Wire | null
  readonly isCounted: boolean
}

/** A way of `delay` to a server of this machine; null where it has no length. */
async function wireTo(url: string): Promise<Wire | null> {
  if (delay === 0) return null
  const { hostname: host, port } = new URL(url)
  const wire = await Wire.open({ host, port: Number(port), seed: 1 })
  wire.conditions = { ...NO_DELAY, roundTripMs: delay }
  return wire
}

const through = (wire: Wire | null, url: string): string => (wire === null ? url : `http://127.0.0.1:${wire.port}`)

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
    received({ matchId, messages, socket }, message) {
      const at = performance.now()
      messages.length = 1
      if (message[0] !== FRAME_START) return
      const frames = seen.get(matchId) ?? { direct: new Map<number, number>(), relayed: new Map<number, number>() }
      frames[isCounted ? 'relayed' : 'direct'].set(message.readInt32BE(1), at)
      seen.set(matchId, frames)
      const own = message.readInt32BE(1) + 1 + MODES.live.inputDelayFrames
      const input = options.pad?.(own) ?? {}
      // The pad for its own frame follows from the bot itself.
      for (let more = 1; more <= repeats; more++) socket.send(padBytes(own + more, input))
    },
  })
  const { secret } = await ask<{ secret: string }>(`${arena}/dev/keys`, '', { email: `owner${account}@example.org` })
  const name = `Bot ${account}`
  const isRelayed = isCounted && withRelay
  const wire = await wireTo(isRelayed ? arena : bot.url)
  const connector = isRelayed ? await TestConnector.open(through(wire, arena), secret, { [name]: to(bot.url) }) : null
  const url = connector?.relays[0]?.url ?? through(wire, bot.url)
  const record = await ask<Bot>(`${arena}/bots`, secret, { name, mode: 'live', url })
  return { bot, connector, wire, isCounted, record }
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
  for (const { bot, connector, wire } of entered) {
    connector?.end()
    await wire?.[Symbol.asyncDispose]()
    await bot.close()
  }
  const sorted = added.filter((ms) => !Number.isNaN(ms)).sort((a, b) => a - b)
  const landed = ({ missed, frames }: { missed: number; frames: number }) => 100 * (1 - missed / frames)
  const middle = (leads: number[]) =>
    quantile(
      leads.toSorted((a, b) => a - b),
      0.5,
    )
  console.log(
    `${what}: ${sorted.length} frames of ${matches} matches; added p50 ${quantile(sorted, 0.5).toFixed(3)} ms, ` +
      `p90 ${quantile(sorted, 0.9).toFixed(3)} ms, p99 ${quantile(sorted, 0.99).toFixed(3)} ms; ` +
      `pads landed ${landed(pads.relayed).toFixed(3)} %, of the other ${landed(pads.direct).toFixed(3)} %, ` +
      `difference ${(landed(pads.relayed) - landed(pads.direct)).toFixed(3)} %; ` +
      `lead ${middle(pads.relayed.leads)}, of the other ${middle(pads.direct.leads)}`,
  )
}

/** Code that has just been loaded is slow, and a machine runs for weeks. */
async function measureTwice(what: string, url: string): Promise<void> {
  await measure(`${what}, just started`, url)
  await measure(what, url)
}

console.log(thisMachine())
const dir = mkdtempSync(join(tmpdir(), 'arena-relay-'))
const machines: Machine[] = []
async function stop(): Promise<void> {
  for (const { child } of machines.splice(0)) {
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    child.kill('SIGTERM')
    await Promise.race([gone, sleep(10_000).then(() => child.kill('SIGKILL'))])
  }
}
try {
  const one = await startMachine('all', dir, OF_MACHINE)
  machines.push(one)
  await measureTwice('one machine', one.url)
  await stop()
  if (process.env['DATABASE_URL'] !== undefined) {
    const postgres = await createPostgres()
    const shared = { DATABASE_URL: postgres.url, ARENA_SECRET: SECRET }
    const web = await startMachine('web', dir, shared)
    machines.push(web)
    const play = await startMachine('play', dir, shared)
    machines.push(play)
    await measureTwice('two machines', web.url)
    await stop()
    await postgres.drop()
  }
} finally {
  await stop()
  rmSync(dir, { recursive: true })
}
process.exit()
