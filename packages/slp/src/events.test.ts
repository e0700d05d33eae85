import { describe, expect, test } from 'vitest'
import { EVENT_NAMES, EVENTS, VERSION } from './events.ts'
import { byteLength, payloadSize, PORTS, type EventTable } from './table.ts'

const tables = EVENT_NAMES.map((name): [string, EventTable] => [name, EVENTS[name]])

describe('the event tables', () => {
  test.each(tables)('cover every byte of %s exactly once', (name, table) => {
    const covered = new Map<number, string>()
    const cover = (field: string, from: number, length: number): void => {
      for (let at = from; at < from + length; at++) {
        expect(covered.get(at), `${field} of ${name} overlaps at ${at}`).toBeUndefined()
        covered.set(at, field)
      }
    }
    for (const field of table.fields) cover(field.name, field.offset, byteLength(field.type))
    for (const field of table.players) {
      for (let port = 0; port < PORTS; port++) {
        cover(`${field.name} of ${port}`, field.offset + port * field.stride, byteLength(field.type))
      }
    }
    expect([...covered.keys()].sort((a, b) => a - b)).toEqual(
      Array.from({ length: payloadSize(table, VERSION) }, (_, i) => i + 1),
    )
  })

  // As announced by public recordings of these versions.
  test.each([
    { version: [3, 5, 0], sizes: { gameStart: 418, preFrame: 63, postFrame: 72, itemUpdate: 41, frameBookend: 4 } },
    { version: [3, 6, 1], sizes: { gameStart: 418, preFrame: 63, postFrame: 72, itemUpdate: 42, frameBookend: 4 } },
    { version: [3, 7, 0], sizes: { gameStart: 420, preFrame: 63, postFrame: 72, frameBookend: 8, gameEnd: 2 } },
    { version: [3, 9, 1], sizes: { gameStart: 584, postFrame: 76, frameStart: 8 } },
    { version: [3, 12, 0], sizes: { gameStart: 701, postFrame: 80, frameStart: 12, gameEnd: 2 } },
    { version: [3, 13, 0], sizes: { gameStart: 701, gameEnd: 6 } },
    { version: [3, 14, 0], sizes: { gameStart: 760, preFrame: 63, postFrame: 80, itemUpdate: 42 } },
    { version: [3, 17, 0], sizes: { gameStart: 760, preFrame: 66, postFrame: 84, itemUpdate: 44, fodPlatforms: 0 } },
    { version: [3, 18, 0], sizes: { fodPlatforms: 9, dreamlandWhispy: 5, stadiumTransformation: 8 } },
  ])('give the payload sizes of version $version', ({ version, sizes }) => {
    const actual = EVENT_NAMES.map((name) => [name, payloadSize(EVENTS[name], version)])
    expect(Object.fromEntries(actual)).toMatchObject(sizes)
  })
})
