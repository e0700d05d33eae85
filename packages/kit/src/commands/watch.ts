/** `arena-kit watch`: the matches that run, and the results as they come, in the terminal. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Bot, BotWaiting, LikelyCause, LiveMatch, MatchSummary } from '@arena/protocol'
import type { ArenaClient } from '@arena/sdk'
import { characterName, stageName } from '@arena/slp'
import { CommandFailure, exitsWith, newCommand } from '@arena/host/command-line'
import { noKey, openArena } from '../account/open-arena.ts'
import { receiptOf } from '../account/receipt.ts'
import { asking } from '../account/session.ts'
import { ARENA_OPTION, arenaAddress } from '../arena-address.ts'
import type { Terminal } from '../terminal.ts'
import { columns, describeOutcome, duration, signed } from '../words.ts'
import { type AddCommand } from './command.ts'

/** The live list is as old at most. */
const LOOK_MS = 1_000
/** How often own bots are asked what they wait for. */
const ASK_MS = 5_000
/** Results that are looked at each time: more than end in that time. */
const RESULTS = 20

interface WatchOptions {
  readonly arena?: string
  readonly own?: true
}

export const addWatch: AddCommand = (program, { terminal, action }) => {
  newCommand(program, 'watch', 'show the matches that run, and the results as they come')
    .option(...ARENA_OPTION, arenaAddress)
    .option('--own', 'only of your own bots')
    .addHelpText(
      'after',
      `
On a terminal the matches that run are one table, which is written anew every second; in a file each beginning and each
result is a line. Below it stands the address of the match's page. Goes on until Ctrl-C. Your own bots are marked with a
star if there is a key: see arena-kit login. Of each that waits for its next match it is said for whom, and for about
how long. Where one of them missed many pads, the likely reason stands below.
${exitsWith('the arena cannot be reached')}`,
    )
    .action(action((options: WatchOptions) => watch(options, terminal)))
}

async function watch({ arena: given, own }: WatchOptions, terminal: Terminal): Promise<number> {
  const { address, client, secret } = await openArena(given, terminal.signal)
  if (own === true && secret === null) throw new CommandFailure(`Which bots are yours? ${noKey(address)}`)
  return asking(address, async () => {
    const mine = new Set(secret === null ? [] : (await client.listBots()).bots.map(({ id }) => id))
    const isShown = ({ players }: LiveMatch | MatchSummary): boolean =>
      own !== true || players.some(({ botId }) => mine.has(botId))
    terminal.print(
      `${address}/live, ${mine.size === 0 && own !== true ? 'all bots' : `yours: ${mine.size}`}. Ctrl-C ends.`,
      '',
    )
    const board = new Board(address, mine, terminal)
    for (;;) {
      const { matches } = await client.listLiveMatches()
      await board.update(matches.filter(isShown), client)
      await sleep(LOOK_MS, null, { signal: terminal.signal })
    }
  })
}

/** The screen. */
class Board {
  readonly #address: string
  readonly #mine: ReadonlySet<string>
  readonly #terminal: Terminal
  /** Matches that ran when it was last looked. */
  #running = new Map<string, LiveMatch>()
  /** Own bots that wait, by id, as of the last answer. */
  #waiting = new Map<string, Waiter>()
  #askedAt = -Infinity

  constructor(address: string, mine: ReadonlySet<string>, terminal: Terminal) {
    this.#address = address
    this.#mine = mine
    this.#terminal = terminal
  }

  async update(matches: readonly LiveMatch[], client: ArenaClient): Promise<void> {
    const running = new Map(matches.map((match) => [match.id, match]))
    const over = [...this.#running.keys()].filter((id) => !running.has(id))
    const begun = matches.filter(({ id }) => !this.#running.has(id))
    this.#running = running
    const results = over.length === 0 ? [] : (await client.listMatches({ limit: RESULTS })).matches
    for (const id of over) {
      const match = results.find((result) => result.id === id) ?? (await client.getMatch({ id }))
      const causes = await this.#causesOf(match, client)
      this.#terminal.data({ event: 'ended', match, ...(causes.length > 0 && { causes }) })
      this.#terminal.print(this.#describeResult(match), this.#pageOf(match))
      for (const { says, advice } of causes) this.#terminal.print(`          ${says} ${advice}`)
    }
    for (const match of begun) {
      this.#terminal.data({ event: 'started', match })
      const isMine = match.players.some(({ botId }) => this.#mine.has(botId))
      if (isMine || !this.#terminal.isScreen) {
        this.#terminal.print(`begins    ${this.#namesOf(match)}`, this.#pageOf(match))
      }
    }
    await this.#lookWhoWaits(matches, client)
    this.#terminal.table([
      ...(matches.length === 0 ? ['  No match runs.'] : columns(matches.map((match) => this.#row(match)))),
      // Two lines: a longer one would lose its end, which is what it is read for.
      ...[...this.#waiting.values()].flatMap(({ bot, waiting }) => [`  ${bot.name} * waits`, `    ${waiting.says}`]),
    ])
  }

  /** In a file each wait is a line as it begins; on a screen it stands below the table, as of the last answer. */
  async #lookWhoWaits(matches: readonly LiveMatch[], client: ArenaClient): Promise<void> {
    const playing = new Set(matches.flatMap(({ players }) => players.map(({ botId }) => botId)))
    for (const id of playing) this.#waiting.delete(id)
    const now = performance.now()
    if (now - this.#askedAt < ASK_MS || [...this.#mine].every((id) => playing.has(id))) return
    this.#askedAt = now
    const waiting = new Map((await client.listBots()).bots.flatMap((bot) => entryOf(bot, this.#mine, playing)))
    const begun = [...waiting.values()].filter(({ bot }) => !this.#waiting.has(bot.id))
    this.#waiting = waiting
    for (const { bot, waiting: of } of begun) this.#terminal.data({ event: 'waits', bot: bot.id, waiting: of })
    if (!this.#terminal.isScreen) this.#terminal.print(...begun.map((waiter) => `waits     ${describeWaiter(waiter)}`))
  }

  /** Why the own bot among the players missed pads, where it did. */
  async #causesOf({ id, players }: MatchSummary, client: ArenaClient): Promise<readonly LikelyCause[]> {
    const isMine = players.some(({ botId }) => this.#mine.has(botId))
    return isMine ? ((await receiptOf(client, id))?.causes ?? []) : []
  }

  /** Where the match can be watched, while it runs and after. */
  #pageOf({ id }: LiveMatch | MatchSummary): string {
    return `          ${this.#address}/watch/${id}`
  }

  #namesOf({ players }: LiveMatch | MatchSummary): string {
    return players.map((player) => this.#nameOf(player)).join(' against ')
  }

  #nameOf({ botId, botName }: { readonly botId: string; readonly botName: string }): string {
    return this.#mine.has(botId) ? `${botName} *` : botName
  }

  #row({ frame, stage, players }: LiveMatch): string[] {
    const [first, second] = players.map((player) => [
      this.#nameOf(player),
      player.character === null ? 'picks' : characterName(player.character),
      `${player.stocks}`,
      `${player.percent}%`,
    ]) as [string[], string[]]
    return [stage === null ? '' : duration(frame), ...first, ...second, stage === null ? '' : stageName(stage)]
  }

  #describeResult(match: MatchSummary): string {
    const names = this.#namesOf(match)
    const outcome = describeOutcome(match.summary, match.players, (player) => this.#nameOf(player))
    if (match.status === 'aborted' || outcome === null) return `aborted   ${names}`
    const deltas = match.players.map(({ ratingDelta }) => signed(ratingDelta)).join(', ')
    return `result    ${names}: ${outcome} (rating ${deltas})`
  }
}

interface Waiter {
  readonly bot: Bot
  readonly waiting: BotWaiting
}

/** The answer may be older than the match of a bot that plays by now. */
function entryOf(bot: Bot, mine: ReadonlySet<string>, playing: ReadonlySet<string>): [string, Waiter][] {
  const waiting = bot.standing?.waiting
  return waiting && mine.has(bot.id) && !playing.has(bot.id) ? [[bot.id, { bot, waiting }]] : []
}

const describeWaiter = ({ bot, waiting }: Waiter): string => `${bot.name} *  ${waiting.says}`
