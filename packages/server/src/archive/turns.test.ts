import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

/** Work that ends when it is told to. */
function held() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const work = (key: string) => () => {
    begun.push(key)
    return new Promise<void>((resolve) => ends.set(key, resolve))
  }
  return { begun, work, end: (key: string) => ends.get(key)!() }
}

test('one has its turn, few wait, who comes then is refused, and has a turn again once one is over', async () => {
  const { begun, work, end } = held()
  const turns = new Turns(2)
  const [a, b, c] = ['a', 'b', 'c'].map((key) => turns.take(key, work(key)))
  expect(turns.take('d', work('d'))).toBeNull()
  // What is under way is shared by however many.
  expect(turns.take('c', work('c'))).toBe(c)
  await Promise.resolve()
  expect(begun).toEqual(['a'])
  end('a')
  await a
  await new Promise(setImmediate)
  expect(begun).toEqual(['a', 'b'])
  const d = turns.take('d', work('d'))
  end('b')
  await b
  await new Promise(setImmediate)
  end('c')
  await c
  await new Promise(setImmediate)
  end('d')
  await d
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
})

test('work that fails is the failure of those who asked for it, and of nobody behind them', async () => {
  const turns = new Turns(1)
  const failing = turns.take('a', () => Promise.reject(new Error('it broke')))
  const next = turns.take('b', () => Promise.resolve())
  await expect(failing).rejects.toThrow('it broke')
  await next
})
