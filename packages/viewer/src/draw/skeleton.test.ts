import { beforeAll, describe, expect, test } from 'vitest'
import { Game, loadAllFighters, Picture, type Pad, type PickId } from '@arena/engine'
import { BUILDS } from './builds/index.ts'
import { ARM_A, HEAD, HIPS, JOINTS, LEG_A, LEG_B } from './joints.ts'
import { figureOf, mixFigures } from './skeleton.ts'

const NEUTRAL: Pad = { buttons: 0, stickX: 128, stickY: 128, cstickX: 128, cstickY: 128, l: 0, r: 0 }
const PICKS = Array.from({ length: 26 }, (_, pick) => pick as PickId)
const A = 0x0100

function gameOf(character: PickId): Game {
  const player = { character, costume: 0, name: '' }
  const game = new Game({ seed: new Uint8Array(32).fill(7), stage: 32, players: [player, player] })
  for (let i = 0; i < 160; i++) game.step(NEUTRAL, NEUTRAL)
  return game
}

function pictureOf(game: Game): Picture {
  const picture = new Picture()
  game.show(picture)
  return picture
}

beforeAll(loadAllFighters)

test('every fighter has a build of its own', () => {
  expect(BUILDS).toHaveLength(27)
  expect(new Set(BUILDS.map(({ name }) => name)).size).toBe(27)
})

describe.each(PICKS)('pick %i', (pick) => {
  test('stands with its feet on the floor, its head on top and near where its outline is', () => {
    const body = pictureOf(gameOf(pick)).bodies[0]!
    const { joints, build } = figureOf(body)
    for (const value of joints) expect(Number.isFinite(value)).toBe(true)
    const feet = Math.min(joints[(LEG_A + 2) * 3 + 1]!, joints[(LEG_B + 2) * 3 + 1]!) - build.foot
    expect(Math.abs(feet - body.y)).toBeLessThan(2)
    if (!build.isBall) expect(joints[HEAD * 3 + 1]!).toBeGreaterThan(joints[HIPS * 3 + 1]!)
    for (let joint = 0; joint < JOINTS; joint++) expect(Math.abs(joints[joint * 3]! - body.x)).toBeLessThan(12)
  })

  test('faces the other way mirrored', () => {
    const { bodies } = pictureOf(gameOf(pick))
    const [left, right] = bodies
      .filter(({ isFollower }, i) => !isFollower && i < 4)
      .map((body) => ({ body, figure: figureOf(body) }))
    expect(left!.body.facing).toBe(-right!.body.facing)
    const ahead = ({ body, figure }: typeof left & object) => (figure.joints[HEAD * 3]! - body.x) * body.facing
    expect(ahead(left!)).toBeCloseTo(ahead(right!), 0)
  })
})

test('a figure between two frames is half way', () => {
  const game = gameOf(2)
  const before = figureOf(pictureOf(game).bodies[0]!)
  game.step({ ...NEUTRAL, stickX: 255 }, NEUTRAL)
  for (let i = 0; i < 5; i++) game.step({ ...NEUTRAL, stickX: 255 }, NEUTRAL)
  const after = figureOf(pictureOf(game).bodies[0]!)
  const x = (before.joints[HIPS * 3]! + after.joints[HIPS * 3]!) / 2
  mixFigures(before, after, 0.5)
  expect(before.joints[HIPS * 3]).toBeCloseTo(x, 4)
})

test('a sword points at what it hits', () => {
  const game = gameOf(9)
  let isAiming = false
  for (let i = 0; i < 40; i++) {
    game.step(i === 0 ? { ...NEUTRAL, buttons: A } : NEUTRAL, NEUTRAL)
    const body = pictureOf(game).bodies[0]!
    const figure = figureOf(body)
    if (!figure.isAiming) continue
    isAiming = true
    expect(Math.hypot(figure.aimX, figure.aimY)).toBeCloseTo(1, 5)
    expect(Math.abs(figure.joints[(ARM_A + 2) * 3]! - body.x)).toBeLessThan(20)
  }
  expect(isAiming).toBe(true)
})

test.each(PICKS)('pick %i puts no hand through the floor, and no other joint, while it stands', (pick) => {
  const body = pictureOf(gameOf(pick)).bodies[0]!
  const { joints } = figureOf(body)
  for (let joint = 0; joint < JOINTS; joint++) expect(joints[joint * 3 + 1]!).toBeGreaterThan(body.y - 0.5)
})
