/** The shield: up before a blow lands, down when it has passed. */
import { threatsOf, type ThreatFigures } from '../../attacks.ts'
import { figuresOf } from '../../figures.ts'
import type { FighterView, Game } from '../../game.ts'
import { ACTION, isShielding, isFrom } from '../actions.ts'
import { hold, rest, SHIELD } from '../inputs.ts'
import type { Mind, Skill } from '../mind.ts'
import { pathOf, type Path } from '../predict.ts'
import { attackOf, busyFor, DELAY } from '../timing.ts'
import { stick } from '../../controller.ts'

/** Blows further off than this are not waited for. */
const SOON = 9
/** By so much a blow may pass beside, and is shielded all the same. */
const MARGIN = 4
/** A shield weaker than this breaks. */
const THIN = 15

/** Frames until the opponent's attack under way reaches this fighter; infinite where it does not. */
function struckIn(game: Game, mind: Mind): number {
  const { me, opponent, stage } = game
  if (!threatOf(opponent)) return Infinity
  return struckOn(pathOf(me, stage), pathOf(opponent, stage), game, mind, SOON)
}

/** By the fighter's own action: its shapes are its own. */
const threatOf = ({ character, raw, action }: FighterView): ThreatFigures | undefined =>
  threatsOf(character).get(raw.post?.actionStateId ?? action)

/** The same, for a path that it may take, within a number of frames. */
export function struckOn(mine: Path, theirs: Path, { me, opponent }: Game, mind: Mind, within: number): number {
  const threat = threatOf(opponent)
  if (!threat) return Infinity
  const { width, height } = figuresOf(me.character)
  const { age } = mind.theirs
  for (let at = Math.max(1, threat.first - age); at <= Math.min(within, threat.last - age); at++) {
    const away = theirs.xs[at]! - mine.xs[at]!
    const [left, right] = sidesOf(threat, opponent)
    if (away + left > width + MARGIN || away + right < -width - MARGIN) continue
    const above = theirs.ys[at]! - mine.ys[at]!
    if (above + threat.low <= height + MARGIN && above + threat.high >= -MARGIN) return at
  }
  return Infinity
}

function sidesOf({ near, far }: ThreatFigures, { facing }: FighterView): readonly [left: number, right: number] {
  return facing > 0 ? [near, far] : [-far, -near]
}

function canShield({ isAirborne, action, shield }: FighterView): boolean {
  if (isAirborne || shield < THIN) return false
  return (
    isFrom(action, ACTION.wait, ACTION.run) || isFrom(action, ACTION.squat, ACTION.landing) || isShielding({ action })
  )
}

/** Shields a blow that it sees coming. */
export const shieldBlows: Skill = (game, mind) => {
  const { me, opponent } = game
  if (!canShield(me) || busyFor(me, mind.mine) > DELAY || isGrabbing(opponent)) return null
  return struckIn(game, mind) === Infinity ? null : [SHIELD]
}

/** No shield helps against a grab: it steps aside on the spot. */
export const dodgeGrabs: Skill = (game, mind) => {
  if (!canShield(game.me) || !isGrabbing(game.opponent) || struckIn(game, mind) <= DELAY) return null
  return [SHIELD, ...hold({ ...stick(0, -1), ...SHIELD }, 2), ...rest(6)]
}

function isGrabbing({ action }: FighterView): boolean {
  const attack = attackOf(action)
  return attack === 'grab' || attack === 'dashGrab'
}
