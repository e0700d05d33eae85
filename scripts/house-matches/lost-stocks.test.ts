import { expect, test } from 'vitest'
import { restingPost } from '../../packages/sdk/tests/fake-arena.ts'
import { LostStocks } from './lost-stocks.ts'

const STANDING = { actionStateId: 14, isAirborne: 0 }
const FALLING = { actionStateId: 29, isAirborne: 1 }
const STRUCK = { actionStateId: 87, isAirborne: 1, stateBitFlags4: 0x02 }
const HANGING = { actionStateId: 253, isAirborne: 1 }
const DEAD = { actionStateId: 0 }

/** What becomes of port 0, state by state, each for a number of frames. */
function selfDestructs(...states: [state: object, frames: number][]): boolean[] {
  const lost = new LostStocks()
  let frame = 0
  for (const [state, frames] of states) {
    for (let i = 0; i < frames; i++, frame++) {
      const player = { pre: null, post: { ...restingPost(frame, 0), ...state }, follower: null }
      lost.take({ ...EMPTY, frame, players: [player, null, null, null] })
    }
  }
  return lost.stocks.map(({ isSelfDestruct }) => isSelfDestruct)
}

const EMPTY = {
  frame: 0,
  start: null,
  players: [null, null, null, null],
  items: [],
  fodPlatforms: [],
  dreamlandWhispy: null,
  stadiumTransformation: null,
  bookend: null,
}

test('a stock is a self-destruct when its fighter was not struck since it was last safe', () => {
  expect(selfDestructs([STANDING, 10], [FALLING, 50], [DEAD, 60])).toEqual([true])
  expect(selfDestructs([STANDING, 10], [STRUCK, 20], [FALLING, 50], [DEAD, 60])).toEqual([false])
  expect(selfDestructs([STRUCK, 20], [STANDING, 1], [FALLING, 50], [DEAD, 60])).toEqual([true])
  expect(selfDestructs([STRUCK, 20], [HANGING, 1], [FALLING, 50], [DEAD, 60])).toEqual([true])
})

test('a hit from which it had five seconds to come back excuses nothing', () => {
  expect(selfDestructs([STRUCK, 20], [FALLING, 299], [DEAD, 1])).toEqual([false])
  expect(selfDestructs([STRUCK, 20], [FALLING, 301], [DEAD, 1])).toEqual([true])
})

test('each stock is counted once', () => {
  expect(selfDestructs([DEAD, 60], [STANDING, 1], [DEAD, 60])).toEqual([true, true])
})
