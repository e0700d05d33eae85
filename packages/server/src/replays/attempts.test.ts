import { expect, test, vi } from 'vitest'
import { Attempts, PATIENT, throwFirst } from './attempts.ts'

const IDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** What is to be done, some of which fails. */
function list(failing: ReadonlySet<string>, attempts: Attempts) {
  const left = new Set(IDS)
  const asked: string[] = []
  const work = async (id: string) => {
    asked.push(id)
    if (failing.has(id)) throw new Error(id)
    left.delete(id)
  }
  return {
    left,
    each: async () => (await attempts.each([...left], work), asked.splice(0).join('')),
    eachFound: async () => {
      const find = async (limit: number, except: readonly string[]) =>
        [...left].filter((id) => !except.includes(id)).slice(0, limit)
      await attempts.eachFound(find, work)
      return asked.splice(0).join('')
    },
  }
}

test.each(['each', 'eachFound'] as const)('`%s`: what fails comes last in later rounds, in its turn', async (way) => {
  const { left, [way]: round } = list(new Set('bdfg'), new Attempts())
  expect(await round()).toBe('abcdefgh')
  expect([...left].join('')).toBe('bdfg')
  expect([await round(), await round()]).toEqual(['bdf', 'gbd'])
})

test.each(['each', 'eachFound'] as const)(
  '`%s`: three failures in a row end a round, and hold up nothing',
  async (way) => {
    const { left, [way]: round } = list(new Set('abcdef'), new Attempts())
    expect([await round(), await round()]).toEqual(['abc', 'def'])
    expect((await round()).startsWith('gh')).toBe(true)
    expect([...left].join('')).toBe('abcdef')
  },
)

test('where failures are quick, a rare round goes on longer; where they take ten seconds each, it does not', async () => {
  const many = Array.from({ length: 200 }, (_, index) => String(index))
  let now = 0
  using _clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  const failuresOf = async (mostInARow: number | undefined, ms: number) => {
    const work = async () => {
      now += ms
      throw new Error('no')
    }
    return (await new Attempts(() => {}, mostInARow).each(many, work)).length
  }
  expect([await failuresOf(undefined, 1), await failuresOf(PATIENT, 1)]).toEqual([3, PATIENT])
  expect(await failuresOf(PATIENT, 10_000)).toBe(3)
})

test('one that fails is reported once, until it is done; the round has failed each time', async () => {
  const told: string[] = []
  const attempts = new Attempts(({ matchId }) => void told.push(matchId))
  const fail = async () => {
    throw new Error('the disk')
  }
  for (let round = 0; round < 3; round++) {
    const failures = await attempts.each(['a'], fail)
    expect(() => throwFirst(failures)).toThrow('the disk')
  }
  expect(told).toEqual(['a'])
  throwFirst(await attempts.each(['a'], async () => {}))
  await attempts.each(['a'], fail)
  expect(told).toEqual(['a', 'a'])
})

test('a round that is stopped asks no more', async () => {
  const stopping = new AbortController()
  const asked: string[] = []
  const work = async (id: string) => {
    asked.push(id)
    stopping.abort()
  }
  await new Attempts().each(IDS, work, stopping.signal)
  expect(asked).toEqual(['a'])
})
