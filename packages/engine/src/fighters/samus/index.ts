/** Samus. She rolls as a ball, which lies lower than she stands. */
import type { ActionCallbacks } from '../../actions/action.ts'
import { clampToEdge } from '../../actions/collide.ts'
import { ROLL } from '../../actions/guard.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import type { FighterOverrides } from '../kind.ts'
import { together } from '../special.ts'
import { SAMUS_BOMB } from './bomb.ts'
import { chargeShot } from './charge-shot.ts'
import { GRAPPLE } from './grapple.ts'
import { MISSILE } from './missile.ts'
import { SCREW_ATTACK } from './screw-attack.ts'

const CHARGE_SHOT = chargeShot()

/** First and last counter on which she is a ball, and how much lower the ball is held; measured on recorded rolls. */
const BALL = { first: 4, last: 30, drop: 2 } as const

function collideAsBall(fighter: Fighter): void {
  clampToEdge(fighter)
  const { animationFrame } = fighter
  if (animationFrame >= BALL.first && animationFrame <= BALL.last) fighter.y = f(fighter.y - BALL.drop)
}

const roll: ActionCallbacks = { ...ROLL, collision: collideAsBall }

export const SAMUS: FighterOverrides = together(CHARGE_SHOT, MISSILE, SCREW_ATTACK, SAMUS_BOMB, GRAPPLE, {
  actions: { EscapeF: roll, EscapeB: roll },
})
