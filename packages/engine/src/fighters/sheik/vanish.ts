/**
 * Vanish: Zelda's teleport with figures of its own, in a burst of smoke that hits. Source: doldecomp/melee
 * (ftSk_SpecialHi, itseakvanish); the smoke's place and life as recorded.
 */
import type { Article, ArticleHitbox, ArticleKind } from '../../articles/article.ts'
import { articleHitbox } from '../../articles/hitbox.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import { drift } from '../../movement/air.ts'
import type { FighterOverrides } from '../kind.ts'
import { teleport } from '../zelda/teleport.ts'

const RISE = f(3.5)
/** Lifetime of the smoke, and the frames on which it hits. */
const LASTS = 80
const HITS = 7
/** Its place, forward and up: at the hip. */
const X = f(0.653)
const Y = f(7.788)

/** The size is fitted: recordings show four hits and six near misses. */
const BURST: readonly ArticleHitbox[] = [
  articleHitbox({
    damage: 12,
    angle: 90,
    growth: 60,
    baseKnockback: 80,
    element: 'fire',
    radius: f(10),
  }),
]
const SPENT: readonly ArticleHitbox[] = []

const smoke: ArticleKind = {
  type: 85,
  hitboxes: ({ timer }: Article) => (timer > LASTS - HITS ? BURST : SPENT),
  hit: () => {},
  shielded: () => {},
  clanked: () => {},
}

function leave(fighter: Fighter): void {
  const { match, x, y, facing } = fighter
  match.articles.spawn(smoke, fighter, { x: f(x + facing * X), y: f(y + Y), timer: LASTS })
}

const TELEPORT = teleport({
  first: 355,
  begin: () => {},
  beginInAir: (fighter) => {
    fighter.selfVy = RISE
  },
  gravity: f(0.19),
  terminalVelocity: f(0.25),
  holdDrift: (fighter) => drift(fighter),
  intangibleFrom: 18,
  frames: 20,
  speed: f(1),
  speedByStick: f(1),
  keptShare: f(0.3),
  fallFrame: 9,
  driftShare: f(0.6),
  landingLag: 30,
  leave,
})

export const VANISH: FighterOverrides = { ...TELEPORT, articles: [smoke] }
