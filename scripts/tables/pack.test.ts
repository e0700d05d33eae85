import fc from 'fast-check'
import { expect, it } from 'vitest'
import { PackedReader } from '../../packages/engine/src/tables/packed.ts'
import { PackedWriter } from './pack.ts'

const numbers = fc.array(fc.record({ signed: fc.boolean(), value: fc.maxSafeNat() }))

it('packed numbers are read back as they were written, and nothing is left over', () => {
  fc.assert(
    fc.property(numbers, fc.boolean(), (items, negative) => {
      const writer = new PackedWriter()
      const values = items.map(({ signed, value }) => (signed && negative ? -(value % 2 ** 50) : value % 2 ** 50))
      items.forEach(({ signed }, i) => (signed ? writer.putSigned(values[i]!) : writer.put(values[i]!)))
      const reader = new PackedReader(writer.toString())
      for (const [i, { signed }] of items.entries()) {
        expect((signed ? reader.signed() : reader.next()) + 0).toBe(values[i]! + 0)
      }
      expect(reader.done).toBe(true)
    }),
    { seed: 1 },
  )
})

it('numbers near zero take one printable character', () => {
  const writer = new PackedWriter()
  for (let value = -23; value <= 22; value++) writer.putSigned(value)
  expect(writer.toString()).toMatch(/^[#-~]{46}$/)
})

it('what cannot be packed is refused', () => {
  for (const value of [-1, 0.5, NaN, Infinity]) expect(() => new PackedWriter().put(value)).toThrow(RangeError)
})
