/** Where a process is struck: at which operation, before it is done or after it, and what becomes of both. */
import { expect, test } from 'vitest'
import { BLOWS, Boundaries, MOMENTS } from './boundaries.ts'
import type { Strike } from './boundaries.ts'
import { Kernel, Process } from './kernel.ts'

const FROZEN_MS = 1_000

function machine() {
  const kernel = new Kernel(1)
  const process = new Process(kernel, 'arena', { offsetMs: 0, bootedAt: kernel.now })
  let isPowered = true
  const boundaries = new Boundaries({
    die: (struck) => struck.die(),
    freeze: (struck) => struck.freeze(FROZEN_MS),
    losePower: () => {
      isPowered = false
      process.die(false)
    },
  })
  const happened: string[] = []
  const note = (what: string) => void happened.push(`${kernel.elapsedMs} ${what}`)
  /** Takes 5 ms. */
  const perform = (work: () => void = () => {}) =>
    process.after(0, () => {
      boundaries
        .perform(process, 'disk', 5, {
          act() {
            note('done')
            work()
          },
          fail: () => new Error('EIO'),
        })
        .then(
          () => note('heard'),
          (error: Error) => note(error.message),
        )
    })
  const settle = async () => {
    await kernel.runTo(kernel.now + 2 * FROZEN_MS)
    return happened
  }
  return { boundaries, process, perform, settle, isPowered: () => isPowered }
}

test('an operation that is not struck is done when its time is over, and its process hears of it', async () => {
  const { perform, settle } = machine()
  perform()
  expect(await settle()).toEqual(['5 done', '5 heard'])
})

test('an operation that cannot be done fails with its own error', async () => {
  const { perform, settle } = machine()
  perform(() => {
    throw new Error('ENOENT')
  })
  expect(await settle()).toEqual(['5 done', '5 ENOENT'])
})

/** What is seen of an operation, and what is left of its process. */
const OUTCOMES: Readonly<Record<(typeof MOMENTS)[number], Record<(typeof BLOWS)[number], readonly string[]>>> = {
  before: {
    fails: ['5 EIO'],
    dies: [],
    freezes: [`${5 + FROZEN_MS} done`, `${5 + FROZEN_MS} heard`],
    'loses power': [],
  },
  after: {
    fails: ['5 done', '5 EIO'],
    dies: ['5 done'],
    freezes: ['5 done', '5 heard'],
    'loses power': ['5 done'],
  },
}

test.each(MOMENTS.flatMap((moment) => BLOWS.map((blow) => ({ moment, blow }))))(
  '$moment an operation: its process $blow',
  async (strike: Strike) => {
    const { boundaries, process, perform, settle, isPowered } = machine()
    boundaries.plan('disk', 1, strike)
    perform()
    expect(await settle()).toEqual(OUTCOMES[strike.moment][strike.blow])
    expect(process.isAlive).toBe(strike.blow === 'fails' || strike.blow === 'freezes')
    expect(isPowered()).toBe(strike.blow !== 'loses power')
  },
)

test('a process that freezes after an operation goes on with the next one when it continues', async () => {
  const { boundaries, perform, process, settle } = machine()
  boundaries.plan('disk', 1, { moment: 'after', blow: 'freezes' })
  perform()
  process.after(10, () => perform())
  const [done, heard, ...next] = await settle()
  expect([done, heard]).toEqual(['5 done', '5 heard'])
  // It was asked for in the meantime, and takes its time from the moment of the continuation.
  expect(next).toEqual([`${5 + FROZEN_MS + 5} done`, `${5 + FROZEN_MS + 5} heard`])
})

test('an operation that fails after it was done is done once, also where it could not be done', async () => {
  const { boundaries, perform, settle } = machine()
  boundaries.plan('disk', 1, { moment: 'after', blow: 'fails' })
  perform(() => {
    throw new Error('ENOENT')
  })
  expect(await settle()).toEqual(['5 done', '5 EIO'])
})

test('the operation that is counted is struck, once, and only at its own boundary', () => {
  const { boundaries } = machine()
  const strike: Strike = { moment: 'before', blow: 'fails' }
  boundaries.plan('disk', 3, strike)
  const struck = (['disk', 'query', 'disk', 'bucket', 'disk', 'disk'] as const).map((at) => boundaries.next(at))
  expect(struck).toEqual([null, null, null, null, strike, null])
})

test('where an aim is taken, only statements of its kind count', () => {
  const { boundaries } = machine()
  const strike: Strike = { moment: 'after', blow: 'dies' }
  boundaries.plan('query', 2, strike, /^commit$/)
  const struck = ['begin', 'commit', 'select 1', 'commit', 'commit'].map((sql) => boundaries.next('query', sql))
  expect(struck).toEqual([null, null, null, strike, null])
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
