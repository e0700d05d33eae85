import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CodedReader } from '../../packages/engine/src/tables/coded.ts'
import { codeTogether, CodedWriter } from './code.ts'

const numbers = fc.array(fc.record({ signed: fc.boolean(), value: fc.maxSafeNat() }))

it('coded numbers are read back as they were written, and nothing is left over', () => {
  fc.assert(
    fc.property(numbers, fc.boolean(), (items, negative) => {
      const writer = new CodedWriter()
      const values = items.map(({ signed, value }) => (signed && negative ? -(value % 2 ** 50) : value % 2 ** 50))
      items.forEach(({ signed }, i) => (signed ? writer.putSigned(values[i]!) : writer.put(values[i]!)))
      const reader = new CodedReader(writer.toString())
      for (const [i, { signed }] of items.entries()) {
        expect((signed ? reader.signed() : reader.next()) + 0).toBe(values[i]! + 0)
      }
      expect(reader.done).toBe(true)
    }),
    { seed: 1 },
  )
})

it('numbers are told apart by their contexts, and what repeats takes little', () => {
  const writer = new CodedWriter()
  for (let i = 0; i < 1000; i++) writer.putSigned(-7, 1).put(1000, 2)
  const text = writer.toString()
  expect(text).toMatch(/^[#-[\]-c]+$/)
  expect(text.length).toBeLessThan(1200)
  const reader = new CodedReader(text)
  for (let i = 0; i < 1000; i++) expect([reader.signed(1), reader.next(2)]).toEqual([-7, 1000])
  expect(reader.done).toBe(true)
  expect(() => reader.next()).toThrow(RangeError)
})

it('texts coded together are read back by what is expected of all of them, and are the shorter for it', () => {
  const item = fc.record({ value: fc.nat({ max: 2 ** 20 }), context: fc.nat({ max: 9 }), tree: fc.nat({ max: 9 }) })
  fc.assert(
    fc.property(fc.array(fc.array(item), { maxLength: 5 }), (lists) => {
      const writers = lists.map((list) => {
        const writer = new CodedWriter()
        for (const { value, context, tree } of list) writer.putSigned(context - value, context, tree)
        return writer
      })
      const { expected, texts } = codeTogether(writers)
      for (const [i, list] of lists.entries()) {
        const reader = new CodedReader(texts[i]!, expected)
        for (const { value, context, tree } of list) expect(reader.signed(context, tree) + 0).toBe(context - value + 0)
        expect(reader.done).toBe(true)
      }
    }),
    { seed: 1 },
  )
  const writers = Array.from({ length: 20 }, (_, i) => {
    const writer = new CodedWriter()
    for (let n = 0; n < 40; n++) writer.put((n * n + i) % 7, n % 3).put(30 + (n % 4), 40)
    return writer
  })
  const { expected, texts } = codeTogether(writers)
  const alone = writers.map((writer) => writer.toString())
  expect((expected + texts.join('')).length).toBeLessThan(0.9 * alone.join('').length)
})

it('numbers without any pattern take little more than their bits', () => {
  const writer = new CodedWriter()
  let state = 1
  for (let i = 0; i < 6000; i++) {
    state = (Math.imul(state, 214013) + 2531011) | 0
    writer.put((state >>> 16) & 31)
  }
  expect(writer.toString().length).toBeLessThan(1.03 * ((6000 * 5) / 6))
})

it('what cannot be coded is refused', () => {
  for (const value of [-1, 0.5, NaN, Infinity]) expect(() => new CodedWriter().put(value)).toThrow(RangeError)
})
