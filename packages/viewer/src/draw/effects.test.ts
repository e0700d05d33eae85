import { beforeAll, describe, expect, test } from 'vitest'
import { loadFighters, Picture, STAGES } from '@arena/engine'
import { ITEM_NAMES } from '../../../sdk/src/items.ts'
import { effectsOf } from './effects.ts'
import { shapeOf } from './articles/shapes.ts'
import { formOf } from './fighter/forms.ts'
import { successorOf } from './stage-canvas.ts'

const { blastZone } = STAGES[31]

function pictureOf(change: (picture: Picture) => void = () => {}): Picture {
  const picture = new Picture()
  picture.head.bodyCount = 2
  for (const [i, body] of picture.bodies.entries()) {
    body.port = i
    body.action = 14
    body.actionFrame = 100
    body.x = i * 20
    body.ecb.set([body.x, 0, body.x + 3, 5, body.x, 10, body.x - 3, 5])
  }
  change(picture)
  return picture
}

function hit(hitlag: number, percent: number): Picture {
  return pictureOf(({ bodies }) => {
    Object.assign(bodies[1]!, { isHurt: true, hitlagLeft: hitlag, percent })
  })
}

function sizeOfSpark(previous: Picture | null, picture: Picture): number {
  const [spark] = effectsOf(previous, picture, blastZone)
  if (spark?.kind !== 'spark') throw new Error('There is no spark')
  return spark.size
}

beforeAll(() => loadFighters([2]))

describe('the effects of a frame', () => {
  test('are none while two bodies stand', () => {
    expect(effectsOf(pictureOf(), pictureOf(), blastZone)).toEqual([])
  })

  test('are a spark at the victim of a hit, larger for more damage', () => {
    expect(sizeOfSpark(pictureOf(), hit(8, 20))).toBeGreaterThan(sizeOfSpark(pictureOf(), hit(4, 3)))
  })

  test('are a spark after a seek too, when the picture before is not known', () => {
    expect(sizeOfSpark(null, hit(9, 20))).toBeGreaterThan(sizeOfSpark(null, hit(2, 20)))
  })

  test('do not depend on what was drawn before', () => {
    expect(effectsOf(pictureOf(), hit(5, 9), blastZone)).toEqual(effectsOf(pictureOf(), hit(5, 9), blastZone))
  })

  test('are a burst at the side of the blast zone by which a body left', () => {
    const gone = pictureOf(({ bodies }) =>
      Object.assign(bodies[0]!, { action: 1, actionFrame: 5, x: -300, y: 30, isAbsent: true }),
    )
    expect(effectsOf(null, gone, blastZone)).toMatchObject([
      { kind: 'burst', x: blastZone.left, y: 30, angle: 0, port: 0 },
    ])
  })

  test('are dust under a landing, and a platform under a return', () => {
    const landing = pictureOf(({ bodies }) => Object.assign(bodies[0]!, { action: 42, actionFrame: 2 }))
    expect(effectsOf(null, landing, blastZone)).toMatchObject([{ kind: 'dust', side: 0 }])
    const back = pictureOf(({ bodies }) => Object.assign(bodies[0]!, { action: 13, actionFrame: 9 }))
    expect(effectsOf(null, back, blastZone)).toMatchObject([{ kind: 'platform' }])
  })
})

describe('the body of the next frame', () => {
  test('is the same body, moved', () => {
    const next = pictureOf(({ bodies }) => (bodies[0]!.x = 3))
    expect(successorOf(pictureOf().bodies[0]!, 0, next)).toBe(next.bodies[0])
  })

  test('is none when it was put elsewhere or became another fighter', () => {
    const [body] = pictureOf().bodies
    expect(
      successorOf(
        body!,
        0,
        pictureOf(({ bodies }) => (bodies[0]!.x = 80)),
      ),
    ).toBeNull()
    expect(
      successorOf(
        body!,
        0,
        pictureOf(({ bodies }) => (bodies[0]!.character = 7)),
      ),
    ).toBeNull()
    expect(successorOf(body!, 0, null)).toBeNull()
  })
})

test('articles are drawn by their type, unknown ones as a thing and not as a shot', () => {
  expect(shapeOf(54)).toBe('laser')
  expect(shapeOf(99)).toBe('turnip')
  expect(shapeOf(210)).toBe('shy-guy')
  expect(shapeOf(9999)).toBe('prop')
})

test('what Kirby makes with another fighter’s special looks like that fighter’s own', () => {
  const typeOf = new Map(Object.entries(ITEM_NAMES).map(([type, name]) => [name as string, Number(type)]))
  const copies = [...typeOf].flatMap(([name, type]) => {
    const original = typeOf.get(name.replace(/^Kirby/, ''))
    return original === undefined || original === type ? [] : [{ name, type, original }]
  })
  expect(copies).toHaveLength(27)
  for (const { name, type, original } of copies) expect(shapeOf(type), name).toBe(shapeOf(original))
})

test('a body has a form of its own in a few specials, and is a figure in all else', () => {
  const samus = 13
  expect(formOf({ character: samus, action: 341 })).toBe('ball')
  expect(formOf({ character: samus, action: 343 })).toBeNull()
  expect(formOf({ character: samus, action: 14 })).toBeNull()
  expect(formOf({ character: 1, action: 277 })).toBe('egg')
})
