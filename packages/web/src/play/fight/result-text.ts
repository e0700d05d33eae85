/** How a game went, for whoever has played or watched it. */
import { duration, plural } from '../../format.ts'
import type { Port, SparringPlayer, SparringResult } from './sparring.ts'

type Players = readonly [Pick<SparringPlayer, 'kind' | 'name'>, Pick<SparringPlayer, 'kind' | 'name'>]

export function resultText(
  { how, winner, standings, frames, fault }: SparringResult,
  players: Players,
): { readonly title: string; readonly detail: string } {
  const length = `after ${duration(frames)}`
  if (how === 'fault') {
    return { title: 'The game broke off', detail: `${fault ?? 'The engine found a fault.'} The replay ends before it.` }
  }
  if (how === 'stopped') return { title: 'The game was ended', detail: `Nobody has won ${length}.` }
  if (winner === null) return { title: 'A draw', detail: `Equal in stocks and percent ${length}.` }
  const loser = winner === 0 ? 1 : 0
  const isYou = (port: Port): boolean => players[port].kind === 'person' && players[port].name === 'You'
  const left = stocks(standings[winner].stocks)
  if (how === 'forfeit') {
    const { name } = players[winner]
    return {
      title: isYou(loser) ? 'You gave up' : `${players[loser].name} gave up`,
      detail: `${name} had ${left} left ${length}.`,
    }
  }
  const at = (port: Port): string => `${isYou(port) ? 'you' : players[port].name} at ${standings[port].percent}%`
  const manner = how === 'time' ? `on time, ${at(0)}, ${at(1)}` : length
  return { title: isYou(winner) ? 'You win' : `${players[winner].name} wins`, detail: `${left} left, ${manner}.` }
}

function stocks(count: number): string {
  return plural(count, 'stock')
}
