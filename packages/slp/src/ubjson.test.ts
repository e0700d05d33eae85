import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SlpError } from './error.ts'
import { readUbjson, writeUbjson, type UbjsonValue } from './ubjson.ts'

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'))

describe('UBJSON', () => {
  test.each<[string, UbjsonValue]>([
    ['5a', null],
    ['54', true],
    ['46', false],
    ['69 80', -128],
    ['55 ff', 255],
    ['49 8000', -32768],
    ['6c 000028dc', 10460],
    ['4c 0000000100000000', 4294967296],
    ['64 3fc00000', 1.5],
    ['44 3ff8000000000000', 1.5],
    ['43 41', 'A'],
    ['53 55 03 c3a92e', 'é.'],
    ['5b 55 01 4e 54 5d', [1, true]],
    ['5b 24 55 23 55 03 01 02 03', [1, 2, 3]],
    ['5b 23 55 02 5a 55 07', [null, 7]],
    ['7b 55 01 61 55 01 7d', { a: 1 }],
    ['7b 24 55 23 55 01 55 01 61 07', { a: 7 }],
  ])('%s reads as %j', (hex, value) => {
    const bytes = bytesOf(hex)
    expect(readUbjson(bytes)).toEqual({ value, end: bytes.length })
  })

  test('writes what recordings write: lengths and counts as the smallest type, whole numbers as int32', () => {
    expect(Buffer.from(writeUbjson({ lastFrame: 10460, on: 'dolphin' })).toString('hex')).toBe(
      Buffer.concat([
        Buffer.from('{U\x09lastFramel'),
        Buffer.from('000028dc', 'hex'),
        Buffer.from('U\x02onSU\x07dolphin}'),
      ]).toString('hex'),
    )
  })

  test('a member that is undefined is left out, as in JSON', () => {
    expect(writeUbjson({ a: 1, b: undefined })).toEqual(writeUbjson({ a: 1 }))
  })

  test('any JSON value survives a round trip', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (json) => {
        const value: UbjsonValue = JSON.parse(json)
        expect(readUbjson(writeUbjson(value)).value).toEqual(value)
      }),
      { seed: 1, numRuns: 300 },
    )
  })

  test('a text of more than 255 bytes survives a round trip', () => {
    const text = 'ä'.repeat(40_000)
    expect(readUbjson(writeUbjson(text)).value).toBe(text)
  })

  test.each([
    ['an unknown type', '78'],
    ['a negative length', '53 69 ff'],
    ['a length beyond the bytes', '53 6c 7fffffff 41'],
    ['a count beyond the bytes', '5b 24 5a 23 6c 7fffffff'],
    ['a typed container without a count', '5b 24 55 01'],
    ['a length that is no number', '53 53 55 01 41'],
    ['no closing marker', '7b 55 01 61 5a'],
    ['nesting without end', '5b'.repeat(100)],
    ['more values than metadata holds', `5b${'5a'.repeat(70_000)}5d`],
  ])('%s is bad-metadata', (_, hex) => {
    expect(() => readUbjson(bytesOf(hex))).toThrow(expect.objectContaining({ name: 'SlpError', code: 'bad-metadata' }))
  })

  test.each(['Z', 'T', 'F'])('values that take no bytes (%s) are bounded all the same', (type) => {
    const container = Buffer.from(`[$${type}#I\x7f\xff`, 'latin1')
    // A count may be as large as the bytes are many.
    const holding = (containers: number): Buffer =>
      Buffer.concat([
        Buffer.from('['),
        ...Array<Buffer>(containers).fill(container),
        Buffer.from(']'),
        Buffer.alloc(1 << 15),
      ])
    expect(readUbjson(holding(1)).value).toEqual([expect.objectContaining({ length: 0x7fff })])
    expect(() => readUbjson(holding(3))).toThrow(/it holds more than 65536 values/)
  })

  test('garbage never throws anything but SlpError', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        try {
          readUbjson(bytes)
        } catch (error) {
          expect(error).toBeInstanceOf(SlpError)
        }
      }),
      { seed: 2, numRuns: 2000 },
    )
  })
})
