/**
 * Every way to hold somebody, of every fighter, against all 26, with the holder on either port: it catches, it ends, it does the
 * same from both ports, and both act again. What a hold does in detail stands with the fighter's own tests.
 */
import { describe, expect, test } from 'vitest'
import { numbers, some } from '../../../scripts/tests/series.ts'
import { EXTERNAL_ID } from '../src/tables/ids.ts'
import { CHARACTER_COUNT, Game, type Pad } from '../src/index.ts'
import { FighterRecord } from '../src/state/fields.ts'
import { isCaptured } from '../src/state/presence.ts'
import { fighterAt } from '../src/state/state.ts'
import { ACTION, BUTTON, DOWN, ICE_CLIMBERS, KIRBY, LEFT, NEUTRAL, press, RIGHT, stick, UP } from './scene.ts'

const FALCON = EXTERNAL_ID['captain-falcon']
const DONKEY_KONG = EXTERNAL_ID['donkey-kong']
const BOWSER = EXTERNAL_ID.bowser
const MEWTWO = EXTERNAL_ID.mewtwo
const YOSHI = EXTERNAL_ID.yoshi
const GANONDORF = EXTERNAL_ID.ganondorf

const DOWN_WAITS: readonly number[] = [183, 184, 191, 192]
const SLEEP = 11
const KNEE_BEND = 24
const READY: readonly number[] = [ACTION.Wait, ACTION.Ottotto, 246]
const CLIFF_WAIT = 253

/** Frames in which whatever catches has caught, in which the longest hold without percent ends, and both stand again. */
const CATCHES = 120
const ENDS = 500
const STANDS = 900

/** A hold deals a hundred at most; these are all far below. */
const MOST_DAMAGE = 40

type Outcome =
  | { readonly fault: string }
  | {
      readonly fault: null
      readonly percent: number
      readonly held: number
      /**
       * The rest of the swing has hit the released fighter: whether it does depends on the pose, a frame further on
       * from the later port.
       */
      readonly isFrozen: boolean
    }

type Hands = (frame: number, holds: FighterRecord) => Pad

interface Hold {
  readonly name: string
  /** Pads that catch, by frames since the start. */
  readonly reach: Hands
  /** Pads of the holder, by frames of the hold. */
  readonly goesOn?: Hands
  /** The victim presses A as fast as it can from this frame of the hold on. */
  readonly mashesFrom?: number
  /** How far the victim is ahead, tried in turn until it is caught. */
  readonly distances?: readonly number[]
  /** In the air: how far the victim is above the holder. */
  readonly heights?: readonly (number | null)[]
  /** The fighter that Kirby has copied. */
  readonly copies?: number
  /** Does it hurt? */
  readonly isHarmless?: boolean
}

const still: Hands = () => NEUTRAL
const once =
  (pad: Pad): Hands =>
  (frame) =>
    frame === 0 ? pad : NEUTRAL
const pulse =
  (pad: Pad, from = 0): Hands =>
  (frame) =>
    frame >= from && frame % 2 === 0 ? pad : NEUTRAL

const A = press(BUTTON.A)
const B = press(BUTTON.B)
const Z = press(BUTTON.Z)
const GRAB = once(Z)
const SIDE_B = once(stick(80, 0, BUTTON.B))
const UP_B = once(stick(0, 80, BUTTON.B))

const dashGrab: Hands = (frame) => (frame < 6 ? RIGHT : frame === 6 ? { ...RIGHT, buttons: BUTTON.Z } : NEUTRAL)

const CATCH_WAIT = 216

/** Throws as soon as a victim is held. */
const throwing =
  (pad: Pad): Hands =>
  (frame, { action }) =>
    action === CATCH_WAIT && frame % 2 === 0 ? pad : NEUTRAL

/** A pummel first. */
const pummelling =
  (pad: Pad): Hands =>
  (frame, holder) =>
    frame < 40 ? throwing(A)(frame, holder) : throwing(pad)(frame, holder)

const DISTANCES: readonly number[] = [12, 9, 15, 6]
const ON_THE_FLOOR = [null]
/** Where holders in the air are. */
const HIGH = 60

const GRABS: readonly Hold[] = [
  { name: 'a grab is struggled out of', reach: GRAB, mashesFrom: 0, isHarmless: true },
  { name: 'a grab ends by itself', reach: GRAB, isHarmless: true },
  { name: 'a dash grab', reach: dashGrab, goesOn: throwing(LEFT), distances: [40, 34, 46, 28, 31, 22, 37, 25, 16] },
  { name: 'the throw forward', reach: GRAB, goesOn: throwing(RIGHT) },
  { name: 'the throw backward', reach: GRAB, goesOn: throwing(LEFT) },
  { name: 'the throw upward', reach: GRAB, goesOn: throwing(UP) },
  { name: 'a pummel and the throw downward', reach: GRAB, goesOn: pummelling(DOWN) },
]

const CARGO_WAIT = 351
/** Lifts, and does this with his victim. */
const carrying =
  (pad: Pad): Hands =>
  (frame, holder) =>
    holder.action >= CARGO_WAIT ? pulse(pad)(frame, holder) : throwing(RIGHT)(frame, holder)

const CARGO: readonly Hold[] = [
  { name: 'the carry is struggled out of', reach: GRAB, goesOn: carrying(NEUTRAL), mashesFrom: 60 },
  { name: 'the carry, thrown forward', reach: GRAB, goesOn: carrying(stick(30, 0, BUTTON.A)) },
  { name: 'the carry, thrown backward', reach: GRAB, goesOn: carrying(stick(-30, 0, BUTTON.A)) },
  { name: 'the carry, thrown upward', reach: GRAB, goesOn: carrying(stick(0, 30, BUTTON.A)) },
  { name: 'the carry, thrown downward', reach: GRAB, goesOn: carrying(stick(0, -30, BUTTON.A)) },
]

const DIVE: readonly Hold[] = [
  { name: 'the dive', reach: UP_B, distances: [10, 6] },
  { name: 'the dive in the air', reach: UP_B, distances: [10], heights: [26, 16] },
]

const KLAW: readonly Hold[] = [
  { name: 'Koopa Klaw ends by itself', reach: SIDE_B },
  { name: 'Koopa Klaw is struggled out of', reach: SIDE_B, mashesFrom: 0 },
  { name: 'Koopa Klaw, bite after bite', reach: SIDE_B, goesOn: pulse(B) },
  { name: 'Koopa Klaw, thrown forward', reach: SIDE_B, goesOn: pulse(RIGHT, 40) },
  { name: 'Koopa Klaw, thrown backward', reach: SIDE_B, goesOn: pulse(LEFT, 40) },
  { name: 'Koopa Klaw in the air', reach: SIDE_B, goesOn: pulse(RIGHT, 10), heights: [0, 8, 4, -4, 12] },
]

const EGG_LAY: readonly Hold[] = [
  { name: 'Egg Lay', reach: once(B) },
  { name: 'Egg Lay in the air', reach: once(B), heights: [0, 8, 16, 4] },
]

const holdB: Hands = () => B
/** The word in which he remembers the copied fighter, and Yoshi's number there. */
const COPIED = 7
const YOSHI_COPIED = 15
const INHALE: readonly Hold[] = [
  { name: 'Inhale ends by itself', reach: holdB, isHarmless: true },
  { name: 'Inhale is struggled out of', reach: holdB, mashesFrom: 0, isHarmless: true },
  { name: 'Inhale, spat out', reach: holdB, goesOn: pulse(A, 40) },
  { name: 'Inhale, swallowed', reach: holdB, goesOn: pulse(B, 40) },
  { name: 'Egg Lay as copied', reach: once(B), copies: YOSHI_COPIED },
  { name: 'Inhale in the air', reach: holdB, goesOn: pulse(A, 40), heights: [0, 8, 16, 4] },
]

const CONFUSION: readonly Hold[] = [
  { name: 'Confusion', reach: SIDE_B },
  { name: 'Confusion in the air', reach: SIDE_B, heights: [8, 16, 0, 4, 12, 20] },
]

const SPECIALS: ReadonlyMap<number, readonly Hold[]> = new Map([
  [FALCON, DIVE],
  [DONKEY_KONG, CARGO],
  [KIRBY, INHALE],
  [BOWSER, KLAW],
  [MEWTWO, CONFUSION],
  [YOSHI, EGG_LAY],
  [GANONDORF, DIVE],
])

/** Donkey Kong's throw forward is the beginning of his carry. */
function holdsOf(holder: number): readonly Hold[] {
  const grabs = holder === DONKEY_KONG ? GRABS.filter(({ name }) => name !== 'the throw forward') : GRABS
  return [...grabs, ...(SPECIALS.get(holder) ?? [])]
}

/** Both stand on Final Destination; played on from there again and again. */
class Pairing {
  readonly #game: Game
  readonly #start: Uint8Array
  readonly #state: Uint8Array
  readonly #port: 0 | 1
  readonly holder: FighterRecord
  readonly victim: FighterRecord

  constructor(holder: number, victim: number, port: 0 | 1) {
    const characters = port === 0 ? [holder, victim] : [victim, holder]
    const player = (place: 0 | 1) => ({ character: characters[place]!, costume: 0, name: '' })
    this.#game = new Game({ seed: new Uint8Array(32).fill(3), stage: 32, players: [player(0), player(1)] })
    this.#port = port
    this.#game.start()
    this.#state = this.#game.save()
    const second = characters[0] === ICE_CLIMBERS ? 2 : 1
    const record = (index: number) => new FighterRecord(this.#state.buffer as ArrayBuffer, fighterAt(index))
    this.holder = record(port === 0 ? 0 : second)
    this.victim = record(port === 0 ? second : 0)
    for (let i = 0; i < 200; i++) this.#step(NEUTRAL, NEUTRAL)
    // It is the leader that is to be caught.
    if (victim === ICE_CLIMBERS) record(port === 0 ? second + 1 : 1).action = SLEEP
    this.#start = this.#state.slice()
  }

  /** What came of it: a fault, or what the hold did and how long it lasted. */
  play(hold: Hold): Outcome {
    const { goesOn = still, mashesFrom = Infinity } = hold
    if (!this.#catch(hold)) return { fault: 'catches nobody' }
    const held = this.#until(
      ENDS,
      () => !isCaptured(this.victim),
      (frame) => [goesOn(frame, this.holder), frame >= mashesFrom && frame % 2 === 0 ? A : NEUTRAL],
    )
    if (held === null) return { fault: `still held in ${this.victim.action}, by ${this.holder.action}` }
    const { percent, hitlagLeft } = this.victim
    const rests = this.#until(
      STANDS,
      () => READY.includes(this.holder.action) && READY.includes(this.victim.action),
      () => [getUp(this.holder), getUp(this.victim)],
    )
    if (rests === null) return { fault: `end in ${this.holder.action} and ${this.victim.action}` }
    this.#step(press(BUTTON.X), press(BUTTON.X))
    if (this.holder.action !== KNEE_BEND || this.victim.action !== KNEE_BEND) return { fault: 'cannot jump' }
    return { fault: null, percent, held, isFrozen: hitlagLeft > 0 }
  }

  #catch({ reach, distances = DISTANCES, heights = ON_THE_FLOOR, copies = 0 }: Hold): boolean {
    for (const distance of distances) {
      for (const above of heights) {
        this.#place(distance, above, copies)
        const pads = (frame: number) => [reach(frame, this.holder), NEUTRAL] as const
        if (this.#until(CATCHES, () => isCaptured(this.victim), pads) !== null) return true
      }
    }
    return false
  }

  #place(distance: number, above: number | null, copies: number): void {
    this.#state.set(this.#start)
    if (copies) this.holder.ownInts[COPIED] = copies
    Object.assign(this.holder, { x: 0, previousX: 0, facing: 1, facingAtStart: 1 })
    Object.assign(this.victim, { x: distance, previousX: distance, facing: -1, facingAtStart: -1 })
    if (above !== null) {
      const inAir = { action: ACTION.Fall, isAirborne: true, jumpsUsed: 1 }
      Object.assign(this.holder, { ...inAir, y: HIGH, previousY: HIGH })
      Object.assign(this.victim, { ...inAir, y: HIGH + above, previousY: HIGH + above })
    }
    this.#game.restore(this.#state)
  }

  #until(limit: number, isDone: () => boolean, pads: (frame: number) => readonly [Pad, Pad]): number | null {
    for (let frame = 0; frame < limit; frame++) {
      const [holder, victim] = pads(frame)
      this.#step(holder, victim)
      if (isDone()) return frame
    }
    return null
  }

  #step(holder: Pad, victim: Pad): void {
    if (this.#port === 0) this.#game.step(holder, victim)
    else this.#game.step(victim, holder)
    this.#game.save(this.#state)
  }
}

/** Lying, and at a ledge. */
function getUp({ action, x }: FighterRecord): Pad {
  if (action === CLIFF_WAIT) return x > 0 ? LEFT : RIGHT
  return DOWN_WAITS.includes(action) ? UP : NEUTRAL
}

/** Dark Dive's catcher waits a frame for each of its four hits, where its victim comes before it. */
const WAITS = 4

function compare(one: Outcome, other: Outcome): string | null {
  if (one.fault !== null) return `from the first port ${one.fault}`
  if (other.fault !== null) return `from the second port ${other.fault}`
  if (Math.abs(one.held - other.held) > WAITS) return `lasts ${one.held} and ${other.held} frames`
  if (one.isFrozen || other.isFrozen) return null
  return one.percent === other.percent ? null : `does ${one.percent} and ${other.percent} %`
}

function judge(outcome: Outcome, hold: Hold): string | null {
  if (outcome.fault !== null) return null
  if (outcome.percent > MOST_DAMAGE) return `does ${outcome.percent} %`
  return outcome.percent === 0 && !hold.isHarmless ? 'does no damage' : null
}

describe.each(numbers(CHARACTER_COUNT))('character %i', (holder) => {
  // Each begins with itself, so that one against each is everybody altogether.
  const victims = some(numbers(CHARACTER_COUNT, holder), CHARACTER_COUNT).map((number) => number % CHARACTER_COUNT)

  test('holds fighters alike from both ports: each hold ends, and both fighters act again', () => {
    const faults: string[] = []
    for (const victim of victims) {
      const [first, second] = [new Pairing(holder, victim, 0), new Pairing(holder, victim, 1)]
      for (const hold of holdsOf(holder)) {
        const [one, other] = [first.play(hold), second.play(hold)]
        const fault = compare(one, other) ?? judge(one, hold)
        if (fault !== null) faults.push(`${hold.name}, against ${victim}: ${fault}`)
      }
    }
    expect(faults).toEqual([])
  })
})
