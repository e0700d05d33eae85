/** How a game went, for the person who played it. */
import { duration, plural } from '../../format.ts'
import type { SparringResult } from './sparring.ts'

export function resultText(
  { how, winner, standings, frames, fault }: SparringResult,
  bot: string,
): { readonly title: string; readonly detail: string } {
  const [own, others] = standings
  const length = `after ${duration(frames)}`
  const percents = `you at ${own.percent}%, ${bot} at ${others.percent}%`
  if (how === 'fault') {
    return { title: 'The game broke off', detail: `${fault ?? 'The engine found a fault.'} The replay ends before it.` }
  }
  if (how === 'forfeit') return { title: 'You gave up', detail: `${bot} had ${stocks(others.stocks)} left ${length}.` }
  if (winner === null) return { title: 'A draw', detail: `Equal in stocks and percent ${length}.` }
  const title = winner === 0 ? 'You win' : `${bot} wins`
  const left = winner === 0 ? own : others
  const manner = how === 'time' ? `on time, ${percents}` : length
  return { title, detail: `${stocks(left.stocks)} left, ${manner}.` }
}

function stocks(count: number): string {
  return plural(count, 'stock')
}
