import type { Card } from '@arena/card'
import { expect, test } from 'vitest'
import { Cards } from './cards.ts'

const card = (address: string): Card => ({ kind: 'arena', address })

function painted(bytes = 3) {
  const log: string[] = []
  const clock = { now: 0 }
  const cards = new Cards(
    (asked) => {
      log.push((asked as { address: string }).address)
      return Promise.resolve(Buffer.alloc(bytes, log.length))
    },
    () => clock.now,
  )
  return { log, clock, cards }
}

test('a picture is drawn once while it is fresh, and again only where its facts have changed', async () => {
  const { log, clock, cards } = painted()
  let address = 'a'
  const get = () => cards.get('/', () => Promise.resolve({ card: card(address), freshMs: 100 }))
  const first = await get()
  address = 'b'
  expect(await get()).toBe(first)
  address = 'a'
  clock.now = 100
  expect((await get())!.etag).toBe(first!.etag)
  expect(log).toEqual(['a'])
  address = 'b'
  clock.now = 200
  expect((await get())!.etag).not.toBe(first!.etag)
  expect(log).toEqual(['a', 'b'])
})

test('simultaneous requests share the work', async () => {
  const { log, cards } = painted()
  const source = () => Promise.resolve({ card: card('a'), freshMs: 100 })
  await Promise.all([cards.get('/', source), cards.get('/', source), cards.get('/', source)])
  expect(log).toEqual(['a'])
})

test('pictures are kept up to 32 MiB, those used last', async () => {
  const { log, cards } = painted(10 * 1024 * 1024)
  const get = (path: string) => cards.get(path, () => Promise.resolve({ card: card(path), freshMs: 100 }))
  for (const path of ['1', '2', '3', '1', '4', '1', '2']) await get(path)
  expect(log).toEqual(['1', '2', '3', '4', '2'])
})

test('what fails is not kept: neither an id of nothing nor a picture that was refused', async () => {
  let isBusy = true
  const cards = new Cards(() => Promise.resolve(isBusy ? null : Buffer.alloc(1)))
  await expect(cards.get('/x', () => Promise.reject(new Error('nothing')))).rejects.toThrow('nothing')
  const source = () => Promise.resolve({ card: card('a'), freshMs: 100 })
  expect(await cards.get('/x', source)).toBeNull()
  isBusy = false
  expect(await cards.get('/x', source)).not.toBeNull()
})
