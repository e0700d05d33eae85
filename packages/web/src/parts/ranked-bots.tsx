/** The columns of tables that compare bots: the leaderboard, the ranking, two bots side by side. */
import type { ReactNode } from 'react'
import { oneDecimal, tally } from '../format.ts'
import type { Rating, Tally } from '../page-data.ts'
import { BotName } from './bot-name.tsx'
import { RangeBar, type Scale } from './range-bar.tsx'
import { NUMBER, type Column } from './table.tsx'

/** A bot without a rated match has no rank. */
export const RANK: Column<{ readonly rank: number | null }> = {
  head: <abbr title="Rank">#</abbr>,
  value: ({ rank }) => rank ?? '–',
  ...NUMBER,
  cellClass: 'number rank',
}

/** The first three ranks stand out. */
export const PODIUM_RANK: Column<{ readonly rank: number }> = {
  ...RANK,
  data: ({ rank }) => ({ 'data-podium': rank <= 3 }),
}

export const BOT: Column<{ readonly botId: string; readonly name: string; readonly owner: string }> = {
  head: 'Bot',
  value: ({ botId, name, owner }) => (
    <>
      <BotName botId={botId} name={name} />
      {owner !== '' && <span className="owner">@{owner}</span>}
    </>
  ),
  isName: true,
}

export const RATING: Column<{ readonly rating: number }> = {
  head: 'Rating',
  value: ({ rating }) => oneDecimal(rating),
  ...NUMBER,
  cellClass: 'number rating',
}

export const TALLY: Column<Tally> = {
  head: <abbr title="Wins, losses and draws">W–L–D</abbr>,
  value: tally,
  ...NUMBER,
}

export const rangeColumn = (head: ReactNode, scale: Scale): Column<Rating> => ({
  head,
  value: (rating) => <RangeBar rating={rating} scale={scale} />,
  className: 'range-head',
  cellClass: 'range-cell',
})

export function NoRankedBots() {
  return <p className="empty">No bot has finished a match yet. The first result opens the ranking.</p>
}
