import { expect, test } from 'vitest'
import { decodeAscii, decodeShiftJis, encodeAscii, encodeShiftJis } from './text.ts'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

test.each([
  { text: 'Fox', bytes: '466f7800000000000000' },
  { text: 'FOX＃5', bytes: '464f5881943500000000' },
  { text: 'みなみ', bytes: '82dd82c882dd00000000' },
  { text: 'ｶﾞ', bytes: 'b6de0000000000000000' },
  { text: '', bytes: '00000000000000000000' },
])('Shift-JIS: $text', ({ text, bytes }) => {
  const into = new Uint8Array(10).fill(0xaa)
  encodeShiftJis(text, into)
  expect(hex(into)).toBe(bytes)
  expect(decodeShiftJis(into)).toBe(text)
})

test('Shift-JIS: a text too long is cut between characters, before a closing zero byte', () => {
  const into = new Uint8Array(4)
  encodeShiftJis('aみなみ', into)
  expect(hex(into)).toBe('6182dd00')
  encodeShiftJis('みなみ', into)
  expect(hex(into)).toBe('82dd0000')
})

test('Shift-JIS: a character without a code becomes a question mark', () => {
  const into = new Uint8Array(6)
  encodeShiftJis('a🦊ñb', into)
  expect(decodeShiftJis(into)).toBe('a??b')
})

test('ASCII: any byte before the zero byte survives a round trip', () => {
  const bytes = Uint8Array.from([0x41, 0x7f, 0x80, 0xff, 0])
  const into = new Uint8Array(5)
  encodeAscii(decodeAscii(bytes), into)
  expect(hex(into)).toBe(hex(bytes))
})

test('ASCII: what does not fit is cut and what has no code becomes a question mark', () => {
  const into = new Uint8Array(4)
  encodeAscii('a語cdef', into)
  expect(hex(into)).toBe('613f6300')
})
