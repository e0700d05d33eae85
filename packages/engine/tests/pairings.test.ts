/**
 * Pairings of all characters, some frames each, over all stages: the stream holds the required events for each of them.
 */
import { EventReader } from '@arena/slp'
import { expect, it } from 'vitest'
import { numbers, some } from '../../../scripts/tests/series.ts'
import { CHARACTER_COUNT, STAGE_IDS } from '../src/index.ts'
import { INTERNAL_IDS } from '../src/tables/fighters.ts'
import { RandomPads, SPECIALS } from './random-pads.ts'
import { numberedGame } from './replay-hash.ts'
import { Watch } from './watch.ts'

const FRAMES = 300

/** The first thing in a match that cannot be, or null. */
function findFault(first: number, second: number): string | null {
  const number = second * CHARACTER_COUNT + first
  const game = numberedGame(number)
  const pads = [new RandomPads(number, SPECIALS), new RandomPads(~number)] as const
  const starting = [INTERNAL_IDS[first], INTERNAL_IDS[second]]
  let fault: string | null = null
  let frame = -124
  let posts = 0
  const blame = (what: string) => (fault ??= `match ${number}, frame ${frame}: ${what}`)
  const reader = new EventReader(({ name, record }) => {
    if (name === 'frameStart') {
      if (record.frame !== frame + 1) blame(`the next frame is ${record.frame}`)
      frame = record.frame
      posts = 0
    } else if (name === 'postFrame') {
      posts++
      const { playerIndex, isFollower, internalCharacterId: id } = record
      if (frame === -123 && !isFollower && id !== starting[playerIndex]) blame(`port ${playerIndex} plays ${id}`)
    } else if (name === 'frameBookend' && posts < 2) {
      blame(`only ${posts} post-frames`)
    }
  })
  const watch = new Watch(STAGE_IDS[number % STAGE_IDS.length]!)
  const take = (bytes: Uint8Array) => {
    reader.push(bytes)
    watch.push(bytes)
  }
  take(game.start())
  for (let i = 0; i < FRAMES; i++) take(game.step(pads[0].next(), pads[1].next()))
  return fault
}

it.each(some(numbers(CHARACTER_COUNT), 13))(
  'character %i plays against each of the 26, whatever is pressed',
  (first) => {
    const faults = numbers(CHARACTER_COUNT).map((second) => findFault(first, second))
    expect(faults.filter((fault) => fault !== null)).toEqual([])
  },
)
