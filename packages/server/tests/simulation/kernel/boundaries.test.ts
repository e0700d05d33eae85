/** Where a process is struck: at which operation, before it is done or after it, and what becomes of both. */
import { expect, test } from 'vitest'
import { Boundaries } from './boundaries.ts'
import type { Strike } from './boundaries.ts'
import { Kernel, Process } from './kernel.ts'

const FROZEN_MS = 1_000
const nothing = () => {}
const impossible = () => {
  throw new Error('ENOENT')
}

function machine() {
  const kernel = new Kernel(1)
  const process = new Process(kernel, 'arena', { offsetMs: 0, bootedAt: kernel.now })
  const happened: string[] = []
  const note = (what: string) => void happened.push(`${kernel.elapsedMs} ${what}`)
  const boundaries = new Boundaries({
    die: (struck) => struck.die(),
    freeze: (struck) => struck.freeze(FROZEN_MS),
    losePower() {
      note('without power')
      process.die(false)
    },
  })
  /** Takes 5 ms. */
  const perform = (work = nothing, afterMs = 0) =>
    process.after(afterMs, () => {
      const act = () => {
        note('done')
        work()
      }
      boundaries.perform(process, 'disk', 5, { act, fail: () => new Error('EIO') }).then(
        () => note('heard'),
        (error: Error) => note(error.message),
      )
    })
  const settle = async () => {
    await kernel.runTo(kernel.now + 2 * FROZEN_MS)
    return happened
  }
  return { boundaries, process, perform, settle }
}

/** What is seen of an operation. */
test.each<[Strike['moment'], Strike['blow'] | null, () => void, string[]]>([
  ['before', null, nothing, ['5 done', '5 heard']],
  ['before', null, impossible, ['5 done', '5 ENOENT']],
  ['before', 'fails', nothing, ['5 EIO']],
  ['before', 'dies', nothing, []],
  ['before', 'freezes', nothing, [`${5 + FROZEN_MS} done`, `${5 + FROZEN_MS} heard`]],
  ['before', 'loses power', nothing, ['5 without power']],
  ['after', 'fails', nothing, ['5 done', '5 EIO']],
  ['after', 'fails', impossible, ['5 done', '5 EIO']],
  ['after', 'dies', nothing, ['5 done']],
  ['after', 'freezes', nothing, ['5 done', '5 heard']],
  ['after', 'loses power', nothing, ['5 done', '5 without power']],
])('%s an operation its process is struck: %s', async (moment, blow, work, seen) => {
  const { boundaries, process, perform, settle } = machine()
  if (blow !== null) boundaries.plan('disk', 1, { moment, blow })
  perform(work)
  expect(await settle()).toEqual(seen)
  expect(process.isAlive).toBe(blow !== 'dies' && blow !== 'loses power')
})

test('a process that freezes after an operation goes on with the next one when it continues', async () => {
  const { boundaries, perform, settle } = machine()
  boundaries.plan('disk', 1, { moment: 'after', blow: 'freezes' })
  perform()
  perform(nothing, 10)
  // The next one was asked for in the meantime, and takes its time from the moment of the continuation.
  const continued = 5 + FROZEN_MS + 5
  expect(await settle()).toEqual(['5 done', '5 heard', `${continued} done`, `${continued} heard`])
})

test('the operation that is counted is struck, once, and only at its own boundary, and where an aim is taken, of its kind', () => {
  const { boundaries } = machine()
  const strike: Strike = { moment: 'before', blow: 'fails' }
  boundaries.plan('disk', 3, strike)
  const struck = (['disk', 'query', 'disk', 'bucket', 'disk', 'disk'] as const).map((at) => boundaries.next(at))
  expect(struck).toEqual([null, null, null, null, strike, null])
  boundaries.plan('query', 2, strike, /^commit$/)
  const aimed = ['begin', 'commit', 'select 1', 'commit', 'commit'].map((sql) => boundaries.next('query', sql))
  expect(aimed).toEqual([null, null, null, strike, null])
})

test('a plan takes the place of the one before it, with its aim, and none is left once it is forgotten', () => {
  const { boundaries } = machine()
  boundaries.plan('query', 1, { moment: 'after', blow: 'dies' }, /^commit$/)
  const strike: Strike = { moment: 'before', blow: 'fails' }
  boundaries.plan('query', 1, strike)
  expect(boundaries.next('query', 'begin')).toBe(strike)
  boundaries.plan('query', 1, strike)
  boundaries.forget()
  expect(boundaries.next('query', 'begin')).toBeNull()
})
