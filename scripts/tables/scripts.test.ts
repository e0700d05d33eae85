import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CodedReader } from '../../packages/engine/src/tables/coded.ts'
import { codeScripts, readingCoder, type Script } from '../../packages/engine/src/tables/scripts.ts'
import { CodedWriter } from './code.ts'
import { writingCoder } from './moves.ts'

const word = fc.nat({ max: 3 })
const list = fc.array(word, { maxLength: 4 })
const window = fc.record({ first: word, more: word, hits: fc.array(words(12), { maxLength: 4 }) })
const script: fc.Arbitrary<Script> = fc.record({
  actions: list,
  options: words(7),
  late: list,
  spawns: list,
  items: list,
  followups: list,
  thrown: fc.oneof(fc.constant([]), words(6)),
  windows: fc.array(window, { maxLength: 4 }),
})

function words(count: number): fc.Arbitrary<number[]> {
  return fc.array(word, { minLength: count, maxLength: count })
}

it('scripts are read back as they were written, with a model and without', () => {
  fc.assert(
    fc.property(fc.array(script), fc.array(fc.option(script, { nil: undefined })), (scripts, likes) => {
      const writer = new CodedWriter()
      const likeOf = (move: number) => likes[move]
      expect(codeScripts(writingCoder(writer), scripts.length, likeOf, scripts)).toEqual(scripts)
      const reader = new CodedReader(writer.toString())
      expect(codeScripts(readingCoder(reader), scripts.length, likeOf)).toEqual(scripts)
      expect(reader.done).toBe(true)
    }),
    { seed: 1 },
  )
})
