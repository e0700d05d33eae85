import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CodedReader } from '../../packages/engine/src/tables/coded.ts'
import { CodedWriter } from './code.ts'

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
