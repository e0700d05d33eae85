/** A stay of bots on the ladder, from the time that they enter until they have left: what `connect` does and says once it is connected. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Bot } from '@arena/protocol'
import { wordsOf } from '@arena/protocol/words-of'
import { ArenaProblem, UnexpectedAnswer } from '@arena/sdk'
import { CommandFailure, EXIT } from '@arena/host/command-line'
import type { Arena } from '../account/open-arena.ts'
import type { Terminal } from '../terminal.ts'
import { ratingText } from '../words.ts'
import type { Connector } from './connector.ts'
import { Ladder } from './ladder.ts'
import type { LocalBots } from './local-bot.ts'
import { enter, type Entered } from './registration.ts'

/** From one look at the ladder to the next: while a match begins or has just ended, while one runs, and else. */
const LOOK_MS = { news: 400, playing: 1_000, idle: 5_000 } as const
/** For how long after a connection to a bot has begun or ended there is likely news. */
const NEWS_MS = 5_000
/** How long the arena may be away after Ctrl-C: then nothing is waited for. */
const AWAY_MS = 30_000

export class Stay {
  readonly #address: string
  readonly #client: Arena['client']
  readonly #terminal: Terminal
  /** The names of bots whose programs cannot be started any more, and are to be paused. */
  readonly #givenUp = new Set<string>()
  #entered: readonly Entered[] = []
  #newsUntil = -Infinity
  #awaySince: number | null = null
  /** Something has happened that is to be looked at, during a look as well. */
  #isWoken = false
  #stopWaiting = (): void => {}

  constructor({ address, client }: Arena, terminal: Terminal) {
    this.#address = address
    this.#client = client
    this.#terminal = terminal
  }

  #wake(): void {
    this.#isWoken = true
    this.#stopWaiting()
  }

  /** A connection to a bot has begun or ended: as a rule that is a match. */
  expectNews(): void {
    this.#newsUntil = performance.now() + NEWS_MS
    this.#wake()
  }

  lost(why: string, wasThere: boolean): void {
    this.#terminal.data({ event: 'lost', why })
    const what = wasThere ? 'The connection is lost' : `${this.#address} takes no connection at the moment`
    this.#terminal.print(`lost      ${what}: ${why.replace(/\.$/, '')}. It is dialled again until it is there.`)
  }

  back(awayMs: number): void {
    this.#terminal.data({ event: 'back', awayMs: Math.round(awayMs) })
    this.#terminal.print(`back      Connected after ${(awayMs / 1000).toFixed(1)} s.`)
    this.expectNews()
  }

  givenUp(name: string, why: string): void {
    this.#givenUp.add(name)
    this.#terminal.note(why)
    this.#wake()
  }

  /** The exit code, once the bots have left. */
  async play(connector: Connector, locals: LocalBots, takesOver: boolean): Promise<number> {
    const { signal } = this.#terminal
    this.#entered = await this.#enter(connector, locals, takesOver)
    const ladder = new Ladder({
      address: this.#address,
      client: this.#client,
      bots: this.#entered.map(({ bot }) => bot),
      terminal: this.#terminal,
      roundTripMs: (since) => connector.roundTripMs(since),
    })
    signal.addEventListener('abort', () => this.#wake(), { once: true })
    // Whoever does not wait for the end of a match leaves by the exit of the process.
    const leaveAtOnce = (): void => this.#sayLost(ladder.playing)
    process.once('exit', leaveAtOnce)
    try {
      return await this.#stay(ladder, connector)
    } finally {
      process.off('exit', leaveAtOnce)
    }
  }

  async #stay(ladder: Ladder, connector: Connector): Promise<number> {
    const { signal } = this.#terminal
    let isLeaving = false
    for (;;) {
      if (signal.aborted && !isLeaving) {
        isLeaving = true
        await this.#pause(ladder.bots.filter(({ status }) => status === 'active'))
        await this.#look(ladder, false)
        this.#sayLeaving(ladder.playing)
      } else await this.#look(ladder, !isLeaving)
      await this.#pauseGivenUp(ladder)
      if (isLeaving && (ladder.playing.length === 0 || this.#isAwayFor(AWAY_MS))) break
      if (ladder.bots.every((bot) => this.#givenUp.has(this.#nameOf(bot)))) {
        throw new CommandFailure('No bot is left that plays.')
      }
      await this.#wait(this.#paceOf(ladder), connector)
    }
    this.#terminal.data({ event: 'left' })
    this.#terminal.print(`left      ${namesOf(ladder.bots)} plays again from the next arena-kit connect on.`)
    return EXIT.ok
  }

  /** One that may not enter takes the others along: they would be seated, and nobody would play for them. */
  async #enter(connector: Connector, locals: LocalBots, takesOver: boolean): Promise<Entered[]> {
    const entered: Entered[] = []
    try {
      for (const relay of connector.relays) {
        this.#terminal.show(`the arena reaches ${relay.name}`)
        entered.push(await enter(this.#client, { relay, path: locals.named(relay.name).path, takesOver, plays: true }))
      }
    } catch (error) {
      await this.#pause(entered.map(({ bot }) => bot))
      throw error
    }
    const bots = entered.map(({ bot: { id, name, url }, how }) => ({ id, name, url, how }))
    this.#terminal.data({ event: 'connected', arena: this.#address, bots })
    const names = namesOf(entered.map(({ bot }) => bot))
    this.#terminal.print(`connected to ${this.#address}. Ctrl-C pauses ${names} and leaves.`)
    for (const [i, { name }] of connector.relays.entries()) {
      this.#terminal.print(`bot       ${describeEntered(name, entered[i]!)}`)
    }
    return entered
  }

  /** The arena may be away for a while, as between two versions of it. */
  async #look(ladder: Ladder, doStay: boolean): Promise<void> {
    try {
      await ladder.look(doStay)
      this.#awaySince = null
    } catch (error) {
      if (!isPassing(error)) throw error
      this.#awaySince ??= performance.now()
    }
  }

  #isAwayFor(ms: number): boolean {
    return this.#awaySince !== null && performance.now() - this.#awaySince > ms
  }

  #paceOf(ladder: Ladder): number {
    if (ladder.isBeginning || performance.now() < this.#newsUntil) return LOOK_MS.news
    return ladder.playing.length > 0 ? LOOK_MS.playing : LOOK_MS.idle
  }

  /** Fails where the connector has ended for good. */
  async #wait(ms: number, connector: Connector): Promise<void> {
    const over = new AbortController()
    const woken = new Promise<void>((resolve) => (this.#stopWaiting = resolve))
    if (this.#isWoken) this.#stopWaiting()
    const timer = sleep(ms, null, { signal: over.signal }).catch(() => {})
    try {
      await Promise.race([timer, woken, connector.ended])
    } finally {
      over.abort()
      this.#isWoken = false
    }
  }

  async #pauseGivenUp(ladder: Ladder): Promise<void> {
    const over = ladder.bots.filter((bot) => bot.status === 'active' && this.#givenUp.has(this.#nameOf(bot)))
    await this.#pause(over)
  }

  /** So that they are given no other match. One that cannot be paused is told of: it loses what it is seated for. */
  async #pause(bots: readonly Bot[]): Promise<void> {
    for (const { id, name } of bots) {
      try {
        await this.#client.updateBot({ id, status: 'paused' })
        this.#terminal.data({ event: 'paused', bot: id })
        this.#terminal.print(`paused    ${name} is given no other match.`)
      } catch (error) {
        this.#terminal.note(
          `${name} could not be paused, and loses the matches that it is given from now on: ${wordsOf(error)}. Pause it with arena-kit bots pause ${id}.`,
        )
      }
    }
  }

  #sayLeaving(playing: readonly Bot[]): void {
    if (playing.length === 0) return
    this.#terminal.data({ event: 'leaving', playing: playing.map(({ id }) => id) })
    const names = namesOf(playing)
    this.#terminal.print(
      `leaving   once ${names} has played to the end. Ctrl-C again leaves at once, and the match is lost.`,
    )
  }

  #sayLost(playing: readonly Bot[]): void {
    if (playing.length > 0) this.#terminal.print(`left      at once: nobody plays for ${namesOf(playing)} any more.`)
  }

  /** What it is called here. */
  #nameOf({ id, name }: Bot): string {
    return this.#entered.find(({ bot }) => bot.id === id)?.as ?? name
  }
}

const namesOf = (bots: readonly Bot[]): string => bots.map(({ name }) => name).join(', ')

function describeEntered(as: string, { bot: { id, name, standing }, how, before }: Entered): string {
  const called = name === as ? `${name} (${id})` : `${as} is called ${name} at the arena (${id}), and`
  const { rating, rank } = standing ?? { rating: null, rank: null }
  const place =
    rating === null ? '' : ` Its rating is ${ratingText(rating)}${rank === null ? '' : `, its rank ${rank}`}.`
  switch (how) {
    case 'registered':
      return `${called} is registered, and is seated from the next tick on.`
    case 'moved':
      return `${called} plays from here now, and no longer from ${before}.${place}`
    case 'resumed':
      return `${called} was paused, and plays again.${place}`
    case 'found':
      return `${called} is found again.${place}`
  }
}

/** Whether the same question may be answered in a while. */
function isPassing(error: unknown): boolean {
  if (error instanceof ArenaProblem) return error.status >= 500 || error.status === 429
  return error instanceof UnexpectedAnswer || error instanceof TypeError || (error as Error).name === 'TimeoutError'
}
