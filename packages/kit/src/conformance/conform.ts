/**
 * The conformance run: upgrades that a bot should refuse, and then a match of some seconds against a bot that stands still,
 * on the arena's own clock, host code and engine. In the middle the bot's socket is cut, once.
 *
 *   deploy check -> strangers -> join, pick -> PLAY frames -> cut, redial -> AGAIN frames -> Game End -> close -> ping
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { probePing, probeUpgrade } from '@arena/host'
import type { BotPolicy, Pair, Probe, SeatedBot, WatchedHost, WatchedMatch } from '@arena/host'
import { createKeyPair, DEPLOY_CHECK, signHandshake, type KeyPair } from '@arena/protocol'
import { orderOf } from '../order.ts'
import { readFacts, type Facts, type MatchEvent } from './facts.ts'
import { judgeStrangers } from './judge-door.ts'
import { judgePads } from './judge-pads.ts'
import { judgePick } from './judge-pick.ts'
import { judgeSocket, type LaterPings } from './judge-socket.ts'
import type { Verdict } from './rules.ts'

/** Polls until the socket is cut, and then from the first pad on the new one until the game is ended. */
const LENGTH = { play: 300, again: 120 }
/** The poll at which the bot is pinged. */
const PING_FRAME = 60
/** Polls after the cut in which the bot has to be back; later redials come every two seconds. */
const BACK_FRAMES = 240
/** What is kept of a match: more than a bot that keeps to its limits sends. */
const MOST_EVENTS = 20_000
/** A bot that is done with a game may take a moment to fail. */
const AFTER_END_MS = 500
const PROBE_MS = 3_000
const A_MINUTE_MS = 60_000

export interface ConformanceOptions {
  readonly bot: SeatedBot
  /** As `checkBotUrl` gave it. */
  readonly url: URL
  /** Stands still. */
  readonly opponent: SeatedBot
  readonly host: WatchedHost
  readonly platformKey: KeyPair
  readonly policy: BotPolicy
  /** As the host's timing has it. */
  readonly pickMs: number
  /** In polls; by default `LENGTH`. */
  readonly length?: typeof LENGTH
  readonly signal: AbortSignal
  readonly onProgress: (state: string) => void
}

/** Judges a bot that has passed the deploy check by the rules that a match shows. */
export async function conform(options: ConformanceOptions): Promise<Verdict[]> {
  const { onProgress, pickMs, signal } = options
  onProgress('upgrades with wrong signatures')
  const strangers = judgeStrangers(await meetStrangers(options))
  signal.throwIfAborted()
  const { facts, pings } = await playMatch(options)
  signal.throwIfAborted()
  return [...strangers, ...judgePick(facts, pickMs), ...judgePads(facts), ...judgeSocket(facts, pings)]
}

async function meetStrangers({ url, policy, platformKey, signal }: ConformanceOptions) {
  const options = { policy, signal, timeoutMs: PROBE_MS }
  const upgrade = (headers: Parameters<typeof probeUpgrade>[1]) => probeUpgrade(url, headers, options)
  const now = Date.now()
  const right = signHandshake(platformKey.privateKey, DEPLOY_CHECK, now)
  // One after the other: a bot may have room for few sockets.
  return {
    otherKey: await upgrade(signHandshake(createKeyPair().privateKey, DEPLOY_CHECK, now)),
    otherMatch: await upgrade({
      ...signHandshake(platformKey.privateKey, 'match', now),
      'x-arena-match': DEPLOY_CHECK,
    }),
    unsigned: await upgrade({ 'x-arena-match': right['x-arena-match'] }),
    old: await upgrade(signHandshake(platformKey.privateKey, DEPLOY_CHECK, now - A_MINUTE_MS)),
  }
}

async function playMatch(options: ConformanceOptions): Promise<{ facts: Facts; pings: LaterPings }> {
  const { bot, opponent, host, url, policy, length = LENGTH, signal, onProgress } = options
  const script = new Script(onProgress)
  const order = orderOf(randomBytes(32), null, [bot, opponent] satisfies Pair<SeatedBot>)
  onProgress('the pick')
  const match = host.play(order, order.bots[0] === bot ? 0 : 1, (event) => script.take(event))
  void match.result.then(() => script.over())
  const breakOff = () => match.breakOff()
  signal.addEventListener('abort', breakOff, { once: true })
  try {
    const ping = () => probePing(url, { policy, signal, timeoutMs: PROBE_MS })
    const inMatch = (await script.until(() => script.polls >= PING_FRAME)) ? ping() : null
    await playOn(script, match, length)
    await match.result
    await match.closed()
    const ended = readFacts(script.events).gameEndAt !== null
    return {
      pings: { inMatch: inMatch === null ? null : await inMatch, afterGameEnd: ended ? await pingAfter(ping) : null },
      facts: readFacts(script.events),
    }
  } finally {
    signal.removeEventListener('abort', breakOff)
  }
}

async function playOn(script: Script, match: WatchedMatch, { play, again }: typeof LENGTH): Promise<void> {
  if (!(await script.until(() => script.polls >= play))) return
  script.note('cut')
  match.cut()
  const cutAt = script.polls
  const isDone = () => script.polls >= Math.min(script.backAt, cutAt + BACK_FRAMES) + again
  if (!(await script.until(isDone))) return
  script.note('game-end')
  match.breakOff()
}

async function pingAfter(ping: () => Promise<Probe>): Promise<Probe> {
  await sleep(AFTER_END_MS)
  return ping()
}

/** Where a match stands, and all that happened in it. */
class Script {
  readonly events: MatchEvent[] = []
  polls = 0
  /** The number of polls before the first message on a socket that was opened after the cut. */
  backAt = Infinity
  #opened = 0
  #openedAtCut = Infinity
  readonly #onProgress: (state: string) => void
  #isOver = false
  #wake: () => void = () => {}

  constructor(onProgress: (state: string) => void) {
    this.#onProgress = onProgress
  }

  take(event: MatchEvent): void {
    if (this.events.length < MOST_EVENTS) this.events.push(event)
    if (event.kind === 'opened') this.#opened++
    if (event.kind === 'cut') this.#openedAtCut = this.#opened
    if (event.kind === 'binary' && this.#opened > this.#openedAtCut) this.backAt = Math.min(this.backAt, this.polls)
    if (event.kind === 'poll') {
      this.polls++
      const doing = this.#opened > this.#openedAtCut ? 'after the new socket' : 'the game'
      this.#onProgress(`${doing}: frame ${event.frame}`)
    }
    this.#wake()
  }

  note(kind: 'cut' | 'game-end', at = performance.now()): void {
    this.take({ kind, at })
  }

  /** The match has its result: where it has ended by itself, by a forfeit, that was with the last poll. */
  over(): void {
    this.#isOver = true
    const last = this.events.findLast(({ kind }) => kind === 'poll')
    if (last && !this.events.some(({ kind }) => kind === 'game-end')) this.note('game-end', last.at)
    this.#wake()
  }

  /** Whether it comes to this before the match is over. */
  async until(condition: () => boolean): Promise<boolean> {
    while (!condition()) {
      if (this.#isOver) return false
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
    return !this.#isOver
  }
}
