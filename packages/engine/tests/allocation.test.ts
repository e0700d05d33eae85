import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { FIRING, RandomPads, type Habits } from './random-pads.ts'
import { numberedGame, PROJECTILE_MATCHES } from './replay-hash.ts'
import type { Pad } from '../src/index.ts'

/** One per stage, with twelve different characters. */
const MATCHES = [5, 82, 189, 296, 403, 510]
const FRAMES = 2000
const WARM_ROUNDS = 12
/** On a busy machine code is still compiled in the first of them. */
const MEASURED_ROUNDS = 4
/**
 * Boxes around numbers where V8 did not inline a rare branch; an object made on every frame would be 40 and more. With many
 * articles out it inlines one more call in some processes than in others: 180 to 205 bytes since rays have four hitboxes.
 */
const MOST_BYTES = { few: 150, many: 250 }

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function padsOf(number: number, habits?: Habits): Pad[] {
  const pads = new RandomPads(number, habits)
  return Array.from({ length: FRAMES }, () => ({ ...pads.next() }))
}

it.each([
  ['a warm frame', MATCHES, undefined, MOST_BYTES.few],
  ['a warm frame full of projectiles', PROJECTILE_MATCHES, FIRING, MOST_BYTES.many],
])(
  '%s allocates next to nothing',
  (_, matches, habits, most) => {
    const games = matches.map((number) => {
      const game = numberedGame(number)
      game.start()
      return { game, start: game.save(), first: padsOf(number, habits), second: padsOf(number + 1, habits) }
    })
    const play = ({ game, start, first, second }: (typeof games)[number]) => {
      game.restore(start)
      for (let i = 0; i < FRAMES; i++) game.step(first[i]!, second[i]!)
    }
    for (let round = 0; round < WARM_ROUNDS; round++) for (const game of games) play(game)
    const bytes = Array.from({ length: MEASURED_ROUNDS }, () => games)
      .flat()
      .map((game) => {
        collectGarbage()
        const before = getHeapStatistics().used_heap_size
        play(game)
        return (getHeapStatistics().used_heap_size - before) / FRAMES
      })
    // What every frame allocates shows in every match and every round; code compiled meanwhile only adds, a collection (below 0) tells nothing.
    const least = Math.min(...bytes.filter((count) => count >= 0))
    expect(least).toBeLessThan(most)
  },
  60_000,
)
