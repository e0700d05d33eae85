/** Rules of the specials of Pikachu and Pichu. Source: doldecomp/melee (ftPk_SpecialN, S, Hi, Lw; itpikachu*). */
import { describe, expect, test } from 'vitest'
import { changeAction } from '../../src/actions/change.ts'
import { findPlace, PLACE } from '../../src/actions/hold-place.ts'
import { EventRecorder } from '../../src/events/recorder.ts'
import { Match } from '../../src/match.ts'
import { random16 } from '../../src/random.ts'
import { FrameSeeds } from '../../src/seed.ts'
import { EXTERNAL_ID } from '../../src/tables/ids.ts'
import { ArticleRecord, MatchRecord } from '../../src/state/fields.ts'
import { articleAt } from '../../src/state/state.ts'
import { besideWall } from '../beside-wall.ts'
import { Duel } from '../duel.ts'
import { ACTION, BATTLEFIELD, BUTTON, NEUTRAL, press, RIGHT, Scene, stick } from '../scene.ts'

const PIKACHU = EXTERNAL_ID.pikachu
const PICHU = EXTERNAL_ID.pichu
const B = press(BUTTON.B)
const DOWN_B = stick(0, -80, BUTTON.B)
const UP_B = stick(0, 80, BUTTON.B)

/** Types of the articles that are out. */
function types({ game }: Duel): number[] {
  const { buffer } = game.save()
  const { articleCount } = new MatchRecord(buffer as ArrayBuffer, 0)
  return Array.from({ length: articleCount }, (_, i) => new ArticleRecord(buffer as ArrayBuffer, articleAt(i)).type)
}

function inAir(duel: Duel): Duel {
  return duel.put(0, { action: ACTION.Fall, isAirborne: true, y: 60, selfVy: 0, jumpsUsed: 1 })
}

describe('Thunder Jolt', () => {
  test('it crawls along the floor and does seven there', () => {
    const duel = new Duel(50, PIKACHU)
    duel.step(B)
    const [, { percent }] = duel.until(([, post]) => post.percent > 0)
    expect(percent).toBe(7)
    duel.until(() => types(duel).length === 0)
  })

  test('reflected on the floor it begins a new half circle, back along its way (itpikachutjoltair)', () => {
    const duel = new Duel(50, PIKACHU)
    duel.step(B)
    for (let i = 0; i < 16; i++) duel.step()
    let way = 0
    duel.until(
      () => {
        const [spark, anchor] = duel.items
        if (spark?.owner !== 1) {
          way = spark?.positionX ?? 0
          return false
        }
        expect([anchor!.positionX, anchor!.positionY]).toEqual([spark.positionX, spark.positionY])
        return true
      },
      NEUTRAL,
      DOWN_B,
    )
    const { positionX } = duel.items[0]!
    for (let i = 0; i < 5; i++) duel.step(NEUTRAL, DOWN_B)
    expect(Math.sign(positionX - way) * Math.sign(duel.items[0]!.positionX - positionX)).toBe(-1)
  })

  test('it moves round the edge of the stage and ends in time', () => {
    const duel = new Duel(-60, PICHU)
    duel.put(0, { x: 60 }).step(B)
    expect(duel.pair[0].percent).toBe(0)
    duel.until(() => types(duel).length === 2)
    expect(types(duel)).toEqual([91, 92])
    expect(duel.pair[0].percent).toBe(1)
    let frames = 0
    while (types(duel).length > 0 && frames < 200) {
      duel.step()
      frames++
    }
    expect(frames).toBeLessThan(100)
  })

  test('a spark that a blast zone takes leaves no anchor behind', () => {
    const duel = new Duel(80, PIKACHU)
    duel.step(B)
    duel.until(() => types(duel).length === 2)
    const saved = duel.game.save()
    const spark = new ArticleRecord(saved.buffer as ArrayBuffer, articleAt(0))
    spark.floats[1] = -500
    duel.game.restore(saved)
    duel.step()
    expect(types(duel)).toEqual([])
  })
})

describe('Skull Bash', () => {
  test.each([
    [PIKACHU, 0, 9],
    [PIKACHU, 200, 29],
    [PICHU, 0, 7],
    [PICHU, 400, 39],
  ])('character %i: a flick and %i frames of charge do %i', (character, frames, damage) => {
    const duel = new Duel(40, character)
    for (let i = 0; i < 14; i++) duel.step(stick(80, 0, i < 13 || frames > 0 ? BUTTON.B : 0))
    for (let i = 0; i < frames && duel.pair[0].actionStateId === 344; i++) duel.step(B)
    expect(duel.until(([, { percent }]) => percent > 0)[1].percent).toBe(damage)
    expect(duel.pair[0].actionStateId).toBe(351)
  })
})

describe('Quick Attack', () => {
  test('a second dart follows only where the stick has turned', () => {
    for (const [second, darts] of [
      [stick(0, 80), 1],
      [stick(80, 0), 2],
    ] as const) {
      const duel = inAir(new Duel(100, PIKACHU))
      duel.step(UP_B)
      duel.until(([{ actionStateId }]) => actionStateId === 357, UP_B)
      duel.until(([{ actionStateId }]) => actionStateId === 358, UP_B)
      for (let i = 0; i < 9; i++) duel.step(second)
      expect(duel.pair[0].actionStateId).toBe(darts === 2 ? 357 : 358)
      duel.until(([{ actionStateId }]) => actionStateId === ACTION.FallSpecial)
    }
  })

  test('into the floor it darts along it', () => {
    const duel = new Duel(100, PIKACHU)
    duel.step(UP_B)
    duel.until(([{ actionStateId }]) => actionStateId >= 354, stick(80, -30))
    expect(duel.pair[0].actionStateId).toBe(354)
    duel.until(([{ actionStateId }]) => actionStateId === ACTION.Wait)
  })

  test.each([
    [PIKACHU, 5, 2, 3, 1],
    [PICHU, 8, 0, 0, 0],
  ])(
    'character %i: on %i frames less the last, its spark draws %i times (ftPk_SpecialHiStart1_Anim)',
    (character, frames, spark, end, second) => {
      const seeds = new FrameSeeds(new Uint8Array(32).fill(1))
      const scene = new Scene({ character }).stand()
      const draws = () => {
        const state = { seed: seeds.at(scene.pre.frame) >>> 0 }
        let count = 0
        for (; state.seed !== scene.pre.seed >>> 0; count++) random16(state)
        return count
      }
      scene.put({ action: 356, animationFrame: 11, isAirborne: true, y: 60, selfVx: 0, selfVy: 0, jumpsUsed: 2 })
      scene.until(({ actionStateId }) => actionStateId === 357, RIGHT)
      expect(draws()).toBe(0)
      for (let i = 1; i <= frames; i++) {
        scene.step(RIGHT)
        expect(draws()).toBe(i < frames ? spark : end)
      }
      expect(scene.post.actionStateId).toBe(358)
      scene.until(({ actionStateId }) => actionStateId === 357, stick(0, 80))
      expect(draws()).toBe(second)
    },
  )

  test('along the floor a wall on either side ends it (ftPk_SpecialHiStart1_Coll)', () => {
    for (const facing of [1, -1]) expect(besideWall(PIKACHU, 354, facing).action).toBe(355)
  })

  test('along a platform it falls through it, wherever the stick points into it (ftPk_SpecialHi_80126C0C)', () => {
    const scene = new Scene({ character: PIKACHU, stage: BATTLEFIELD }).stand()
    scene.put({ x: -40, y: 30, isAirborne: true, action: ACTION.Fall, jumpsUsed: 1 })
    scene.until(({ actionStateId }) => actionStateId === ACTION.Wait, NEUTRAL, 60)
    scene.step(UP_B)
    scene.until((post) => post.actionStateId >= 354, stick(60, -50))
    expect(scene.post.actionStateId).toBe(357)
    expect(scene.hold(stick(60, -50), 5)[4]!.positionY).toBeLessThan(1)
  })

  test('a surface in the air ends it by its own normal: only one met at more than 45 degrees (ftPk_SpecialHi)', () => {
    const LEFT = stick(-80, 0)
    const duel = new Duel(-60, PIKACHU)
    duel.put(0, { x: 88, y: -22, facing: -1, facingAtStart: -1, isAirborne: true, action: 356, animationFrame: 11 })
    duel.put(0, { selfVx: 0, selfVy: 0, jumpsUsed: 2 })
    duel.until(([{ actionStateId }]) => actionStateId === 357, LEFT)
    for (let i = 0; i < 4; i++) expect(duel.step(NEUTRAL)[0].actionStateId).toBe(357)
    expect(duel.step(NEUTRAL)[0].actionStateId).toBe(358)
  })

  test('after it the ECB reaches down to the feet: a floor that the dart was above is landed on (2 of 2 recorded)', () => {
    const scene = new Scene({ character: PIKACHU, stage: 28 }).stand()
    scene.put({ x: -31.7254, y: 48.5222, isAirborne: true, action: ACTION.Fall, selfVy: 0, jumpsUsed: 1 }).step(UP_B)
    scene.until((post) => post.actionStateId === 357, RIGHT)
    scene.until((post) => post.actionStateId !== 357, RIGHT)
    expect(scene.post.actionStateId).toBe(ACTION.LandingFallSpecial)
    expect(scene.post.positionY).toBeCloseTo(51.4254, 3)
  })
})

describe('Thunder', () => {
  test.each([
    [PIKACHU, 17, 0],
    [PICHU, 13, 3],
  ])('character %i: the bolt that reaches its caller hits for %i and costs %i', (character, damage, cost) => {
    const duel = new Duel(12, character)
    duel.step(DOWN_B)
    duel.until(([{ actionStateId }]) => actionStateId === 361)
    expect(duel.until(([, { percent }]) => percent > 0, NEUTRAL, NEUTRAL, 20)[1].percent).toBe(damage)
    expect(duel.pair[0].percent).toBe(cost)
    duel.until(([{ actionStateId }]) => actionStateId === ACTION.Wait)
    expect(types(duel)).toEqual([])
  })

  test('moved away from, it ends with the first bolt', () => {
    const duel = new Duel(100, PIKACHU)
    duel.step(DOWN_B)
    duel.until(([{ actionStateId }]) => actionStateId === 360)
    duel.step()
    duel.put(0, { x: 30 })
    duel.until(([{ actionStateId }]) => actionStateId === 362)
  })
})

test('Marth holds Pikachu 12.543 ahead and 2.44 up, off its feet (93 of 93 recorded frames)', () => {
  const characters = [EXTERNAL_ID.marth, PIKACHU] as const
  const [marth, pikachu] = new Match({ seed: new Uint8Array(32), stage: 32, characters }, new EventRecorder()).fighters
  changeAction(marth!, 216)
  changeAction(pikachu!, 224)
  pikachu!.isAirborne = true
  findPlace(marth!, pikachu!)
  expect(PLACE.ahead).toBeCloseTo(12.543, 3)
  expect(PLACE.above).toBeCloseTo(2.44, 3)
  expect(PLACE.above).toBeGreaterThan(pikachu!.kind.heldBody.lift)
})

test("Pichu's forward aerial hurts it with each of its four hits", () => {
  const duel = inAir(new Duel(100, PICHU))
  duel.step(stick(80, 0, BUTTON.A))
  for (let i = 0; i < 25; i++) duel.step()
  expect(duel.pair[0].percent).toBe(4)
})

test('a cape sends Quick Attack back the other way (ftPk_SpecialHi_UpdateVel)', () => {
  const duel = new Duel(60, PIKACHU)
  duel.put(0, {
    action: 358,
    animationFrame: 1,
    isAirborne: true,
    y: 60,
    selfVx: 2,
    selfVy: 1,
    jumpsUsed: 2,
    turnLeft: 1,
  })
  const [{ facingDirection, speedAirX }] = duel.step()
  expect([facingDirection, speedAirX < -1]).toEqual([-1, true])
})
