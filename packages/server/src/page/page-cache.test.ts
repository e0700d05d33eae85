import { expect, test } from 'vitest'
import { PageCache } from './page-cache.ts'

function setUp() {
  const clock = { now: 0 }
  const cache = new PageCache<number>(() => clock.now)
  let made = 0
  return { clock, cache, make: async () => ++made }
}

test('a page is made once for all who ask within a moment, and again after it', async () => {
  const { clock, cache, make } = setUp()
  expect(await Promise.all([cache.get('/', make), cache.get('/', make)])).toEqual([1, 1])
  clock.now = 499
  expect(await cache.get('/', make)).toBe(1)
  expect(await cache.get('/ranking', make)).toBe(2)
  clock.now = 500
  expect(await cache.get('/', make)).toBe(3)
})

test('a failure is not kept', async () => {
  const { cache, make } = setUp()
  await expect(cache.get('/', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await cache.get('/', make)).toBe(1)
})

test('addresses without number do not fill the memory', async () => {
  const { cache, make } = setUp()
  for (let i = 0; i < 1_000; i++) await cache.get(`/results?before=${i}`, make)
  expect(await cache.get('/results?before=999', make)).toBe(1_000)
  expect(await cache.get('/results?before=0', make)).toBe(1_001)
})
