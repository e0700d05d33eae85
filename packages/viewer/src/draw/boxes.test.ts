import { Game, loadFighters, Picture } from '@arena/engine'
import { expect, test } from 'vitest'
import { areOver, boxOf, lensBox } from './boxes.ts'
import { figureOf } from './skeleton.ts'

const VIEW = { x: 320, y: 200, scale: 4, width: 640, height: 360 }

test('the box of a body holds it from its feet to above its head', async () => {
  await loadFighters([2])
  const fox = { character: 2, costume: 0, name: '' } as const
  const game = new Game({ seed: new Uint8Array(32), stage: 32, players: [fox, fox] })
  const pad = { buttons: 0, stickX: 128, stickY: 128, cstickX: 128, cstickY: 128, l: 0, r: 0 }
  for (let i = 0; i < 150; i++) game.step(pad, pad)
  const picture = new Picture()
  game.show(picture)
  const body = picture.bodies[0]!
  const { left, top, right, bottom } = boxOf({ figure: figureOf(body), x: body.x, y: body.y }, VIEW)
  const [x, y] = [VIEW.x + body.x * VIEW.scale, VIEW.y - body.y * VIEW.scale]
  expect([left < x - 8, right > x + 8, top < y - 48, top > y - 100, bottom >= y]).toEqual(Array(5).fill(true))
})

test('boxes that only touch are not over each other', () => {
  const box = { left: 0, top: 0, right: 10, bottom: 10 }
  expect(areOver(box, { left: 10, top: 0, right: 20, bottom: 10 })).toBe(false)
  expect(areOver(box, { left: 9, top: 9, right: 20, bottom: 20 })).toBe(true)
  expect(areOver(box, lensBox({ x: 16, y: 5, angle: 0 }, 5))).toBe(false)
  expect(areOver(box, lensBox({ x: 14, y: 5, angle: 0 }, 5))).toBe(true)
})
