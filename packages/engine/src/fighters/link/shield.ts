/**
 * The shield of Link and Young Link: while they stand or crouch still, a projectile that meets it stops there and
 * pushes them back. Source: doldecomp/melee (ftLk_AttackAir_800EB3BC, ftLk_800EB334); figures from a public list of
 * attributes. Its place and size are measured on 672 turnips beside Young Link, of which it met 87.
 */
import { ACTION } from '../../action-ids.ts'
import type { ActionCallbacks, Bubble } from '../../actions/action.ts'
import { SQUAT_ACTIONS } from '../../actions/squat.ts'
import { WAIT_ACTIONS } from '../../actions/wait.ts'
import type { Article } from '../../articles/article.ts'
import { staledDamage } from '../../combat/find-articles.ts'
import { hitlagOf } from '../../combat/formulas.ts'
import { HITLAG, SHIELD_HIT } from '../../constants.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import type { FighterOverrides } from '../kind.ts'

/** It pushes as much as the hardest shield. */
function push(fighter: Fighter, article: Article): void {
  const damage = Math.floor(staledDamage(article, article.hitboxes.values[0]!))
  const lightness = f(1 - f(SHIELD_HIT.stunLight + SHIELD_HIT.stunRange))
  const stun = f(f(SHIELD_HIT.stun * f(damage * lightness)) + SHIELD_HIT.stunBase)
  fighter.groundVelocity = f((fighter.x > article.x ? 1 : -1) * f(stun * SHIELD_HIT.push))
  fighter.hitlagLeft = hitlagOf(damage, 1, fighter.action === ACTION.SquatWait ? HITLAG.crouch : 1)
}

function shielded(callbacks: ActionCallbacks, scale: number, y: number): ActionCallbacks {
  const bubble: Bubble = { does: 'stop', x: f(1.5 * scale), y: f(y * scale), radius: f(4 * scale), met: push }
  return {
    ...callbacks,
    bubble,
    animation: (fighter) => {
      fighter.isBubbleOut = true
      callbacks.animation!(fighter)
    },
  }
}

/** For a model of this scale, where Young Link's is 1. */
export function hylianShield(scale: number): FighterOverrides {
  return {
    actions: {
      Wait: shielded(WAIT_ACTIONS.Wait!, scale, 7.5),
      SquatWait: shielded(SQUAT_ACTIONS.SquatWait!, scale, 5),
    },
  }
}
