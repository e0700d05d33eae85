/** How long the chance of winning takes for a frame: `npx tsx --conditions=source bench/chance.ts`. */
import { chancesOf } from '@arena/engine/chance'
import { houseBot } from '@arena/sdk'
import { ColumnReader } from '@arena/slp'
import { playMatch } from '../scripts/house-matches/match.ts'
import { thisMachine } from './this-machine.ts'

const ROUNDS = 5
const reader = new ColumnReader()
const contestants = [2, 9].map((character, i) => ({
  name: String(i),
  play: () => houseBot({ strength: 'dancer', character: character as 2 | 9 }),
}))
await playMatch('5f'.repeat(32), [contestants[0]!, contestants[1]!], (events) => reader.push(events))
const { columns, gameStart } = reader

console.log(thisMachine())
for (let round = 1; round <= ROUNDS; round++) {
  const began = performance.now()
  chancesOf(columns, { stage: gameStart!.stageId })
  const micros = (1000 * (performance.now() - began)) / columns.count
  console.log(`round ${round}: ${columns.count} frames, ${micros.toFixed(2)} microseconds each`)
}
