/**
 * PSI Magnet: a field around Ness, up as long as B is held and for at least half a second, that absorbs shots and heals
 * him with them. Source: doldecomp/melee (ftNs_SpecialLw); numbers as public randomizers list them and a recording
 * shows. Approximate: the field's middle and size, fitted to four recorded shots (the list's 8.5 around his middle
 * absorbs them a frame early).
 */
import { tableOf, type ActionCallbacks, type Bubble, type FighterActionTable } from '../../actions/action.ts'
import { changeAction } from '../../actions/change.ts'
import { standOrFall } from '../../actions/fall.ts'
import { hasScriptEnded } from '../../actions/script.ts'
import type { Article } from '../../articles/article.ts'
import { staledDamage } from '../../combat/find-articles.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import { beginField, hangInAir, holdField, noteFieldRelease } from '../held-field.ts'
import type { FighterOverrides } from '../kind.ts'
import { afterScript, airTwinOf, goRound, standing, twinHere } from '../special.ts'

const START = 367
const HOLD = 368
const HIT = 369
const END = 370
const AIR_START = 372
/** The id of each airborne state minus that of its grounded twin. */
const TO_AIR = AIR_START - START

const LEAST_HELD = 30
/** Percent healed per point of damage absorbed. */
const HEALING = f(2)
/** Counter at which the field's animation begins again. */
const HOLD_FRAMES = 20

function enter(fighter: Fighter): void {
  beginField(fighter, twinHere(fighter, START, TO_AIR), LEAST_HELD)
}

function enterHere(fighter: Fighter, action: number): void {
  changeAction(fighter, twinHere(fighter, action, TO_AIR))
  fighter.isBubbleOut = action !== END
}

function animateStart(fighter: Fighter): void {
  noteFieldRelease(fighter)
  if (hasScriptEnded(fighter)) enterHere(fighter, HOLD)
}

function animateHold(fighter: Fighter): void {
  if (holdField(fighter)) enterHere(fighter, END)
  else goRound(fighter, HOLD_FRAMES)
}

function animateHit(fighter: Fighter): void {
  const mayEnd = holdField(fighter)
  if (hasScriptEnded(fighter)) enterHere(fighter, mayEnd ? END : HOLD)
}

function absorbs(fighter: Fighter, article: Article): void {
  const healing = Math.trunc(f(staledDamage(article, article.hitboxes.values[0]!) * HEALING))
  fighter.percent = Math.max(0, f(fighter.percent - healing))
  fighter.facing = article.x < fighter.x ? -1 : 1
  enterHere(fighter, HIT)
}

const bubble: Bubble = { does: 'absorb', x: 0, y: 6, radius: 7, met: absorbs }

function states(
  name: 'Start' | 'Hold' | 'Hit' | 'End',
  ground: number,
  callbacks: ActionCallbacks,
): FighterActionTable {
  return tableOf([
    [`SpecialLw${name}`, { ...callbacks, ...standing(ground + TO_AIR) }],
    [`SpecialAirLw${name}`, { ...callbacks, physics: hangInAir, collision: airTwinOf(ground) }],
  ])
}

export const PSI_MAGNET: FighterOverrides = {
  specials: { SpecialLw: enter, SpecialAirLw: enter },
  actions: {
    ...states('Start', START, { animation: animateStart }),
    ...states('Hold', HOLD, { animation: animateHold, bubble }),
    ...states('Hit', HIT, { animation: animateHit, bubble }),
    ...states('End', END, { animation: afterScript(standOrFall) }),
  },
}
