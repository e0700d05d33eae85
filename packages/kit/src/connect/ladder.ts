/** Follows bots of the account on the ladder: what they wait for, the matches that begin, and how each went. */
import type { Bot, LiveMatch, Match } from '@arena/protocol'
import type { ArenaClient } from '@arena/sdk'
import { receiptOf } from '../account/receipt.ts'
import type { Terminal } from '../terminal.ts'
import { describeBegin, describeEnd, describeRunning, describeWait, describeWay, sidesOf } from './words.ts'

/** Matches that may have ended from one look to the next. */
const MOST_ENDED = 10

export interface LadderOptions {
  readonly address: string
  readonly client: ArenaClient
  /** With their standing from before they were seated. */
  readonly bots: readonly Bot[]
  readonly terminal: Terminal
  /** The median round trip to the arena since a moment; null where none is known. */
  readonly roundTripMs: (since: number) => number | null
}

/** A bot as of the last look. */
interface Followed {
  bot: Bot
  /** The newest match whose result is known here; null before the first. */
  lastTold: string | null
  playing: { readonly id: string; readonly since: number; isTold: boolean; live: LiveMatch | null } | null
  /** What it waits for was told. */
  toldState: string | null
}

export class Ladder {
  readonly #options: LadderOptions
  #followed: readonly Followed[]

  constructor(options: LadderOptions) {
    this.#options = options
    this.#followed = options.bots.map((bot) => ({
      bot,
      lastTold: bot.standing?.lastMatch?.id ?? null,
      playing: null,
      toldState: null,
    }))
  }

  /** The bots that are still registered, as of the last look. */
  get bots(): readonly Bot[] {
    return this.#followed.map(({ bot }) => bot)
  }

  get playing(): readonly Bot[] {
    return this.#followed.flatMap(({ bot, playing }) => (playing === null ? [] : [bot]))
  }

  /** Whether a match has begun whose stage is not known yet. */
  get isBeginning(): boolean {
    return this.#followed.some(({ playing }) => playing !== null && !playing.isTold)
  }

  /** Asks the arena, and tells what is new; of waiting only where the bots stay. */
  async look(doStay: boolean): Promise<void> {
    const { client, terminal } = this.#options
    const { bots } = await client.listBots()
    const present = this.#followed.filter(({ bot }) => bots.some(({ id }) => id === bot.id))
    for (const followed of this.#followed) if (!present.includes(followed)) this.#tellRemoved(followed.bot)
    this.#followed = present
    for (const followed of present)
      await this.#follow(
        followed,
        bots.find(({ id }) => id === followed.bot.id)!,
      )
    await this.#followMatches()
    if (doStay) for (const followed of this.#followed) if (followed.playing === null) this.#tellWait(followed)
    terminal.table(this.#lines(doStay))
  }

  #tellRemoved({ id, name }: Bot): void {
    this.#options.terminal.data({ event: 'removed', bot: id })
    this.#options.terminal.print(`removed   ${name} is registered no longer.`)
  }

  async #follow(followed: Followed, bot: Bot): Promise<void> {
    followed.bot = bot
    const { matchId, lastMatch } = bot.standing ?? { matchId: null, lastMatch: null }
    const { playing } = followed
    if ((lastMatch !== null && lastMatch.id !== followed.lastTold) || (playing !== null && playing.id !== matchId)) {
      await this.#tellEnded(followed)
    }
    if (matchId === null) followed.playing = null
    else if (followed.playing?.id !== matchId) {
      followed.playing = { id: matchId, since: performance.now(), isTold: false, live: null }
      followed.toldState = null
    }
  }

  /** Tells each result since the last one that was told. */
  async #tellEnded(followed: Followed): Promise<void> {
    const { client } = this.#options
    const { matches } = await client.listMatches({ botId: followed.bot.id, limit: MOST_ENDED })
    const before = matches.findIndex(({ id }) => id === followed.lastTold)
    const news = (before === -1 ? matches : matches.slice(0, before)).filter(({ status }) => status !== 'running')
    for (const { id } of news.toReversed()) {
      await this.#tellEnd(followed, await client.getMatch({ id }))
      followed.lastTold = id
    }
  }

  async #tellEnd({ bot, playing }: Followed, match: Match): Promise<void> {
    const { address, client, terminal, roundTripMs } = this.#options
    const receipt = await receiptOf(client, match.id)
    const known = playing?.id === match.id ? playing : null
    if (known?.isTold !== true) this.#tellBegin(bot, match)
    const way = known === null ? null : roundTripMs(known.since)
    const [{ port }] = sidesOf(match.players, bot.id)
    const rating = bot.standing?.rating ?? null
    const causes = receipt?.causes ?? []
    terminal.data({ event: 'ended', bot: bot.id, match, rating, roundTripMs: way, pads: receipt?.pads ?? null, causes })
    terminal.print(`result    ${describeEnd(match, bot.id, { rating, receipt })}: ${address}/watch/${match.id}`)
    const described = describeWay(match, port, way, receipt)
    if (described !== null) terminal.print(`          ${described}`)
    for (const { says, advice } of causes) terminal.print(`          ${says} ${advice}`)
  }

  #tellBegin(bot: Bot, match: Match | LiveMatch): void {
    const { address, terminal } = this.#options
    terminal.data({ event: 'started', bot: bot.id, match })
    terminal.print(`begins    ${describeBegin(match, bot.id)}: ${address}/watch/${match.id}`)
  }

  /** Says which stage a match is on once that is known, and keeps how it stands for the screen. */
  async #followMatches(): Promise<void> {
    const { client, terminal } = this.#options
    const isShown = terminal.isScreen && !terminal.isJson
    if (!this.isBeginning && !(isShown && this.playing.length > 0)) return
    const { matches } = await client.listLiveMatches()
    for (const { bot, playing } of this.#followed) {
      if (playing === null) continue
      playing.live = matches.find(({ id }) => id === playing.id) ?? playing.live
      if (playing.isTold || playing.live === null || playing.live.stage === null) continue
      playing.isTold = true
      this.#tellBegin(bot, playing.live)
    }
  }

  /** In a file each wait is a line as it begins; on a screen it stands below, as of the last answer. */
  #tellWait(followed: Followed): void {
    const { terminal } = this.#options
    const { bot } = followed
    const state = bot.standing?.state ?? bot.status
    // That a bot has rested is no news: what it waits for goes on.
    const news = state === 'resting' ? 'free' : state
    if (news === followed.toldState) return
    followed.toldState = news
    terminal.data({ event: 'waits', bot: bot.id, state, waiting: bot.standing?.waiting ?? null })
    if (!terminal.isScreen) terminal.print(`waits     ${describeWait(bot)}`)
  }

  #lines(doStay: boolean): string[] {
    return this.#followed.flatMap(({ bot, playing }) => {
      if (playing === null) return doStay ? [`  ${describeWait(bot)}`] : []
      return [`  ${playing.live === null ? `${bot.name} plays` : describeRunning(playing.live, bot.id)}`]
    })
  }
}
