/**
 * A bot behind a stretch of network, and an arena that plays matches of some seconds with it. What is measured is what the arena
 * itself writes down of a match, in its receipt: it sees the bot as an arena does that is this far away.
 */
import { createHash } from 'node:crypto'
import { checkBotUrl, type MatchOrder, type Pair, type SeatedBot } from '@arena/host'
import { createKeyPair, type ReceiptFacts } from '@arena/protocol'
import { FIRST_FRAME } from '@arena/slp'
import { CommandFailure } from '@arena/host/command-line'
import { describeSteps } from '../advice.ts'
import type { BotSource } from '../arguments.ts'
import { IDS } from '../contestants.ts'
import { LocalArena } from '../local-arena.ts'
import { orderOf } from '../order.ts'
import { OwnBot } from '../own-bot.ts'
import type { Terminal } from '../terminal.ts'
import { describeRaised } from '../words.ts'
import { NO_DELAY, type Conditions } from './delay-line.ts'
import { ownDelayMs } from './own-delay.ts'
import { Wire } from './wire.ts'

export interface Run {
  readonly conditions: Conditions
  readonly seconds: number
  /** The frames at which the socket is cut, in ascending order. */
  readonly dropAt: readonly number[]
}

/** Whether the bot is measured as it is: past the delay line. */
export const isUndisturbed = ({ conditions: { roundTripMs, jitterMs, loss }, dropAt }: Run): boolean =>
  roundTripMs === 0 && jitterMs === 0 && loss === 0 && dropAt.length === 0

/** The result of one run, in frames. */
export interface Measurement {
  readonly polled: number
  readonly landed: number
  /** Not landed: the pad came after its poll. */
  readonly late: number
  /** Not landed: no socket was open. The pad may have come later. */
  readonly down: number
  /** Not landed: this machine was late with the frame to answer. */
  readonly short: number
  readonly lostPackets: number
  readonly facts: Pick<ReceiptFacts, 'arrivals' | 'link' | 'arena'>
}

export interface BenchOptions {
  readonly source: BotSource
  /** One of the kit's own. */
  readonly against: string
  readonly seed: number
  readonly terminal: Terminal
}

/** How long the first frame may take to come: the dial, the pick, and the start of an engine. */
const START_MS = 60_000
const FRAMES_PER_SECOND = 60
/** How often it is looked for the frame of the next cut. */
const LOOK_MS = 10
/** Two matches show what the wire adds by itself and what it is made to add, which is small enough to leave most bots their time. */
const TRIAL_SECONDS = 4
const TRIAL_MS = 10

export interface Bench {
  /** `doing` names it in the progress. The first run with a delay takes two matches more. A `CommandFailure` where one does not begin. */
  run(run: Run, doing: string): Promise<Measurement>
  /** What the bot has raised so far, in words. */
  raised(): readonly string[]
}

/** Sets everything up, and takes it down when `use` is done. A `CommandFailure` where the bot cannot be reached. */
export async function onBench<T>(options: BenchOptions, use: (bench: Bench) => Promise<T>): Promise<T> {
  const { source, against, seed, terminal } = options
  const platformKey = createKeyPair()
  await using bot = await OwnBot.start(source, platformKey, terminal)
  const url = checkBotUrl(bot.url, { allowPrivate: true })
  await using wire = await Wire.open({ ...addressOf(url), seed })
  await using opponent = await OwnBot.start({ kind: 'own', name: against }, platformKey, terminal)
  let doing = ''
  let last = 0
  let started = (): void => {}
  const how = {
    isFast: false,
    platformKey,
    onStarted: () => started(),
    onProgress: ({ frame }: { readonly frame: number }) =>
      terminal.show(`${doing}: frame ${Math.max(0, frame - FIRST_FRAME)} of ${last}`),
    signal: terminal.signal,
  }
  await using direct = await LocalArena.open(how)
  await using throughWire = await LocalArena.open({ ...how, detours: { [url.origin]: wire.port } })
  const { ok, steps } = await direct.check(bot.url)
  terminal.signal.throwIfAborted()
  if (!ok) {
    throw new CommandFailure(
      [`${bot.name} cannot be reached as an arena would reach it:`, '', ...describeSteps(steps)].join('\n'),
    )
  }
  const seats: Pair<SeatedBot> = [
    { botId: IDS[0], name: bot.name, url: bot.url },
    { botId: IDS[1], name: against, url: opponent.url },
  ]
  let matchSeed = createHash('sha256').update(String(seed)).digest()
  const playOn = (arena: LocalArena, run: Run, what: string): Promise<Measurement> => {
    doing = what
    last = run.seconds * FRAMES_PER_SECOND
    matchSeed = createHash('sha256').update(matchSeed).digest()
    const whenStarted = (call: () => void): void => {
      started = call
    }
    return play(run, orderOf(matchSeed, null, seats), {
      arena,
      wire,
      url: bot.url,
      signal: terminal.signal,
      whenStarted,
    })
  }
  let ownMs: number | null = null
  const measureOwn = async (): Promise<number> => {
    const trial = { conditions: NO_DELAY, seconds: TRIAL_SECONDS, dropAt: [] }
    const past = await playOn(direct, trial, 'without the delay line')
    const delayed = { ...trial, conditions: { ...NO_DELAY, roundTripMs: TRIAL_MS } }
    const through = await playOn(throughWire, delayed, 'through the delay line')
    return ownDelayMs(past.facts.arrivals.histogram, through.facts.arrivals.histogram, TRIAL_MS)
  }
  return await use({
    run: async (run, what) => {
      if (isUndisturbed(run)) return playOn(direct, run, what)
      ownMs ??= await measureOwn()
      const roundTripMs = Math.max(0, run.conditions.roundTripMs - ownMs)
      return playOn(throughWire, { ...run, conditions: { ...run.conditions, roundTripMs } }, what)
    },
    raised: () => {
      const lines = describeRaised(bot.raised, bot.name)
      return lines.length === 0 ? [] : [...lines, '']
    },
  })
}

function addressOf({ protocol, hostname, port }: URL): { readonly host: string; readonly port: number } {
  const usual = protocol === 'https:' ? 443 : 80
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: port === '' ? usual : Number(port) }
}

interface Stage {
  readonly arena: LocalArena
  readonly wire: Wire
  /** The URL of the bot. */
  readonly url: string
  readonly signal: AbortSignal
  readonly whenStarted: (call: () => void) => void
}

async function play(
  { conditions, seconds, dropAt }: Run,
  order: MatchOrder,
  { arena, wire, url, signal, whenStarted }: Stage,
): Promise<Measurement> {
  const lostBefore = wire.lost
  wire.conditions = conditions
  let timer: NodeJS.Timeout | undefined
  const breakOffAfter = (ms: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => arena.breakOff(order.matchId), ms)
  }
  breakOffAfter(START_MS)
  whenStarted(() => breakOffAfter(1000 * seconds))
  const cuts = [...dropAt]
  const look = setInterval(() => {
    if ((arena.matchOf(url)?.frame ?? FIRST_FRAME - 1) < (cuts[0] ?? Infinity)) return
    cuts.shift()
    wire.drop()
  }, LOOK_MS)
  try {
    const result = await arena.play(order)
    signal.throwIfAborted()
    await arena.dropReplay(order.matchId)
    const facts = result.receipts?.[order.bots[0].botId === IDS[0] ? 0 : 1]
    // A forfeit is a result as any other: under these conditions no pad lands.
    if (facts === undefined || facts.arena === null)
      throw new CommandFailure(`The match did not begin: ${result.detail}`)
    const { polled, missed, late, down, short } = facts.pads
    return { polled, landed: polled - missed, late, down, short, lostPackets: wire.lost - lostBefore, facts }
  } finally {
    clearTimeout(timer)
    clearInterval(look)
  }
}
