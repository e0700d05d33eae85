/** Who plays on, by the words of addresses: `you`, `recorded`, or a house bot's. */
import { houseBots } from '@arena/sdk/house'
import type { Side } from '../play/fight/sparring.ts'

const BOTS = houseBots().map((bot) => ({ word: bot.path.slice(1), bot }))

/** Null for a word that means nobody. */
export function sideOf(word: string): Side | null {
  if (word === 'you') return { kind: 'person' }
  if (word === 'recorded') return { kind: 'recorded' }
  const found = BOTS.find((each) => each.word === word)
  return found ? { kind: 'house', bot: found.bot } : null
}

export const SIDES: readonly { readonly word: string; readonly label: string }[] = [
  { word: 'you', label: 'You: keyboard or gamepad' },
  { word: 'recorded', label: 'The pads of the match' },
  ...BOTS.map(({ word, bot }) => ({ word, label: `House bot ${bot.name}` })),
]

/** Who plays a side that nobody has chosen for: the house bot that has played it, or the first. */
export function standInOf(name: string): string {
  return (BOTS.find(({ bot }) => bot.name === name) ?? BOTS[0]!).word
}
