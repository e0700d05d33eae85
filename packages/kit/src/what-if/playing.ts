/**
 * Plays a branch again and again: the first game with the luck of the match, each other with its own after the branch point. The bots are
 * shown the match before it, as they are shown any.
 */
import { createHmac } from 'node:crypto'
import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Branch } from '@arena/engine/branch'
import type { BranchOrder, MatchOrder, MatchResult, Pair, Pick } from '@arena/host'
import { POLLED_PAD_BYTES } from '@arena/host'
import { CommandFailure } from '@arena/host/command-line'
import { FIRST_FRAME } from '@arena/slp'
import type { BotSource } from '../arguments.ts'
import { IDS, type Contestant } from '../contestants.ts'
import { LocalArena } from '../local-arena.ts'
import { Entrants } from '../match/entrants.ts'
import { runWorkers } from '../match/workers.ts'
import { orderOf } from '../order.ts'
import type { Terminal } from '../terminal.ts'
import { branchGame, type BranchGame } from './branch-game.ts'
import type { Question } from './question.ts'
import { readReplay, type Recording } from './recording.ts'

/** Games in a row that cannot be played before it gives up. */
const MOST_BROKEN = 3
/** As many first games that are all the same say that luck changes nothing. */
export const SAME_GAMES = 8

export interface Playing {
  readonly recording: Recording
  readonly branch: Branch
  readonly question: Question
  /** The bot, and the stand-in of its opponent. */
  readonly sources: Pair<BotSource>
  /** 32 bytes, from which the luck of the games is drawn. */
  readonly seed: Uint8Array
  readonly games: number
  readonly concurrency: number
  /** Frames before the branch point that the bots are shown; null for all. */
  readonly shown: number | null
  /** The folder where replays are kept. */
  readonly replays?: string
  readonly terminal: Terminal
  readonly onGame: (games: readonly BranchGame[]) => void
}

export interface Played {
  /** By number. */
  readonly games: readonly BranchGame[]
  /** Games that could not be played to their end. */
  readonly broken: number
  /** What the bot picked, where that is not what is played. */
  readonly otherPick: Pick | null
}

/** Fewer games than were asked for where the first ones are all the same, and where it is broken off. */
export async function playBranches(playing: Playing): Promise<Played> {
  const { sources, terminal, concurrency, question } = playing
  await using arena = await LocalArena.open({
    isFast: true,
    hosts: concurrency,
    onStarted: () => {},
    onProgress: () => {},
    signal: terminal.signal,
  })
  const part = recordedPart(playing)
  const games = new Map<number, BranchGame>()
  const told = new Map<string, number>()
  let next = 1
  let broken = 0
  let brokenInARow = 0
  let otherPick: Pick | null = null
  await runWorkers(concurrency, terminal.signal, async (signal) => {
    const note = (line: string) => terminal.note(line)
    await using entrants = new Entrants({ sources, arena, signal, note, told })
    while (next <= playing.games && !signal.aborted && !isOneGame(games)) {
      const number = next++
      const contestants = [await entrants.enter(0), await entrants.enter(1)] as const
      const order = orderFor(playing, part, number, contestants)
      const result = await arena.play(order)
      if (signal.aborted || result.cause === 'shutdown') return
      const hasEnded = contestants.some((contestant) => contestant.hasEnded())
      if (hasEnded) await entrants.leave([0, 1])
      const why = reasonNotPlayed(result, question)
      if (why === null) {
        brokenInARow = 0
        const { replay } = arena.filesOf(order.matchId)
        const { recordedUntil, picks } = result.branch!
        const missed = result.summary!.players[question.port].missed
        const isForfeit = result.cause === 'forfeit'
        const facts = { number, missed, isForfeit, recorded: recordedUntil - question.frame }
        const game = branchGame(readReplay(await readFile(replay), order.matchId), question, facts)
        games.set(number, game)
        otherPick ??= differing(picks[question.port], part.picks[question.port])
        if (playing.replays !== undefined) await copyFile(replay, join(playing.replays, `${number}.slp`))
        terminal.data({ game })
        playing.onGame([...games.values()])
      } else {
        broken++
        terminal.note(`game ${number} could not be played to its end: ${why}`)
        if (++brokenInARow >= MOST_BROKEN) {
          throw new CommandFailure(
            `${MOST_BROKEN} games in a row could not be played to the end, the last because: ${why}`,
          )
        }
      }
      await arena.dropReplay(order.matchId)
    }
  })
  // Games that several workers have played meanwhile do not change what the first ones say.
  const last = isOneGame(games) ? SAME_GAMES : playing.games
  const counted = [...games.values()].filter(({ number }) => number <= last)
  return { games: counted.toSorted((one, other) => one.number - other.number), broken, otherPick }
}

/** Whether the first games are all the same, so that another would be, too. */
function isOneGame(games: ReadonlyMap<number, BranchGame>): boolean {
  const digests = Array.from({ length: SAME_GAMES }, (_, i) => games.get(i + 1)?.digest)
  return digests.every((digest) => digest !== undefined && digest === digests[0])
}

const differing = (picked: Pick | null, played: Pick): Pick | null =>
  picked !== null && picked.character !== played.character ? picked : null

/** Null for a game that counts. */
function reasonNotPlayed({ cause, detail, branch, summary }: MatchResult, { port }: Question): string | null {
  const isPlayed = branch !== undefined && ENDS.has(cause)
  // A bot that forfeits has lost; a game whose stand-in does says nothing.
  const isOwnForfeit = cause === 'forfeit' && summary?.winner !== port
  return isPlayed || (branch !== undefined && isOwnForfeit) ? null : detail
}

const ENDS: ReadonlySet<MatchResult['cause']> = new Set(['branch-over', 'stocks', 'time'])

type RecordedOrder = Omit<BranchOrder, 'seeds'> & { readonly allSeeds: readonly number[] }

/** What all games of a what-if are ordered with. */
function recordedPart({ recording, branch, question, shown }: Playing): RecordedOrder {
  const { reader, leads } = recording
  const { frame, port, until } = question
  const { columns, raw, gameStart } = reader
  const last = Math.min(until, columns.lastFrame)
  const pick = ({ characterId, costumeIndex }: { characterId: number; costumeIndex: number }): Pick => {
    return { character: characterId, costume: costumeIndex }
  }
  return {
    frame,
    port,
    until,
    stream: raw.slice(0, columns.frames.endAt[last - FIRST_FRAME]),
    pads: [padsOf(branch, 0, last), padsOf(branch, 1, last)],
    picks: [pick(gameStart!.players[0]!), pick(gameStart!.players[1]!)],
    lead: leads[port === 0 ? 1 : 0],
    shownFrom: shown === null ? FIRST_FRAME : Math.max(FIRST_FRAME, frame - shown + 1),
    allSeeds: [...columns.frames.seed.subarray(0, columns.count)],
  }
}

/** 8 bytes each, from the first frame on. */
function padsOf(branch: Branch, port: 0 | 1, last: number): Uint8Array {
  const bytes = new Uint8Array((last - FIRST_FRAME + 1) * POLLED_PAD_BYTES)
  for (let frame = FIRST_FRAME; frame <= last; frame++) {
    const { buttons, stickX, stickY, cstickX, cstickY, l, r } = branch.padOf(port, frame)!
    const rest = [stickX, stickY, cstickX, cstickY, l, r]
    bytes.set([buttons & 0xff, buttons >> 8, ...rest], (frame - FIRST_FRAME) * POLLED_PAD_BYTES)
  }
  return bytes
}

/** The bot by itself, and the stand-in, whichever port they have. */
function orderFor(playing: Playing, part: RecordedOrder, number: number, contestants: Pair<Contestant>): MatchOrder {
  const { recording, question, branch } = playing
  const { matchId, names, botIds, reader } = recording
  const isOwnLuck = number === 1
  const drawn = createHmac('sha256', playing.seed).update(`game/${number}`).digest()
  const { allSeeds, ...branchOrder } = part
  const seeds = isOwnLuck ? allSeeds : allSeeds.slice(0, question.frame - FIRST_FRAME + 1)
  const seat = (port: 0 | 1) => ({
    botId: (botIds ?? IDS)[port],
    name: names[port],
    url: contestants[port === question.port ? 0 : 1].seat.url,
  })
  const bots = [seat(0), seat(1)] as const
  const stage = reader.gameStart!.stageId as MatchOrder['stage']
  return {
    ...orderOf(drawn, stage, bots),
    // The ports are those of the match, and not drawn.
    bots,
    ...(isOwnLuck && { seed: Buffer.from(branch.seed).toString('hex') }),
    // A bot that draws by the match draws as it did.
    ...(isOwnLuck && matchId !== null && { toldId: matchId }),
    branch: { ...branchOrder, seeds },
  }
}
