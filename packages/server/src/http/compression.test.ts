import fc from 'fast-check'
import { expect, test } from 'vitest'
import { preferredCoding } from './compression.ts'

test.each([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0.5, gzip', 'gzip'],
  ['br;q=0, gzip;q=0', null],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['GZIP;Q=0.3', 'gzip'],
  ['gzip;q=nonsense', null],
] as const)('Accept-Encoding %j takes %j', (accept, coding) => {
  expect(preferredCoding(accept)).toBe(coding)
})

test('whatever a client sends is answered with a coding or with none', () => {
  fc.assert(fc.property(fc.string(), (accept) => ['br', 'gzip', null].includes(preferredCoding(accept))))
})
