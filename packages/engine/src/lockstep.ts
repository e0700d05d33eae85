/**
 * Plays a running match beside the arena, from its stream: picks and stage from Game Start, both pads and the random
 * seed from each frame. Every byte that this engine makes is compared with what came.
 *
 *   exact         every frame since the first came, and came out equal
 *   approximate   frames were lost, or one came out otherwise: whatever the stream holds is taken over from it on each
 *                 frame, and the rest is rebuilt (`recorded/`)
 *
 * A match is called exact again when `VERIFIED_FRAMES` in a row came out equal without any correction.
 */
import { EVENTS, payloadSize, seedOf, VERSION } from '@arena/slp'
import type { EventTable, FighterFrame, Frame, GameStart } from '@arena/slp'
import { differenceAt, nameDifference, type Difference } from './difference.ts'
import type { Fighter } from './fighter.ts'
import { Game, matchOf } from './game.ts'
import { padOf, type Pad } from './input/controller.ts'
import { BrokenInvariant } from './invariants.ts'
import { putMatchToRecord } from './recorded/follow.ts'
import { jumpToRecord } from './recorded/jump.ts'
import { leadStage, settleStage } from './recorded/stage.ts'
import type { Seeds } from './ruleset.ts'
import { CHARACTER_COUNT, STAGE_IDS } from './seed.ts'

export type { Difference } from './difference.ts'
export { padOf } from './input/controller.ts'
export { eventsOf, showArticle, showFighter, showRandall, showStage, stepQuietly } from './quiet.ts'

/** Frames in a row that have to come out equal before a match that was rebuilt is called exact. */
export const VERIFIED_FRAMES = 600

/** Frames that never came. */
export interface LostFrames {
  readonly from: number
  readonly to: number
}

const TABLES: readonly EventTable[] = Object.values(EVENTS)
const EVENT_BYTES = new Map(TABLES.map((table) => [table.code, 1 + payloadSize(table, VERSION)]))

/** A game as a stream's Game Start has it, of which only the frames' seeds are known. Its fighters have to be loaded. */
export function gameOf({ stageId, players }: GameStart, seeds: Seeds): Game {
  const stage = STAGE_IDS.find((id) => id === stageId)
  if (stage === undefined) throw new RangeError(`The engine has no stage ${stageId}`)
  const [first, second] = players.map(({ characterId, costumeIndex, displayName }, port) => {
    if (port < 2 && characterId >= CHARACTER_COUNT) throw new RangeError(`The engine has no character ${characterId}`)
    return { character: characterId, costume: costumeIndex, name: displayName }
  })
  return new Game({ seed: seeds, stage, players: [first!, second!] })
}

/**
 * @example
 * await loadAllFighters()
 * const lockstep = new Lockstep(gameStart)
 * lockstep.take(frame, bytes)
 * console.log(lockstep.isExact, lockstep.game.players[0].x)
 */
export class Lockstep {
  /** At the frame taken last. Whoever plays it on has to restore it. */
  readonly game: Game
  readonly pads: readonly [Pad, Pad] = [newPad(), newPad()]
  #seed: number
  #before: Uint8Array
  #previous: Frame | null = null
  /** Every frame came, and came out equal. */
  #isUnbroken = true
  /** Frames in a row that came out equal. */
  #equal = 0
  #lost: LostFrames | null = null
  #difference: Difference | null = null

  constructor(start: GameStart) {
    this.#seed = start.randomSeed | 0
    this.game = gameOf(start, { at: () => this.#seed })
    this.#before = this.game.save()
  }

  /** Whether the last frame came out equal, byte for byte. */
  get isInStep(): boolean {
    return this.#equal > 0
  }

  /** Whether the state may be taken for the arena's own. */
  get isExact(): boolean {
    return this.#isUnbroken || this.#equal >= VERIFIED_FRAMES
  }

  /** The frames that were lost last; null as long as every frame came. */
  get lost(): LostFrames | null {
    return this.#lost
  }

  /** Where this engine last played otherwise than the arena's while it was exact; null as long as it never did. */
  get difference(): Difference | null {
    return this.#difference
  }

  /** Takes the next frame that came; `bytes` are its events. One that was taken before is left out. */
  take(frame: Frame, bytes: Uint8Array): void {
    const { game } = this
    const expected = game.frame + 1
    if (frame.frame < expected) return
    const { players } = frame
    if (!players[0]?.pre || !players[0].post || !players[1]?.pre || !players[1].post) return
    padOf(players[0].pre, this.pads[0])
    padOf(players[1].pre, this.pads[1])
    if (frame.frame > expected) {
      this.#lost = { from: expected, to: frame.frame - 1 }
      this.#isUnbroken = false
      this.#jump(frame)
    } else this.#step(frame, seedOf(frame) | 0, bytes)
    this.#previous = frame
  }

  #step(frame: Frame, seed: number, bytes: Uint8Array): void {
    const { game } = this
    this.#before = game.save(this.#before)
    this.#seed = seed
    if (!this.#isUnbroken) leadStage(matchOf(game), frame)
    let played: Uint8Array | null = null
    try {
      played = game.step(...this.pads)
    } catch (error) {
      // The frame is played all the same; any other error leaves it half played.
      if (!(error instanceof BrokenInvariant)) {
        game.restore(this.#before)
        this.#differ(differenceAt(frame.frame, 'the engine finds a fault in itself'))
        this.#jump(frame)
        return
      }
    }
    if (played && isEqual(played, bytes)) {
      this.#equal++
      return
    }
    const { frame: number } = frame
    this.#differ(
      played
        ? nameDifference(number, bytes, played, (code) => EVENT_BYTES.get(code) ?? 0)
        : differenceAt(number, 'the engine finds a fault in itself'),
    )
    this.#follow(frame)
  }

  #differ(difference: Difference): void {
    if (this.isExact) this.#difference = difference
    this.#isUnbroken = false
    this.#equal = 0
  }

  /** Corrects a frame that was played otherwise. */
  #follow(frame: Frame): void {
    const match = matchOf(this.game)
    const previous = this.#previous ?? frame
    match.record.endMethod = 0
    settleStage(match, frame)
    putMatchToRecord(match, this.#before, {
      stepOf: (fighter) => {
        const post = shown(frame, fighter)?.post
        return post ? { post, before: shown(previous, fighter)?.post ?? post } : null
      },
      items: frame.items,
      hitlagOf: (_, post) => post.hitlagRemaining,
      hasInstances: true,
    })
  }

  #jump(frame: Frame): void {
    const match = matchOf(this.game)
    this.#equal = 0
    jumpToRecord(match, frame, (fighter) => shown(frame, fighter))
  }
}

/** What a frame shows of a fighter. */
function shown({ players }: Frame, { port, isFollower }: Fighter): FighterFrame | null {
  const player = players[port]
  return (isFollower ? player?.follower : player) ?? null
}

function newPad(): Pad {
  return { buttons: 0, stickX: 128, stickY: 128, cstickX: 128, cstickY: 128, l: 0, r: 0 }
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false
  for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) return false
  return true
}
