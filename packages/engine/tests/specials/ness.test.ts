/** Rules of Ness's specials. Source: doldecomp/melee (ftNs_Special*). */
import { describe, expect, test } from 'vitest'
import { Duel } from '../duel.ts'
import { BUTTON, NEUTRAL, press, stick } from '../scene.ts'

const NESS = 11
const FOX = 2
const HOLD = 368
const HIT = 369
const END = 370
const MAGNET = { ...stick(0, -80), buttons: BUTTON.B }

describe('PSI Magnet', () => {
  test('takes in a shot, heals twice its damage and goes on', () => {
    const duel = new Duel(50, NESS, FOX).put(0, { percent: 20 })
    duel.step(MAGNET)
    duel.until(([{ actionStateId }]) => actionStateId === HOLD, MAGNET)
    duel.step(MAGNET, press(BUTTON.B))
    const [{ percent }] = duel.until(([{ actionStateId }]) => actionStateId === HIT, MAGNET)
    expect(percent).toBe(14)
    duel.until(([{ actionStateId }]) => actionStateId === HOLD, MAGNET)
  })

  test('let go of at once it stays up for half a second', () => {
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
  test('becomes a pillar on whom it meets, that burns again and again and goes out', () => {
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

  test('the stick steers it, and gone it leaves him standing for a while', () => {
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

  test('steered back to himself it launches him the way it flies, and he comes down helpless', () => {
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
