/**
 * Hammer: one swing on the ground; in the air two turns, the first of an airtime with a lift. The hammer is an article
 * while it is out. Source: doldecomp/melee (ftKb_SpecialS); figures from a public list of special attributes.
 * Approximate: the path of the hammer, which no public source has.
 */
import { landWithLag } from '../../actions/landing.ts'
import { landsOn } from '../../collision/fighter-body.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import { fallWithoutDrift } from '../../movement/air.ts'
import { stopOnGround } from '../../movement/ground.ts'
import type { FighterOverrides } from '../kind.ts'
import { prop, takeOut } from '../prop.ts'
import { enterSpecial, stayOrFallOff, thenFall, thenWait } from '../special.ts'
import { OWN } from './own.ts'

const ON_GROUND = 383
const IN_AIR = 384

const LIFT = f(1.5)
const LANDING_LAG = 16

/** Where the hammer comes out, from Kirby, and on which counter. */
const GRIP = { frame: 11, x: f(-4.531), y: f(4.407) }
const AIR_GRIP = { frame: 6, x: f(-5.829), y: f(6.341) }
const HAMMER = prop(51, ({ action }) => action === ON_GROUND || action === IN_AIR)

function enterInAir(fighter: Fighter): void {
  if (fighter.ownInts[OWN.hasSwung] === 0) fighter.selfVy = LIFT
  fighter.ownInts[OWN.hasSwung] = 1
  enterSpecial(fighter, IN_AIR)
}

export const HAMMER_SWING: FighterOverrides = {
  specials: { SpecialS: (fighter) => enterSpecial(fighter, ON_GROUND), SpecialAirS: enterInAir },
  articles: [HAMMER],
  actions: {
    SpecialS: {
      animation: thenWait,
      physics: stopOnGround,
      collision: stayOrFallOff,
      accessory: takeOut(HAMMER, GRIP),
    },
    SpecialAirS: {
      animation: thenFall,
      physics: fallWithoutDrift,
      collision: (fighter) => {
        if (landsOn(fighter, false)) landWithLag(fighter, LANDING_LAG)
      },
      accessory: takeOut(HAMMER, AIR_GRIP),
    },
  },
}
