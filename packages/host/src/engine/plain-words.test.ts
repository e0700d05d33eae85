import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainWords } from './plain-words.ts'

test('what can be printed stays as it is', () => {
  for (const words of ['no such disc', 'Ende: keine Datei „größer“', '円盤がない', '🎮 !']) {
    expect(plainWords(words, 100)).toBe(words)
  }
})

test('what cannot is a space between words: NUL, lone surrogates, escapes, what turns text round, ends of lines', () => {
  expect(plainWords('\0gave\0\0up\n\n at \ud800 12:\u202e\u001b[31mred\u2028\t', 100)).toBe('gave up at 12: [31mred')
})

test('a text that is too long is cut between characters', () => {
  expect(plainWords('🎮'.repeat(4), 4)).toBe('🎮🎮🎮🎮')
  expect(plainWords('🎮'.repeat(5), 4)).toBe('🎮🎮🎮🎮...')
  expect(plainWords('x'.repeat(10_000_000), 10)).toBe('xxxxxxxxxx...')
})

test('any text becomes one line of well-formed text, bounded, and stays the same when cleaned again', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.uint8Array().map(String),
    fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units)),
  )
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 30 }), (said, max) => {
      const words = plainWords(said, max)
      expect(words).toMatch(/^[^\p{Cc}\p{Cs}\p{Bidi_Control}\p{Zl}\p{Zp}]*$/u)
      expect(Array.from(words).length).toBeLessThanOrEqual(max + 3)
      expect(plainWords(words, max + 3)).toBe(words)
    }),
    { seed: 20_261_123, numRuns: 2000 },
  )
})
