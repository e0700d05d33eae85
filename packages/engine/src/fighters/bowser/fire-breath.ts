/**
 * Fire Breath: a stream of flames as long as B is held. Range and strength decrease while it burns and recover while it
 * does not. Source: doldecomp/melee (ftKp_SpecialN, itkoopaflame); figures from public lists of special attributes and
 * 28 recorded flames. How far the flames spread is an estimate.
 */
import type { ArticleHitbox, ArticleKind } from '../../articles/article.ts'
import { articleHitbox } from '../../articles/hitbox.ts'
import type { Fighter } from '../../fighter.ts'
import { BUTTON } from '../../input/buttons.ts'
import { cosf, f, sinf } from '../../math.ts'
import { fallAndDrift } from '../../movement/air.ts'
import { stopOnGround } from '../../movement/ground.ts'
import { randomInteger } from '../../random.ts'
import { privates } from '../../state/privates.ts'
import type { FighterOverrides } from '../kind.ts'
import {
  afterScript,
  airTwinOf,
  enterSpecial,
  goRound,
  groundTwinOf,
  named,
  thenFall,
  thenWait,
  type Copy,
} from '../special.ts'

const OWN: Copy<'Kp'> = { first: 341, prefix: '' }

// Own words (`ownInts`).
/** Fuel used, and the frame on which it last decreased. */
const BURNED = 0
const LAST_FRAME = 2

const FireBreath = privates({ frames: 'int' })

const LEAST_FRAMES = 40
/** Frames between two flames. */
const INTERVAL = 3
const FUEL = 360
const LEAST_FUEL = 40
/** What a frame of rest restores; computed when the fire is next used. */
const REST = f(0.7)
const FLAME = { speed: f(1.9), angle: f(-0.817), life: 28 } as const
const OWN_FLAME = { type: 100, mouth: { x: f(8.84), y: f(10.625) } }
/** The four directions of a flame, relative to the usual one. */
const SPREAD = [0, f(0.06), f(-0.06), f(0.12)] as const
const LOOP_FRAMES = 20

const hitbox: ArticleHitbox = articleHitbox({
  damage: 2,
  angle: 60,
  growth: 50,
  baseKnockback: 12,
  element: 'fire',
  radius: f(3.5),
})
const hitboxes = [hitbox]

function fuelOf({ ownFloats }: Fighter): number {
  return Math.max(LEAST_FUEL, f(FUEL - ownFloats[BURNED]!))
}

function enter(fighter: Fighter, action: number): void {
  const rested = fighter.match.record.frame - fighter.ownInts[LAST_FRAME]!
  fighter.ownFloats[BURNED] = Math.max(0, f(fighter.ownFloats[BURNED]! - f(REST * rested)))
  enterSpecial(fighter, action)
  FireBreath.of(fighter).frames = 0
}

function loop(fighter: Fighter): void {
  goRound(fighter, LOOP_FRAMES)
}

export function fireBreath(states = OWN, { type, mouth } = OWN_FLAME): FighterOverrides {
  const START = states.first
  const LOOP = START + 1
  const END = START + 2
  const AIR_START = START + 3
  const AIR_LOOP = START + 4
  const AIR_END = START + 5
  const flame: ArticleKind = { type, isReflectable: true, isAbsorbable: true, bounces: true, hitboxes: () => hitboxes }

  function burn(fighter: Fighter): void {
    const frames = FireBreath.of(fighter).frames++
    if (frames >= LEAST_FRAMES && (fighter.held & BUTTON.B) === 0) {
      enterSpecial(fighter, fighter.isAirborne ? AIR_END : END)
      return
    }
    fighter.ownFloats[BURNED] = Math.min(FUEL - LEAST_FUEL, f(fighter.ownFloats[BURNED]! + 1))
    fighter.ownInts[LAST_FRAME] = fighter.match.record.frame
  }

  function breathe(fighter: Fighter): void {
    if (FireBreath.of(fighter).frames % INTERVAL !== 1) return
    const { x, y, facing, match } = fighter
    const angle = f(FLAME.angle + SPREAD[randomInteger(match.record, SPREAD.length)]!)
    match.articles.spawn(flame, fighter, {
      x: f(x + facing * mouth.x),
      y: f(y + mouth.y),
      vx: f(facing * f(FLAME.speed * cosf(angle))),
      vy: f(FLAME.speed * sinf(angle)),
      timer: Math.ceil(f(f(FLAME.life * fuelOf(fighter)) / FUEL)),
    })
  }

  const onGround = { physics: stopOnGround }
  const inAir = { physics: fallAndDrift }
  const goOn = afterScript((fighter) => enterSpecial(fighter, fighter.isAirborne ? AIR_LOOP : LOOP))

  return {
    articles: [flame],
    specials: { SpecialN: (fighter) => enter(fighter, START), SpecialAirN: (fighter) => enter(fighter, AIR_START) },
    actions: named(states, {
      SpecialNStart: { ...onGround, animation: goOn, collision: groundTwinOf(AIR_START) },
      SpecialN: {
        ...onGround,
        animation: loop,
        interrupt: burn,
        accessory: breathe,
        collision: groundTwinOf(AIR_LOOP),
      },
      SpecialNEnd: { ...onGround, animation: thenWait, collision: groundTwinOf(AIR_END) },
      SpecialAirNStart: { ...inAir, animation: goOn, collision: airTwinOf(START) },
      SpecialAirN: { ...inAir, animation: loop, interrupt: burn, accessory: breathe, collision: airTwinOf(LOOP) },
      SpecialAirNEnd: { ...inAir, animation: thenFall, collision: airTwinOf(END) },
    }),
  }
}
