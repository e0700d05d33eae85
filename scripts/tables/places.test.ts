import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CodedReader } from '../../packages/engine/src/tables/coded.ts'
import { ABSENT, HITBOXES, PLACE_WORDS, readPlaces } from '../../packages/engine/src/tables/places.ts'
import { codePlaces, kinOf, scriptOf, type Fighter, type Move } from './moves.ts'

const parts = fc.integer({ min: -300, max: 300 }).map((value) => value / 16)
const place = fc.record({
  x: parts,
  y: parts,
  z: parts.map(Math.round),
  radius: fc.nat({ max: 99 }).map((r) => r / 16),
})
const frames = fc.uniqueArray(fc.tuple(fc.nat({ max: 40 }), fc.dictionary(fc.constantFrom('0', '1', '2'), place)), {
  selector: ([frame]) => frame,
  maxLength: 8,
})
const window = fc.record({ first: fc.nat({ max: 20 }), more: fc.nat({ max: 10 }), ids: fc.subarray([0, 1, 2]) })

const moveOf = (action: number) =>
  fc.record({ frames, windows: fc.array(window, { maxLength: 3 }) }).map((told): Move => ({
    name: `move${action}`,
    head: new Map([['actions', String(action)]]),
    throwValues: undefined,
    windows: told.windows.map(({ first, more, ids }) => ({ first, last: first + more, hits: ids.map(hitOf) })),
    places: new Map([
      [
        action,
        new Map(
          told.frames.map(([frame, byId]) => [
            frame,
            new Map(Object.entries(byId).map(([id, at]) => [Number(id), at])),
          ]),
        ),
      ],
    ]),
  }))

const hitOf = (id: number) => ({
  id,
  damage: 1,
  knockback: [0, 0, 0, 0] as const,
  element: 'normal',
  shieldDamage: 0,
  radius: id + 1,
  targets: 'ga',
  interaction: 3,
  group: 0,
  bone: 0,
  offset: [0, 0, 0] as const,
})

const fighter = fc
  .tuple(moveOf(44), moveOf(50), moveOf(51))
  .map((moves): Fighter => ({ slug: 'any', scale: 1, height: 10, moves }))

it('places are read back as they were recorded, a clone’s too', () => {
  fc.assert(
    fc.property(
      fighter,
      fc.option(fighter, { nil: undefined }),
      fc.double({ min: 0.5, max: 2, noNaN: true }),
      (of, like, ratio) => {
        const kin = like && kinOf(like, ratio)
        const reader = new CodedReader(codePlaces(of, kin).toString())
        const places = readPlaces(reader, of.moves.map(scriptOf), kin)
        expect(reader.done).toBe(true)
        for (const [action, byFrame] of of.moves.flatMap((move) => [...move.places])) {
          for (const [frame, byId] of byFrame) {
            for (const [id, { x, y, z, radius }] of byId) {
              const at = frame * PLACE_WORDS
              const words = places.get(action * HITBOXES + id)!.subarray(at, at + PLACE_WORDS)
              expect(Array.from(words, (word) => word + 0)).toEqual([x, y, z, radius].map((word) => word + 0))
            }
          }
        }
        for (const words of places.values()) expect(words.at(-1)).not.toBe(ABSENT)
      },
    ),
    { seed: 1, numRuns: 60 },
  )
})
