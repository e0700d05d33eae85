/**
 * The ladder of the house, measured: games between two strengths, on drawn characters and stages. Each draw is played twice,
 * with the characters exchanged, and the ports change sides, so that neither strength has the better ones.
 */
import { createHash } from 'node:crypto'
import { houseBot, type Character, type Strength } from '@arena/sdk'
import { LostStocks } from './lost-stocks.ts'
import { playMatch } from './match.ts'

const CHARACTERS = 26

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

interface Side {
  lost: number
  /** The number of the stocks lost that are self-destructs (lost-stocks.ts). */
  selfDestructs: number
}

export interface Step {
  readonly upper: Strength
  readonly lower: Strength
  readonly games: number
  /** Games that the upper one won; drawn ones count for neither. */
  readonly won: number
  readonly drawn: number
  /** Games in which the engine found a fault in itself. */
  readonly faults: number
  /** Frames in all. */
  readonly frames: number
  readonly sides: Readonly<Record<'upper' | 'lower', Readonly<Side>>>
}

/** Plays games `first` to `last`, from 0 on, of the endless series of two strengths. */
export async function playStep(upper: Strength, lower: Strength, first: number, last: number): Promise<Step> {
  const sides = { upper: { lost: 0, selfDestructs: 0 }, lower: { lost: 0, selfDestructs: 0 } }
  let [won, drawn, faults, frames] = [0, 0, 0, 0]
  for (let game = first; game <= last; game++) {
    const { seed, characters, isSwapped } = drawOf(game)
    const bots = [
      { name: 'upper', play: () => houseBot({ strength: upper, character: characters[0] }) },
      { name: 'lower', play: () => houseBot({ strength: lower, character: characters[1] }) },
    ] as const
    const lost = new LostStocks()
    const outcome = await playMatch(seed, isSwapped ? [bots[1], bots[0]] : bots, (events) => lost.push(events))
    if (outcome.fault !== null) faults++
    else if (outcome.winner === null) drawn++
    else if (outcome.names[outcome.winner] === 'upper') won++
    frames += outcome.frames
    for (const { port, isSelfDestruct } of lost.stocks) {
      const side = sides[outcome.names[port] === 'upper' ? 'upper' : 'lower']
      side.lost++
      if (isSelfDestruct) side.selfDestructs++
    }
  }
  return { upper, lower, games: last - first + 1, won, drawn, faults, frames, sides }
}

/** What a game is drawn with: four in a row share the draw, in both orders of the characters and of the ports. */
function drawOf(game: number) {
  const turn = Math.floor(game / 2)
  const [one, other] = digest(`ladder ${turn}`)
  const pair = [one! % CHARACTERS, other! % CHARACTERS] as [Character, Character]
  const characters: readonly [Character, Character] = game % 2 === 0 ? pair : [pair[1], pair[0]]
  return { seed: digest(`ladder seed ${turn}`).toString('hex'), characters, isSwapped: game % 4 >= 2 }
}
