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
