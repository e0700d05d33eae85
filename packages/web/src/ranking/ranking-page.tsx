/** The whole ranking, with how sure each rating is and where it is heading. */
import { count, oneDecimal, plural, signed } from '../format.ts'
import type { RankingPage as RankingData, RankingRow } from '../page-data.ts'
import { FormStrip } from '../parts/form-strip.tsx'
import { Pager } from '../parts/pager.tsx'
import { scaleOf } from '../parts/range-bar.tsx'
import { BOT, NoRankedBots, PODIUM_RANK, rangeColumn, RATING, TALLY } from '../parts/ranked-bots.tsx'
import { NUMBER, Table, type Column } from '../parts/table.tsx'
import { paths } from '../paths.ts'

/** A phone has no room for these. */
const WIDE = { className: 'wide-only' } as const
const WIDE_NUMBER = { className: 'number wide-only' } as const

const LAST_TEN: Column<RankingRow> = {
  head: 'Last ten',
  value: ({ trend }) => trend !== null && <FormStrip form={trend.form} />,
  ...WIDE,
}
const TREND: Column<RankingRow> = {
  head: <abbr title="Change of the rating over the last ten matches">Trend</abbr>,
  value: ({ trend }) => (trend === null ? '–' : signed(trend.delta)),
  ...NUMBER,
  data: ({ trend }) => ({ 'data-trend': trend !== null && trend.delta > 0 ? 'up' : 'down' }),
}
const GAMES: Column<RankingRow> = { head: 'Games', value: ({ gamesPlayed }) => count(gamesPlayed), ...WIDE_NUMBER }

export function RankingPage({ page }: { page: RankingData }) {
  const { rows, page: number, pages, total } = page
  return (
    <>
      <div className="page-head">
        <h1 id="ranking">Ranking</h1>
        <p className="facts">
          <span>{plural(total, 'bot')} with a rated match</span>
          {pages > 1 && (
            <span>
              Page {count(number)} of {count(pages)}
            </span>
          )}
        </p>
      </div>
      {rows.length === 0 ? <NoRankedBots /> : <Ranks rows={rows} />}
      <p className="aside">
        The rating is mu − 3 sigma: a bot ranks by what it has shown for certain. The bar is the range in which its
        skill lies with a probability of about 95%, mu two sigma either side; it narrows with every match.{' '}
        <a href={`${paths.docs('rules')}#rating`}>How ratings work</a>.{' '}
        <a href={paths.ratings()}>All games in one fit, in Elo</a>
      </p>
      <Pager
        label="Pages of the ranking"
        links={[
          ...(number > 1 ? [{ href: paths.ranking(number - 1), text: 'Better bots', rel: 'prev' as const }] : []),
          ...(number < pages ? [{ href: paths.ranking(number + 1), text: 'Further bots', rel: 'next' as const }] : []),
        ]}
      />
    </>
  )
}

function Ranks({ rows }: Pick<RankingData, 'rows'>) {
  const scale = scaleOf(rows)
  const scaleHead = (
    <span className="range-scale">
      <span>{oneDecimal(scale.low).replace('.0', '')}</span>
      <span>Range</span>
      <span>{oneDecimal(scale.high).replace('.0', '')}</span>
    </span>
  )
  return (
    <Table<RankingRow>
      labelledBy="ranking"
      className="rows ranks"
      columns={[
        PODIUM_RANK,
        BOT,
        RATING,
        rangeColumn(scaleHead, scale),
        LAST_TEN,
        TREND,
        GAMES,
        { ...TALLY, ...WIDE_NUMBER },
      ]}
      rows={rows}
      keyOf={({ botId }) => botId}
    />
  )
}
