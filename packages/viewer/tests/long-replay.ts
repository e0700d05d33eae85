/** A replay as long as a match can be. */
import { Game, loadFighters } from '@arena/engine'
import { writeReplay } from '@arena/slp'
import { RandomPads, type Habits } from '../../engine/tests/random-pads.ts'

const FOX = 2
/** Nobody falls for eight minutes. */
const STAYING: Habits = { presses: [0, 0, 0x200, 0x200, 0x400], sticks: [128], isWild: false }

/** Eight minutes, to the end of the clock. */
export async function longReplay(): Promise<Uint8Array> {
  await loadFighters([FOX])
  const player = { character: FOX, costume: 0, name: 'fox' }
  const game = new Game({ seed: new Uint8Array(32).fill(5), stage: 31, players: [player, player] })
  const pads = [new RandomPads(1, STAYING), new RandomPads(2, STAYING)] as const
  const messages = [game.start().slice()]
  while (!game.ending) messages.push(game.step(pads[0].next(), pads[1].next()).slice())
  messages.push(game.end({ kind: 'natural' }).slice())
  return writeReplay(Buffer.concat(messages), {})
}
