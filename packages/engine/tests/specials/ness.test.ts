/** Rules of Ness's specials. Source: doldecomp/melee (ftNs_Special*). */
import { describe, expect, test } from 'vitest'
import { EXTERNAL_ID } from '../../src/tables/ids.ts'
import { Duel } from '../duel.ts'
import { ACTION, BUTTON, NEUTRAL, press, stick } from '../scene.ts'

const NESS = EXTERNAL_ID.ness
const FOX = EXTERNAL_ID.fox
const HOLD = 368
const HIT = 369
const END = 370
const MAGNET = { ...stick(0, -80), buttons: BUTTON.B }

describe('PSI Magnet', () => {
  test('takes in a shot, heals twice its damage and continues', () => {
    const duel = new Duel(50, NESS, FOX).put(0, { percent: 20 })
    duel.step(MAGNET)
    duel.until(([{ actionStateId }]) => actionStateId === HOLD, MAGNET)
    duel.step(MAGNET, press(BUTTON.B))
    const [{ percent }] = duel.until(([{ actionStateId }]) => actionStateId === HIT, MAGNET)
    expect(percent).toBe(14)
    duel.until(([{ actionStateId }]) => actionStateId === HOLD, MAGNET)
  })

  test('released at once it stays up for half a second', () => {
    const duel = new Duel(80, NESS, FOX)
    duel.step(MAGNET)
    duel.until(([{ actionStateId }]) => actionStateId === HOLD)
    let frames = 1
    while (duel.step(NEUTRAL)[0].actionStateId === HOLD) frames++
    expect(frames).toBe(30)
    expect(duel.posts[0]!.actionStateId).toBe(END)
  })
})

describe('PK Fire', () => {
  test('becomes a pillar on a fighter that it hits, which burns repeatedly and goes out', () => {
    const duel = new Duel(30, NESS, FOX)
    duel.step({ ...stick(80, 0), buttons: BUTTON.B })
    const [, { percent }] = duel.until(([, post]) => post.percent > 0)
    expect(percent).toBe(2)
    for (let i = 0; i < 160; i++) duel.step()
    expect(duel.posts[1]!.percent).toBeGreaterThan(6)
    expect(duel.items).toHaveLength(0)
  })
})

describe('PK Thunder', () => {
  const BALL = 69
  const UP = { ...stick(0, 80), buttons: BUTTON.B }

  test('the stick steers it, and after its end he stands on for some frames', () => {
    const duel = new Duel(100, NESS, FOX)
    duel.step(UP)
    duel.until(([{ actionStateId }]) => actionStateId === 359)
    for (let i = 0; i < 25; i++) duel.step(stick(-80, 0))
    expect(duel.items[0]).toMatchObject({ typeId: BALL })
    expect(duel.items[0]!.velocityX).toBeCloseTo(-2, 1)
    duel.until(() => duel.items.length === 0)
    let frames = 0
    while (duel.step()[0].actionStateId === 359) frames++
    expect(frames).toBeGreaterThan(20)
    duel.until(([{ actionStateId }]) => actionStateId === 14)
  })

  test('steered back to himself it launches him in its direction of flight, and he comes down helpless', () => {
    const duel = new Duel(100, NESS, FOX).put(0, { y: 90, isAirborne: true, action: 29, ecbLockLeft: 0 })
    duel.step(UP)
    duel.until(([{ actionStateId }]) => actionStateId === 363)
    for (let i = 0; i < 15; i++) duel.step()
    let [post] = duel.posts as [(typeof duel.posts)[0]]
    let before = post
    for (let i = 0; i < 100 && post.actionStateId === 363; i++) {
      const [ball] = duel.items
      const x = post.positionX - ball!.positionX
      const y = post.positionY + 5 - ball!.positionY
      const far = Math.hypot(x, y)
      before = post
      post = duel.step(stick((80 * x) / far, (80 * y) / far))[0]
    }
    expect(post.actionStateId).toBe(365)
    expect(Math.hypot(post.positionX - before.positionX, post.positionY - before.positionY)).toBeCloseTo(3.53, 1)
    duel.until(([{ actionStateId }]) => actionStateId !== 365, NEUTRAL, NEUTRAL, 100)
  })
})

describe('PK Flash', () => {
  const LIGHT = 68
  const BURST = 78

  test('the longer it grows, the stronger its burst', () => {
    const damages = [30, 60, 99].map((frames) => {
      const duel = new Duel(60, NESS, FOX)
      duel.step(press(BUTTON.B))
      duel.until(() => duel.items.length > 0, press(BUTTON.B))
      for (let i = 1; i < frames; i++) duel.step(press(BUTTON.B))
      duel.until(() => duel.items[0]?.state === 1)
      const [{ positionX, positionY }] = duel.items as [(typeof duel.items)[0]]
      duel.put(1, { x: positionX, y: positionY, isAirborne: true, action: 29 })
      while (duel.items[0]?.typeId !== BURST) {
        duel.put(1, { x: positionX, y: positionY, selfVy: 0 })
        duel.step()
      }
      return duel.until(([, { percent }]) => percent > 0)[1].percent
    })
    expect(damages).toEqual([12, 22, 36])
  })

  test('the stick steers it while B is held, two seconds at most', () => {
    const duel = new Duel(60, NESS, FOX)
    duel.step(press(BUTTON.B))
    duel.until(() => duel.items.length > 0, press(BUTTON.B))
    for (let i = 0; i < 40; i++) duel.step({ ...stick(-80, 0), buttons: BUTTON.B })
    expect(duel.items[0]!.velocityX).toBeLessThan(-0.3)
    let frames = 41
    while ((duel.step(press(BUTTON.B)), duel.items[0]?.typeId === LIGHT && duel.items[0].state === 0)) frames++
    expect(frames).toBe(119)
    duel.until(([{ actionStateId }]) => actionStateId === 14)
  })

  test('a fighter hit out of it leaves a light that does nothing', () => {
    const duel = new Duel(60, NESS, FOX)
    duel.step(press(BUTTON.B))
    duel.until(() => duel.items.length > 0, press(BUTTON.B))
    duel.put(0, { action: 75 })
    const seen = new Set<number>()
    for (let i = 0; i < 200; i++) {
      duel.step()
      for (const { typeId } of duel.items) seen.add(typeId)
    }
    expect([...seen]).toEqual([LIGHT])
  })
})

describe('PK Thunder hits himself', () => {
  const UP = { ...stick(0, 80), buttons: BUTTON.B }

  test('its tail has six pieces, two frames apart, which are removed with it', () => {
    const duel = new Duel(100, NESS, FOX)
    duel.step(UP)
    duel.until(([{ actionStateId }]) => actionStateId === 359)
    const places: string[] = []
    for (let i = 0; i < 30; i++) {
      duel.step(stick(80, 0))
      const [ball] = duel.items as [(typeof duel.items)[0]]
      places.push(`${ball.positionX} ${ball.positionY}`)
    }
    const tail = duel.items.slice(1)
    expect(tail.map(({ typeId }) => typeId)).toEqual([70, 70, 70, 71, 72, 73])
    tail.forEach(({ positionX, positionY }, i) => {
      expect(`${positionX} ${positionY}`).toBe(places[places.length - 2 - 2 * i])
    })
    duel.until(() => duel.items.length === 0)
  })

  /** Launched straight at what is in the way. */
  function launched(x: number, y: number, angle: number): Duel {
    const duel = new Duel(50, NESS, FOX)
    duel.put(0, { x, previousX: x, y, previousY: y, isAirborne: true, action: 365, ecbLockLeft: 0 })
    duel.put(0, { animationFrame: 1, actionFrame: 1, animationRate: 1 })
    duel.put(0, { selfVx: 3.6 * Math.cos(angle), selfVy: 3.6 * Math.sin(angle) })
    return duel.putFloat(0, 0, angle)
  }

  test('a wall met squarely throws him back at half his speed, and he comes down helpless', () => {
    const duel = launched(-110, -6, 0).put(0, { facing: 1 })
    const [{ actionStateId, speedAirX }] = duel.until(([post]) => post.actionStateId === 366)
    expect(actionStateId).toBe(366)
    expect(speedAirX).toBeLessThan(0)
    duel.until(([post]) => post.actionStateId === 35 || post.actionStateId < 11)
  })

  test('a floor met steeply brings him down, one met at a slant he slides along', () => {
    const steep = launched(0, 40, -Math.PI / 2)
    expect(steep.until(([{ isAirborne }]) => isAirborne === 0)[0].actionStateId).toBe(191)
    const slant = launched(-40, 10, -0.5)
    expect(slant.until(([{ isAirborne }]) => isAirborne === 0)[0].actionStateId).toBe(361)
  })
})

test('the bat reflects shots', () => {
  const duel = new Duel(60, NESS, FOX)
  duel.step(NEUTRAL, press(BUTTON.B))
  duel.until(() => duel.items.length > 0)
  const isHis = () => duel.items.some(({ owner }) => owner === 0)
  for (let i = 0; i < 20 && !isHis(); i++) {
    duel.put(0, { action: 341, animationFrame: 14, actionFrame: 14, animationRate: 1 })
    duel.step()
  }
  expect(isHis()).toBe(true)
})

describe('the yo-yo', () => {
  const UP = { ...stick(0, 80), buttons: BUTTON.A }
  const DOWN = { ...stick(0, -80), buttons: BUTTON.A }
  const A = press(BUTTON.A)

  test('comes out with the swing and is removed before its end', () => {
    const duel = new Duel(60, NESS, FOX)
    expect(duel.step(UP)[0].actionStateId).toBe(342)
    duel.step()
    expect(duel.items.map(({ typeId }) => typeId)).toEqual([102])
    duel.until(() => duel.items.length === 0)
    expect(duel.posts[0]).toMatchObject({ actionStateId: 342, actionStateCounter: 49 })
  })

  test('held up charges for a second at most, then swings on', () => {
    const duel = new Duel(60, NESS, FOX)
    duel.step(UP)
    expect(duel.until(([post]) => post.actionStateId !== 342, A)[0]).toMatchObject({
      actionStateId: 343,
      actionStateCounter: 13,
    })
    let frames = 1
    while (duel.step(A)[0].actionStateId === 343) frames++
    expect(frames).toBe(60)
    expect(duel.posts[0]).toMatchObject({ actionStateId: 344, actionStateCounter: 14 })
    expect(duel.until(([post]) => post.actionStateId !== 344)[0].actionStateId).toBe(14)
  })

  test('released once it is not held up later, nor where there is no floor', () => {
    const early = new Duel(60, NESS, FOX)
    early.step(UP)
    early.step()
    expect(early.until(([post]) => post.actionStateId !== 342, A)[0].actionStateId).not.toBe(343)
    const edge = new Duel(60, NESS, FOX).put(0, { x: 80 })
    edge.step(UP)
    expect(edge.until(([post]) => post.actionStateId !== 342, A)[0].actionStateId).not.toBe(343)
  })

  test('hits harder the longer it was held up', () => {
    const damage = (charge: number) => {
      const duel = new Duel(60, NESS, FOX)
      duel.step(DOWN)
      duel.until(([post]) => post.actionStateId === 346, A)
      for (let i = 1; i < charge; i++) duel.step(A)
      duel.put(1, { x: 20 })
      return duel.until(([, post]) => post.percent > 0)[1].percent
    }
    expect(damage(1)).toBeCloseTo(7 * (1 + 0.367 / 60), 2)
    expect(damage(60)).toBeCloseTo(7 * 1.367, 2)
  })

  test('hits a fighter that stays in it again after half a second', () => {
    const duel = new Duel(14, NESS, FOX)
    duel.step(UP)
    duel.until(([post]) => post.actionStateId === 343, A)
    const hits: number[] = []
    for (let i = 0; i < 75; i++) {
      duel.put(1, { x: 13, y: 0, isAirborne: 0, floorLine: 0, action: 14, hitlagLeft: 0 } as never)
      const before = duel.posts[1]!.percent
      if (duel.step(A)[1].percent > before) hits.push(i)
    }
    expect(hits[1]! - hits[0]!).toBeGreaterThanOrEqual(30)
  })
})

test('the bat is in his hand for the swing', () => {
  const duel = new Duel(60, NESS, FOX)
  duel.step({ ...stick(80, 0), buttons: BUTTON.A })
  expect(duel.items.map(({ typeId }) => typeId)).toEqual([101])
  duel.until(([post]) => post.actionStateId !== 341)
  expect(duel.items).toEqual([])
})

describe('air jump', () => {
  test('without the stick friction depends on the whole speed and takes from what is the stick’s (ftNs_JumpAerial_Phys_Cb)', () => {
    const duel = new Duel(80, NESS).put(0, { y: 60, isAirborne: true, action: ACTION.Fall, jumpsUsed: 1 })
    const speeds = [duel.step(press(BUTTON.X))[0].speedAirX]
    for (let i = 0; i < 4; i++) speeds.push(duel.step()[0].speedAirX)
    const recorded = [0, 0.135, 0.318, 0.413, 0.42]
    for (const [i, speed] of speeds.entries()) expect(speed).toBeCloseTo(recorded[i]!, 2)
  })
})

describe('down tilt', () => {
  test('an A pressed before repeats it on its eighth frame (24 recorded)', () => {
    const duel = new Duel(80, NESS)
    const down = stick(0, -60)
    for (let i = 0; i < 12; i++) duel.step(down)
    const tilt = { ...down, buttons: BUTTON.A }
    duel.step(tilt)
    duel.step(down)
    duel.step(tilt)
    const counters = Array.from({ length: 8 }, () => duel.step(down)[0].actionStateCounter)
    expect(counters).toEqual([4, 5, 6, 7, 1, 2, 3, 4])
  })
})
