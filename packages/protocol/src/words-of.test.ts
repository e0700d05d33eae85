import { expect, test } from 'vitest'
import { traceOf, wordsOf } from './words-of.ts'

const CIRCLE: Record<string, unknown> = {}
CIRCLE['self'] = CIRCLE

test.each([
  [new Error('the disk is full'), 'the disk is full'],
  [new TypeError(''), 'TypeError without a message'],
  [Object.assign(new Error(''), { code: 'ECONNRESET' }), 'Error {"code":"ECONNRESET"}'],
  [new AggregateError([new Error('refused at ::1'), 'refused at 127.0.0.1']), 'refused at ::1, refused at 127.0.0.1'],
  [new AggregateError([new Error('one')], 'both failed'), 'both failed'],
  [new TypeError('fetch failed', { cause: new AggregateError([new Error('refused')]) }), 'refused'],
  [{ message: 'of another realm' }, 'of another realm'],
  [{ name: 'ErrnoError', errno: 51 }, 'ErrnoError {"errno":51}'],
  [{}, 'an object without a message'],
  [{ text: 'x'.repeat(1_000) }, `an object {"text":"${'x'.repeat(191)}`],
  [CIRCLE, 'an object that cannot be read'],
  ['out of reach', 'out of reach'],
  ['', '"" was thrown'],
  [undefined, 'undefined was thrown'],
  [null, 'null was thrown'],
  [42, '42 was thrown'],
  [Symbol('why'), 'Symbol(why) was thrown'],
])('whatever is thrown has words: %o', (thrown, words) => {
  expect(wordsOf(thrown)).toBe(words)
})

test('what throws when it is looked at has words too', () => {
  const hostile = Object.defineProperty({}, 'message', {
    get() {
      throw new Error('never mind')
    },
  })
  expect([wordsOf(hostile), traceOf(hostile)]).toEqual(Array(2).fill('an object that cannot be read'))
})

test('a log shows the calls that led to an error, and the words of anything else', () => {
  expect(traceOf(new Error('the disk is full'))).toMatch(/^Error: the disk is full\n +at /)
  expect(traceOf('gone')).toBe('gone')
})
