/** What a hit does: how far it throws its victim, and whether that loses the stock. */
import type { LaunchFigures } from '../../attacks.ts'
import { figuresOf } from '../../figures.ts'
import type { FighterView } from '../../game.ts'
import type { Stage } from '../../stages.ts'

/** Constants of the game's formulas. */
const SAKURAI = 361
const SAKURAI_FROM = 32
const SAKURAI_RAISED = 44
const SPEED = 0.03
const DECAY = 0.051
const TUMBLE_FROM = 80

/** The strength of a hit on a fighter: from about 80 on it tumbles. */
export function knockbackOn({ damage, base, growth, set }: LaunchFigures, victim: FighterView): number {
  const { weight } = figuresOf(victim.character)
  const after = Math.floor(victim.percent) + damage
  const force = set > 0 ? 1 + (10 * set) / 20 : after / 10 + (damage * after) / 20
  return base + (growth / 100) * (18 + 1.4 * (200 / (weight + 100)) * force)
}

const tumbles = (knockback: number): boolean => knockback >= TUMBLE_FROM

/** Whether a launch in a direction (-1, 1) carries its victim out of the blast zones before it can act. */
export function kills(launch: LaunchFigures, victim: FighterView, direction: number, { blastZone }: Stage): boolean {
  const knockback = knockbackOn(launch, victim)
  if (!tumbles(knockback)) return false
  const { gravity, fallSpeed } = figuresOf(victim.character)
  const angle = (angleOf(launch.angle, knockback) * Math.PI) / 180
  let speed = SPEED * knockback
  let { x, y } = victim
  let vy = 0
  for (let left = Math.floor(0.4 * knockback); left > 0; left--) {
    speed = Math.max(0, speed - DECAY)
    vy = Math.max(-fallSpeed, vy - gravity)
    x += direction * speed * Math.cos(angle)
    y += speed * Math.sin(angle) + vy
    if (x < blastZone.left || x > blastZone.right || y < blastZone.bottom || y > blastZone.top) return true
  }
  return false
}

function angleOf(angle: number, knockback: number): number {
  if (angle < SAKURAI) return angle
  return knockback < SAKURAI_FROM ? 0 : SAKURAI_RAISED
}
