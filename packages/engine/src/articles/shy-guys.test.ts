import { expect, test } from 'vitest'
import type { Article } from './article.ts'
import { findArticleBodies } from '../combat/find-article-bodies.ts'
import { EventRecorder } from '../events/recorder.ts'
import { playFrame } from '../frame.ts'
import { Match } from '../match.ts'
import { f } from '../math.ts'
import { applyArticles } from '../phases/apply-articles.ts'
import { ARENA_RULES } from '../ruleset.ts'
import { EXTERNAL_ID } from '../tables/ids.ts'

/** A match on Yoshi's Story whose frames have these seeds; both fighters stand aside. */
function play(seeds: ReadonlyMap<number, number>): Match {
  const at = (frame: number): number => seeds.get(frame) ?? 1
  return new Match(
    {
      seed: new Uint8Array(32),
      stage: 8,
      characters: [EXTERNAL_ID.falco, EXTERNAL_ID.fox],
      rules: { ...ARENA_RULES, seeds: { start: 1, at } },
    },
    new EventRecorder(),
  )
}

function until(match: Match, frame: number): Match {
  while (match.record.frame < frame) playFrame(match)
  return match
}

const all = ({ articles }: Match): Article[] =>
  Array.from({ length: articles.count }, (_, i) => articles.at(i)).filter(({ type }) => type === 210)

/** Frame and seed of recorded groups. */
const THREE = new Map([[-3, 1802919664]])
const ONE = new Map([[-3, 7910524]])

test('the first group comes on frame -3, and its draws follow from the seed of that frame', () => {
  const match = until(play(THREE), -4)
  expect(all(match)).toEqual([])
  const group = all(until(match, -3))
  expect(group.map(({ x, y, state, facing, port }) => [x, y, state, facing, port])).toEqual([
    [304, 0, 1, -1, -1],
    [304, -0.0018310546875, 0, -1, -1],
    [304, 1.62103271484375, 0, -1, -1],
  ])
})

test('each further one follows 25 frames after the one before it', () => {
  const match = until(play(THREE), 21)
  expect(all(match).map(({ state }) => state)).toEqual([1, 0, 0])
  expect(all(until(match, 22)).map(({ state }) => state)).toEqual([1, 1, 0])
  expect(all(until(match, 47)).map(({ state }) => state)).toEqual([1, 1, 1])
})

test('it rises by parabolas of 32 frames, and its clip of two waves begins anew after 256', () => {
  const match = until(play(ONE), -2)
  const [first] = all(match)
  expect([first!.x, first!.y, first!.vy]).toEqual([303.25, 90.7028961181640625, 0.7028961181640625])
  expect(all(until(match, 125))[0]!.y).toBe(90)
  expect(all(until(match, 252))[0]!.vy).toBe(0.7015228271484375)
  expect(all(until(match, 253))[0]!.vy).toBe(0)
})

test('one that was not hit leaves 20 beyond the blast zone, one frame after it was out; 121 frames later come the next', () => {
  const match = until(play(new Map([...ONE, [786, 59618428]])), 664)
  expect(all(match)[0]!.x).toBe(-196.25)
  expect(all(until(match, 665))).toEqual([])
  expect(all(until(match, 785))).toEqual([])
  expect(all(until(match, 786)).map(({ x, y }) => [x, y])).toEqual([[-292, 60]])
})

test('a wall turns it, without a change of its place', () => {
  const match = until(play(THREE), 319)
  expect([all(match)[0]!.x, all(match)[0]!.facing]).toEqual([62.5, -1])
  expect([all(until(match, 320))[0]!.x, all(match)[0]!.facing, all(match)[0]!.vx]).toEqual([61.75, 1, 0.75])
})

/** A Shy Guy at 0, 60 and a hitbox of Fox's on it. */
function strike(damage: number): { match: Match; guy: Article } {
  const match = until(play(ONE), -2)
  const guy = all(match)[0]!
  guy.x = 0
  guy.y = 60
  const attacker = match.fighters[1]!
  const { hitboxes } = attacker
  attacker.x = -10
  hitboxes.count = 1
  hitboxes.values[0] = {
    id: 0,
    damage,
    angle: 45,
    growth: 100,
    setKnockback: 0,
    baseKnockback: 0,
    element: 'normal',
    shieldDamage: 0,
    radius: 2,
    hitsGround: true,
    hitsAir: true,
    interaction: 0,
    group: 0,
  }
  attacker.hitboxShares[0] = 1
  Object.assign(hitboxes.capsules[0]!, { x1: -6, y1: 60, x2: -6, y2: 60, radius: 2 })
  findArticleBodies(match)
  findArticleBodies(match)
  return { match, guy }
}

test('an attack hits it once, has the hitlag of a hit, and stuns it: damage counts double in its knockback', () => {
  const { match, guy } = strike(2)
  expect(match.fighters[1]!.hitboxes.landed).toBe(2)
  applyArticles(match)
  // 1.4 * 2 * (0.1 * 2 + 0.05 * 2 * 2) + 18 = 19.12, of which each launch is 0.03.
  const speed = 19.12 * 0.03
  expect([guy.state, guy.damageTaken, guy.hitlagLeft, guy.facing]).toEqual([3, 2, 5, -1])
  expect(Math.hypot(guy.vx, guy.vy)).toBeCloseTo(speed, 4)
})

test('twelve frames after its hitlag a stunned one flees, half as fast again', () => {
  const { match, guy } = strike(2)
  applyArticles(match)
  match.fighters[1]!.hitboxes.count = 0
  until(match, -2 + 16)
  expect(guy.state).toBe(3)
  until(match, -2 + 17)
  expect([guy.state, guy.vx, guy.vy]).toEqual([4, 0, 0])
  until(match, -2 + 18)
  expect(guy.vx).toBe(f(1.5 * f(0.75)))
})

test('more damage than 12 knocks it down: 2 up, then it falls by 0.12', () => {
  const { match, guy } = strike(13)
  applyArticles(match)
  match.fighters[1]!.hitboxes.count = 0
  expect([guy.state, guy.vy, guy.hitlagLeft]).toEqual([2, 2, 9])
  until(match, -2 + 9)
  expect(guy.vy).toBeCloseTo(1.88, 5)
})

test('it absorbs shots', () => {
  const match = until(play(ONE), -2)
  const guy = all(match)[0]!
  guy.x = 0
  guy.y = 60
  const [, ray] = match.fighters[0]!.kind.articles
  const shot = match.articles.spawn(ray!, match.fighters[0]!, { x: -6, y: 60, vx: 5, timer: 99 })!
  shot.floats[0] = 5
  until(match, -1)
  expect([guy.damageTaken > 0, guy.state, shot.isGone || shot.type !== ray!.type]).toEqual([true, 3, true])
})
