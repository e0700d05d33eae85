import { describe, expect, test } from 'vitest'
import { ForfeitCounter } from './forfeit.ts'

const miss = (counter: ForfeitCounter, polls: number, landed: readonly [boolean, boolean] = [false, false]) => {
  let forfeit = null
  for (let i = 0; i < polls && forfeit === null; i++) forfeit = counter.poll(...landed)
  return forfeit
}

describe('Forfeit', () => {
  test('a bot forfeits when no pad of its lands for 300 consecutive polls, and not at 299', () => {
    const counter = new ForfeitCounter()
    expect(miss(counter, 299, [false, true])).toBeNull()
    expect(miss(counter, 1, [false, true])).toEqual({ port: 0 })
  })

  test('is the other port’s as well', () => {
    const counter = new ForfeitCounter()
    expect(miss(counter, 299, [true, false])).toBeNull()
    expect(miss(counter, 1, [true, false])).toEqual({ port: 1 })
  })

  test('one pad that lands restarts the count', () => {
    const counter = new ForfeitCounter()
    miss(counter, 299, [false, true])
    expect(counter.poll(true, true)).toBeNull()
    expect(miss(counter, 299, [false, true])).toBeNull()
    expect(counter.streak(0)).toBe(299)
    expect(miss(counter, 1, [false, true])).toEqual({ port: 0 })
  })

  test('Winning and scoring 3: if both bots miss 300 polls together, it is a double forfeit', () => {
    const counter = new ForfeitCounter()
    expect(miss(counter, 299)).toBeNull()
    expect(miss(counter, 1)).toEqual({ port: null })
  })

  test('of two silent bots the one that fell silent first forfeits alone', () => {
    const counter = new ForfeitCounter()
    counter.poll(false, true)
    expect(miss(counter, 298)).toBeNull()
    expect(miss(counter, 1)).toEqual({ port: 0 })
  })

  test('missed counts every poll without a pad, not only those in a row', () => {
    const counter = new ForfeitCounter()
    miss(counter, 10, [false, true])
    counter.poll(true, true)
    miss(counter, 5, [false, false])
    expect(counter.missed).toEqual([15, 5])
  })
})
