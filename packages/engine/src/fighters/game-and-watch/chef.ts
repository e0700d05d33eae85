/**
 * Chef: up to five sausages flung out of a pan, each in one of five drawn directions, never one of the last two.
 * Source: doldecomp/melee (ftGw_SpecialN, itgamewatchchef); figures from a public list of special attributes.
 * Approximate: where they leave the pan, and the frame from which B makes the next one.
 */
import type { ActionCallbacks, Callback } from '../../actions/action.ts'
import type { Article, ArticleHitbox, ArticleKind } from '../../articles/article.ts'
import { articleHitbox } from '../../articles/hitbox.ts'
import { countDown, fallBy, moveThroughAir } from '../../articles/motion.ts'
import type { Fighter } from '../../fighter.ts'
import { BUTTON } from '../../input/buttons.ts'
import { f } from '../../math.ts'
import { stopOnGround } from '../../movement/ground.ts'
import { randomInteger } from '../../random.ts'
import { privates } from '../../state/privates.ts'
import type { FighterOverrides } from '../kind.ts'
import { enterSpecial, falling, heldGroundTwinOf, named, thenFall, thenWait, type Copy } from '../special.ts'
import { LAST_WAY, WAY_BEFORE } from './words.ts'

/** His states, the type of his sausages, and where they leave the pan. */
export interface ChefValues extends Copy<'Gw'> {
  readonly type: number
  readonly pan: { readonly x: number; readonly y: number }
}

const Chef = privates({
  flung: 'int',
  /** B was released since the last one. */
  released: 'flag',
})

const MOST = 5
/** Script frames: one is flung; B pressed makes the next; B held does; where the next begins. */
const FLING_FRAME = 18
const AGAIN_FRAME = 22
const HELD_FRAME = 34
const LOOP_FRAME = 3

const LIFE = 80
/** Frames for which one that met an obstacle still shows. */
const SPENT_LIFE = 20
const SPENT = 1
/** Speeds forward and up by direction. */
const SPEEDS: readonly (readonly [number, number])[] = [
  [f(1), f(1)],
  [f(0.8), f(1.1)],
  [f(0.6), f(1.2)],
  [f(0.4), f(1.3)],
  [f(0.2), f(1.4)],
]
const GRAVITY = f(0.04)
const TERMINAL_VELOCITY = f(2.5)
const BOUNCE = f(0.5)
const SIZE = f(1)

function spend(article: Article): void {
  article.vx = 0
  article.vy = 0
  article.state = SPENT
  article.timer = SPENT_LIFE
}

const HITBOXES: readonly ArticleHitbox[] = [
  articleHitbox({
    damage: 4,
    angle: 70,
    growth: 50,
    baseKnockback: 20,
    element: 'normal',
    radius: f(2),
    interaction: 2,
  }),
]
const NONE: readonly ArticleHitbox[] = []

const SAUSAGE: Omit<ArticleKind, 'type'> = {
  isReflectable: true,
  bounces: true,
  isAbsorbable: true,
  animation: (article) => {
    if (article.state !== SPENT && article.timer <= 1) spend(article)
    else countDown(article)
  },
  physics: (article) => {
    if (article.state !== SPENT) fallBy(article, GRAVITY, TERMINAL_VELOCITY)
  },
  collision: (article) => {
    if (article.state === SPENT) return
    const { floor, wall, ceiling } = moveThroughAir(article, SIZE)
    if (wall !== 0) article.vx = f(-article.vx * BOUNCE)
    if (floor || ceiling) spend(article)
  },
  hitboxes: ({ state }) => (state === SPENT ? NONE : HITBOXES),
  hit: spend,
  shielded: spend,
  clanked: spend,
}

function drawWay({ ownInts, match }: Fighter): number {
  const last = ownInts[LAST_WAY]!
  const before = ownInts[WAY_BEFORE]!
  let skipped = randomInteger(match.record, SPEEDS.length - (last > 0 ? 1 : 0) - (before > 0 ? 1 : 0))
  let way = 1
  for (; way === last || way === before || skipped-- > 0; way++);
  ownInts[WAY_BEFORE] = last
  ownInts[LAST_WAY] = way
  return way
}

function enter(action: number): Callback {
  return (fighter) => {
    fighter.selfVy = 0
    enterSpecial(fighter, action)
    Chef.of(fighter).flung = 0
    Chef.of(fighter).released = false
  }
}

function again(fighter: Fighter): void {
  if (Chef.of(fighter).flung >= MOST) return
  fighter.animationFrame = LOOP_FRAME
  Chef.of(fighter).released = false
}

function animate(end: Callback): Callback {
  return (fighter) => {
    if (fighter.animationFrame === HELD_FRAME && !Chef.of(fighter).released) again(fighter)
    end(fighter)
  }
}

function interrupt(fighter: Fighter): void {
  if ((fighter.held & BUTTON.B) === 0) Chef.of(fighter).released = true
  if (fighter.animationFrame >= AGAIN_FRAME && fighter.pressed & BUTTON.B) again(fighter)
}

export function chef(values: ChefValues): FighterOverrides {
  const { first: ON_GROUND, type, pan } = values
  const IN_AIR = ON_GROUND + 1
  const sausage: ArticleKind = { ...SAUSAGE, type }

  function fling(fighter: Fighter): void {
    const { x, y, facing, match, animationFrame } = fighter
    const own = Chef.of(fighter)
    if (animationFrame !== FLING_FRAME || own.flung >= MOST) return
    own.flung++
    const [forward, up] = SPEEDS[drawWay(fighter) - 1]!
    match.articles.spawn(sausage, fighter, {
      x: f(x + facing * pan.x),
      y: f(y + pan.y),
      vx: f(facing * forward),
      vy: up,
      timer: LIFE,
    })
  }

  const cooking: ActionCallbacks = { interrupt, accessory: fling }
  return {
    specials: { SpecialN: enter(ON_GROUND), SpecialAirN: enter(IN_AIR) },
    articles: [sausage],
    actions: named(values, {
      SpecialN: {
        ...cooking,
        animation: animate(thenWait),
        physics: stopOnGround,
        collision: heldGroundTwinOf(IN_AIR),
      },
      SpecialAirN: { ...cooking, animation: animate(thenFall), ...falling(ON_GROUND) },
    }),
  }
}
