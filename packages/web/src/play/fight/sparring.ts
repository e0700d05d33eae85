/**
 * A game without a page: pads of persons in, pictures and a replay out. It begins anew, or as a branch of a recorded match. On each
 * port plays a person, a house bot or what was recorded. A house bot is the one of the ladder and sees what it sees there, with the
 * same lead; in a branch it has seen the match from its first frame. A person's pad is played on the frame for which it is given.
 */
import { Game, loadFighters, type EndCause, type Picture, type StageId } from '@arena/engine'
import type { Branch } from '@arena/engine/branch'
import { NEUTRAL, type Controller } from '@arena/protocol/pad'
import { Seat, type HouseBot } from '@arena/sdk/house'
import { ColumnReader, envelopeHead, FIRST_FRAME, GameMetadata, writeReplay, type ReplayColumns } from '@arena/slp'
import { wordsOf } from '@arena/protocol/words-of'

export type Port = 0 | 1

/** Who plays on a port. */
export type Side =
  | { readonly kind: 'person' }
  | { readonly kind: 'house'; readonly bot: HouseBot }
  /** The pads of the match, and none once it is over. */
  | { readonly kind: 'recorded' }

const BOT_PORT = 1
const PERSON_NAME = 'You'
/** Two persons: the first has the keyboard. */
const PERSON_NAMES = ['Keyboard', 'Gamepad'] as const
const NOBODY = `bot_${'0'.repeat(26)}`
/** How long a bot is shown a match before the page may do something else. */
const SLICE_MS = 40

export interface SparringOptions {
  /** 32 bytes that the game draws from. */
  readonly seed: Uint8Array
  /** The match as the bot knows it. Not of the seed: no bot knows what will be drawn. */
  readonly matchId: string
  readonly stage: StageId
  /** The person's fighter, by external id. */
  readonly character: number
  readonly opponent: HouseBot
  /** Unix milliseconds. */
  readonly startedAt: number
}

export interface BranchOptions {
  /** The match that it is a branch of. */
  readonly reader: ColumnReader
  readonly branch: Branch
  readonly sides: readonly [Side, Side]
  /** What the players of the match are called. */
  readonly names: readonly [string, string]
  /** As above. */
  readonly matchId: string
  readonly startedAt: number
  /** Ends the preparation. */
  readonly signal?: AbortSignal
}

export interface SparringPlayer {
  readonly kind: Side['kind']
  readonly character: number
  readonly costume: number
  readonly name: string
}

interface Standing {
  readonly stocks: number
  readonly percent: number
}

export interface SparringResult {
  /** `stopped`: broken off by nobody who plays. `fault`: the engine, or a bot, found a fault in itself. */
  readonly how: 'stocks' | 'time' | 'forfeit' | 'stopped' | 'fault'
  /** Null for a draw, or no result. */
  readonly winner: Port | null
  readonly standings: readonly [Standing, Standing]
  /** Frames played, from frame 0 on. */
  readonly frames: number
  /** What went wrong, in a sentence; null for a game that ended as games do. */
  readonly fault: string | null
}

/** What presses the buttons of a port. */
interface Hands {
  /** `given` is the pad of the person on the port. */
  padOf(frame: number, given: Readonly<Controller>): Readonly<Controller>
  /** Sees the raw events of a frame. */
  take?(events: Uint8Array): void
}

const PERSON: Hands = { padOf: (_, given) => given }

interface Begun {
  readonly game: Game
  readonly stage: StageId
  readonly players: readonly [SparringPlayer, SparringPlayer]
  readonly hands: readonly [Hands, Hands]
  /** The stream so far. */
  readonly stream: Uint8Array
  readonly metadata: GameMetadata
  readonly startedAt: number
  /** The match whose recorded pads alone are played: the game ends as it did. */
  readonly recorded?: Branch
}

export class Sparring {
  readonly players: readonly [SparringPlayer, SparringPlayer]
  readonly stage: StageId
  /** Ports on which persons play. */
  readonly persons: readonly Port[]
  readonly #begun: Begun
  /** The replay so far, which is also where the inputs are shown from. */
  readonly #recording = new ColumnReader()
  #result: SparringResult | null = null

  /** Loads the two fighters and asks the bot for its pick. */
  static async begin(options: SparringOptions): Promise<Sparring> {
    const { seed, stage, opponent, matchId, character, startedAt } = options
    const seat = new Seat({ name: opponent.name, port: BOT_PORT, matchId, play: opponent.play() })
    const pick = await seat.join({ botId: NOBODY, name: PERSON_NAME })
    await loadFighters([character, pick.character])
    const players = [
      { kind: 'person', character, costume: 0, name: PERSON_NAME },
      { kind: 'house', ...pick, name: seat.name },
    ] as const
    const game = new Game({ seed, stage, players })
    const stream = game.start().slice()
    seat.take(stream)
    const metadata = new GameMetadata([PERSON_NAME, seat.name])
    return new Sparring({ game, stage, players, hands: [PERSON, seat], stream, metadata, startedAt })
  }

  /** Goes on after the branch point, once each house bot has been shown the match up to it. */
  static async branch(options: BranchOptions): Promise<Sparring> {
    const { reader, branch, sides, names, matchId, startedAt, signal } = options
    const { stageId, players: picks } = reader.gameStart!
    const areTwo = sides.every(({ kind }) => kind === 'person')
    const nameOf = (side: Side, port: Port): string => {
      if (side.kind === 'recorded') return names[port]
      return side.kind === 'house' ? side.bot.name : areTwo ? PERSON_NAMES[port] : PERSON_NAME
    }
    const called = [nameOf(sides[0], 0), nameOf(sides[1], 1)] as const
    const player = (port: Port): SparringPlayer => ({
      kind: sides[port].kind,
      character: picks[port]!.characterId,
      costume: picks[port]!.costumeIndex,
      name: called[port],
    })
    const handsOf = async (side: Side, port: Port): Promise<Hands> => {
      if (side.kind === 'person') return PERSON
      if (side.kind === 'recorded') return { padOf: (frame) => branch.padOf(port, frame) ?? NEUTRAL }
      const seat = new Seat({ name: side.bot.name, port, matchId, play: side.bot.play() })
      await seat.join({ botId: NOBODY, name: called[otherOf(port)] })
      await showMatch(seat, reader, branch.frame, signal)
      return seat
    }
    const hands = [await handsOf(sides[0], 0), await handsOf(sides[1], 1)] as const
    return new Sparring({
      game: branch.begin(),
      stage: stageId as StageId,
      players: [player(0), player(1)],
      hands,
      stream: branch.stream,
      metadata: branch.metadata(called),
      startedAt,
      ...(sides.every(({ kind }) => kind === 'recorded') && { recorded: branch }),
    })
  }

  private constructor(begun: Begun) {
    this.#begun = begun
    const { players, stage, stream } = begun
    this.players = players
    this.stage = stage
    this.persons = ([0, 1] as const).filter((port) => players[port].kind === 'person')
    this.#recording.push(envelopeHead())
    this.#recording.push(stream)
  }

  /** Last frame played; one before the first when none was. */
  get frame(): number {
    return this.#begun.game.frame
  }

  /** Null while it is played. */
  get result(): SparringResult | null {
    return this.#result
  }

  get columns(): ReplayColumns {
    return this.#recording.columns
  }

  /** Plays the next frame, with a pad by port for persons. Nothing happens once the game is over. */
  step(...[first, second = NEUTRAL]: readonly [Readonly<Controller>, Readonly<Controller>?]): void {
    if (this.#result) return
    const { game, hands, metadata, recorded } = this.#begun
    const next = game.frame + 1
    if (recorded && next > recorded.lastFrame) return this.#endAsRecorded(recorded)
    try {
      const events = game.step({ ...hands[0].padOf(next, first) }, { ...hands[1].padOf(next, second) })
      this.#recording.push(events)
      for (const each of hands) each.take?.(events)
      const [one, other] = game.players
      metadata.frame(game.frame, one.character, other.character)
    } catch (error) {
      this.#end('fault', null, { kind: 'aborted' }, wordsOf(error))
      return
    }
    if (game.ending) this.#end(game.ending.method, game.ending.winner, { kind: 'natural' })
  }

  /** A person gives up: the game ends as one does in which a player quits. Where not one person plays, it is broken off. */
  giveUp(): void {
    if (this.#result) return
    const [port, another] = this.persons
    if (port === undefined || another !== undefined) this.#end('stopped', null, { kind: 'aborted' })
    else this.#end('forfeit', otherOf(port), { kind: 'forfeit', port })
  }

  /** Fills a picture with the last frame played. */
  show(picture: Picture): void {
    this.#begun.game.show(picture)
  }

  /** The `.slp` file of the game, complete once there is a result. */
  file(): Uint8Array<ArrayBuffer> {
    const { metadata, startedAt } = this.#begun
    return writeReplay(this.#recording.raw, metadata.build(startedAt)) as Uint8Array<ArrayBuffer>
  }

  #endAsRecorded({ cause }: Branch): void {
    if (cause?.kind === 'forfeit' && cause.port !== null) this.#end('forfeit', otherOf(cause.port), cause)
    else this.#end('stopped', null, cause ?? { kind: 'aborted' })
  }

  #end(how: SparringResult['how'], winner: Port | null, cause: EndCause, fault: string | null = null): void {
    const { game } = this.#begun
    const [first, second] = game.players
    const frames = Math.max(0, game.frame + 1)
    this.#result = { how, winner, standings: [standingOf(first), standingOf(second)], frames, fault }
    this.#recording.push(game.end(cause))
  }
}

/** Shows a bot the match up to a frame. What it would have pressed on those frames is not played. */
async function showMatch(seat: Seat, reader: ColumnReader, to: number, signal?: AbortSignal): Promise<void> {
  const { raw, gameStartEnd, columns } = reader
  const { startAt, endAt } = columns.frames
  seat.take(raw.subarray(0, gameStartEnd))
  let until = performance.now() + SLICE_MS
  for (let frame = FIRST_FRAME; frame <= to; frame++) {
    const row = frame - FIRST_FRAME
    seat.take(raw.subarray(startAt[row], endAt[row]))
    seat.padOf(frame)
    if (performance.now() < until) continue
    await new Promise((resolve) => setTimeout(resolve, 0))
    signal?.throwIfAborted()
    until = performance.now() + SLICE_MS
  }
}

const otherOf = (port: Port): Port => (port === 0 ? 1 : 0)

function standingOf({ stocks, percent }: Standing): Standing {
  return { stocks, percent }
}
