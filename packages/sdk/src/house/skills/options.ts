/** The attacks that may begin now: from the way the fighter stands, runs, shields or flies, each with its inputs. */
import { attacksOf, type AttackName } from '../../attacks.ts'
import { BUTTON, stick } from '../../controller.ts'
import { figuresOf } from '../../figures.ts'
import type { FighterView, Game } from '../../game.ts'
import { isDashing, isInAerial, isShielding } from '../actions.ts'
import { attackPress, hold, jump, rest, type Plan } from '../inputs.ts'
import type { Mind } from '../mind.ts'
import { jumpPathOf, pathOf, type Path } from '../predict.ts'
import { DELAY } from '../timing.ts'

export interface Option {
  readonly name: AttackName
  readonly facing: number
  /** Frames from the decision to the first frame of the attack. */
  readonly begins: number
  readonly plan: () => Plan
  /** Where the attacker is on each frame from now. */
  readonly own: Path
}

const STANDING: readonly AttackName[] = ['jab', 'ftilt', 'utilt', 'dtilt', 'fsmash', 'usmash', 'dsmash', 'grab']
const RUNNING: readonly AttackName[] = ['dashAttack', 'dashGrab']
/** What the squat before a jump allows, and so a dash and a shield. */
const FROM_SQUAT: readonly AttackName[] = ['usmash', 'grab']
const AERIALS: readonly AttackName[] = ['nair', 'fair', 'bair', 'uair', 'dair']

/** Frames in the air before an aerial out of a jump. */
const AERIAL_WAITS = [0, 4, 8, 13, 18]
/** A landing comes too early for an attack with fewer frames than this to go. */
const LEAST_AIR = 2
/** A stick tilted so far is the flick of a dash. */
const FLICK = 64

export const isGrab = (name: AttackName): boolean => name === 'grab' || name === 'dashGrab'
export const isAerial = (name: AttackName): boolean => AERIALS.includes(name)

export function* optionsOf({ me, opponent, stage }: Game, mind: Mind): Generator<Option> {
  const own = pathOf(me, stage)
  if (me.isAirborne) {
    if (!isInAerial(me)) for (const name of AERIALS) yield option(name, me.facing, own)
    return
  }
  const toward = Math.sign(opponent.x - me.x) || me.facing
  if (isShielding(me)) {
    for (const name of FROM_SQUAT)
      yield name === 'grab' ? option(name, me.facing, own) : fromSquat(name, me.facing, own)
  } else if (isDashing(me) || isAboutToDash(mind)) {
    for (const name of RUNNING) yield option(name, me.facing, own)
    for (const name of FROM_SQUAT) yield fromSquat(name, me.facing, own)
  } else {
    const turn = toward === me.facing ? [] : [stick(toward * 0.5)]
    for (const name of STANDING) yield option(name, toward, own, turn)
  }
  yield* jumpIns(me, toward)
}

/** The stick of a dash is on its way. */
function isAboutToDash({ sent }: Mind): boolean {
  return sent.some(({ stickX = 128 }) => Math.abs(stickX - 128) >= FLICK)
}

/** An attack after some inputs that lead to it. */
function option(name: AttackName, facing: number, own: Path, lead: Plan = []): Option {
  const plan = (): Plan => [...lead, attackPress(name, facing), ...rest(DELAY + 1)]
  return { name, facing, begins: DELAY + lead.length, plan, own }
}

function fromSquat(name: AttackName, facing: number, own: Path): Option {
  return option(name, facing, own, [{ buttons: BUTTON.X }])
}

/** Jumps toward the opponent, short and full, with each aerial at each of some moments. */
function* jumpIns(me: FighterView, toward: number): Generator<Option> {
  const attacks = attacksOf(me.character)
  const { jumpSquat } = figuresOf(me.character)
  for (const isFull of [false, true]) {
    const own = jumpPathOf(me, toward, isFull, DELAY + jumpSquat)
    for (const wait of AERIAL_WAITS) {
      const begins = DELAY + jumpSquat + wait
      for (const name of AERIALS) {
        if (begins + attacks[name].first + LEAST_AIR > own.landsIn) continue
        const plan = (): Plan => [
          ...jump(toward, jumpSquat, isFull),
          ...hold(stick(toward), wait),
          name === 'nair' ? attackPress(name, me.facing) : { ...stick(toward), ...attackPress(name, me.facing) },
          ...hold(stick(toward * 0.6), DELAY + 1),
        ]
        yield { name, facing: me.facing, begins, own, plan }
      }
    }
  }
}
