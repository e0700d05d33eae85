/**
 * What brings a fighter back to the stage, found by trying: it is put beside the stage in the engine, its air jumps used, and
 * steered with the house's own rules and the ladder's lead until it is back or lost.
 */
import { EventReader, FIRST_FRAME } from '@arena/slp'
import { Game, type StageId } from '../../packages/engine/src/index.ts'
import { FighterRecord } from '../../packages/engine/src/state/fields.ts'
import { fighterAt } from '../../packages/engine/src/state/state.ts'
import { attributesOf, type FighterAttributes } from '../../packages/engine/src/tables/fighters.ts'
import type { InternalId } from '../../packages/engine/src/tables/ids.ts'
import { Character } from '../../packages/sdk/src/characters.ts'
import { BUTTON, NEUTRAL, stick, withRest, type Controller, type Hands } from '../../packages/sdk/src/controller.ts'
import { driftHome, placeOf, specialHome, type Recovery } from '../../packages/sdk/src/house/skills/way-back.ts'
import { GameReader, type Game as GameView } from '../../packages/sdk/src/game.ts'

/** Up specials whose flight the stick aims. */
const AIMED: ReadonlySet<Character> = new Set([
  Character.Fox,
  Character.Falco,
  Character.Sheik,
  Character.Zelda,
  Character.Mewtwo,
  Character.Pikachu,
  Character.Pichu,
])
/** Side specials that carry far and end. */
const LUNGES: ReadonlySet<Character> = new Set([Character.Fox, Character.Falco])

/** One with walls below its ledges, one with slopes. */
const STAGES: readonly StageId[] = [31, 32]
const FACINGS = [1, -1] as const
const OUTS = [4, 12, 22, 32, 42, 52, 62, 72, 82, 92, 102, 112]
const DEPTH_STEP = 3
const DEEPEST = 75
const HIGHEST = -60
/** The part of a depth that is left unused. */
const MARGIN = 3
const LUNGE_OUTS = [25, 35, 45, 55, 65, 75, 85]
const LUNGE_HEIGHTS = [2, 10, 18]

/** Frames between a decision and its pad, as on the ladder. */
const LEAD = 2
const LONGEST_TRIAL = 200
/** Where nothing of the stage is near. */
const FAR_OUT = 110
/** An up special that comes back from fewer places than this is none. */
const LEAST_REACH = 3
const READY = -39
const FALL = 29
const LEDGE = { first: 252, last: 253 }
const FIRST_OWN = 341
const LAST_DEAD = 10

interface Start {
  readonly out: number
  readonly height: number
  /** Air jumps left. */
  readonly jumps: number
  /** 1 toward the stage: only a ledge ahead is caught. */
  readonly facing: 1 | -1
  /** What is on the pad on the first frame. */
  readonly opening: Hands
}

/** A stage with the fighter on it, to try from again and again. */
class Trials {
  readonly #game: Game
  readonly #ready: Uint8Array
  readonly #body: FighterAttributes
  readonly #reader = new GameReader()
  readonly #events: EventReader
  #view!: GameView

  constructor(character: Character, stage: StageId, body: FighterAttributes) {
    this.#body = body
    this.#game = new Game({
      seed: new Uint8Array(32).fill(1),
      stage,
      players: [
        { character, costume: 0, name: 'tried' },
        { character: Character.Fox, costume: 0, name: 'aside' },
      ],
    })
    this.#events = new EventReader((event) => {
      const frame = this.#reader.take(event)
      if (frame) this.#view = this.#reader.view(frame, 0)!
    })
    this.#events.push(this.#game.start())
    for (let frame = FIRST_FRAME; frame <= READY; frame++) this.#step(NEUTRAL)
    this.#ready = this.#game.save()
  }

  #step(pad: Controller): GameView {
    this.#events.push(this.#game.step(pad, NEUTRAL))
    return this.#view
  }

  /** Puts it left of the stage, falling at full speed, and lets `policy` play; until `isDone`, or for long enough. */
  run(
    { out, height, jumps, facing, opening }: Start,
    policy: (game: GameView) => Hands,
    isDone: (game: GameView) => boolean,
  ) {
    const { maxJumps, terminalVelocity } = this.#body
    const { edge, ledgeY } = this.#view.stage
    const [x, y] = [-edge - out, ledgeY + height]
    const saved = this.#ready.slice()
    Object.assign(new FighterRecord(saved.buffer, fighterAt(0)), {
      action: FALL,
      actionFrame: 1,
      facing,
      isAirborne: true,
      floorLine: -1,
      groundVelocity: 0,
      x,
      y,
      previousX: x,
      previousY: y,
      selfVx: 0,
      selfVy: -terminalVelocity,
      previousEcbBottom: 0,
      jumpsUsed: maxJumps - jumps,
    })
    this.#game.restore(saved)
    // The first pad is played where the trial begins; the answers to what is seen then come as late as on the ladder.
    const pads: Hands[] = [opening, ...Array.from({ length: LEAD }, () => ({ ...opening, buttons: 0 }))]
    for (let frame = 0; frame < LONGEST_TRIAL; frame++) {
      const game = this.#step(withRest(pads.shift()!))
      if (isDone(game)) return
      pads.push(policy(game))
    }
  }
}

function isBack({ me, stage }: GameView): boolean {
  return (me.action >= LEDGE.first && me.action <= LEDGE.last) || (!me.isAirborne && Math.abs(me.x) < stage.edge + 1)
}

const isLost = ({ me, stage }: GameView): boolean => me.action <= LAST_DEAD || me.y < stage.blastZone.bottom + 5

/** Whether a special with this opening brings it back from there, on every stage and whichever way it faces. */
function comesBack(trials: readonly Trials[], start: Omit<Start, 'jumps' | 'facing'>, recovery: Recovery): boolean {
  return trials.every((trial) =>
    FACINGS.every((facing) => {
      let back = false
      trial.run(
        { ...start, jumps: 0, facing },
        ({ me, stage }) => (me.action >= FIRST_OWN ? specialHome(me, stage, recovery) : driftHome(me, stage)),
        (game) => (back = isBack(game)) || isLost(game),
      )
      return back
    }),
  )
}

/** How deep the up special may begin so far out; null where it brings the fighter back from no height. */
function depthOf(trials: readonly Trials[], out: number, recovery: Recovery): number | null {
  let deepest: number | null = null
  for (let depth = HIGHEST; depth <= DEEPEST; depth += DEPTH_STEP) {
    const back = comesBack(trials, { out, height: -depth, opening: stick(0.5, 1, BUTTON.B) }, recovery)
    if (back) deepest = depth
    else if (deepest !== null && depth > deepest + DEPTH_STEP) break
  }
  return deepest
}

function jumpOf(trials: Trials): Recovery['jump'] {
  let rise = 0
  let carry = 0
  const start = { out: FAR_OUT, height: 0, jumps: 1, facing: 1 as const, opening: stick(1, 0, BUTTON.X) }
  trials.run(
    start,
    () => stick(1),
    ({ me, stage }) => {
      const { out, height } = placeOf(me, stage)
      rise = Math.max(rise, height)
      carry = FAR_OUT - out
      return rise > 0 && height < 0
    },
  )
  return { rise: Math.floor(rise), carry: Math.floor(carry) }
}

function lungeOf(trials: readonly Trials[], recovery: Recovery): number {
  const opening = stick(1, 0, BUTTON.B)
  const outs = LUNGE_OUTS.filter((out) =>
    LUNGE_HEIGHTS.every((height) => comesBack(trials, { out, height, opening }, recovery)),
  )
  return outs.at(-1) ?? 0
}

/** All fighters must be loaded. */
export function tryRecovery(character: Character, internalId: InternalId): Recovery {
  const trials = STAGES.map((stage) => new Trials(character, stage, attributesOf(internalId)))
  const isAimed = AIMED.has(character)
  const recovery: Recovery = { jump: jumpOf(trials[1]!), up: { reach: [], isAimed }, lunge: 0 }
  const reach: [number, number][] = []
  for (const out of OUTS) {
    const depth = depthOf(trials, out, recovery)
    if (depth === null) break
    reach.push([out, depth - MARGIN])
  }
  return {
    ...recovery,
    up: reach.length < LEAST_REACH ? null : { reach, isAimed },
    lunge: LUNGES.has(character) ? lungeOf(trials, recovery) : 0,
  }
}
