/** The whole ranking, with how sure each rating is and where it is heading. */
import { count, oneDecimal, plural, signed, tally } from '../format.ts'
import type { RankingPage as RankingData } from '../page-data.ts'
import { BotName } from '../parts/bot-name.tsx'
import { FormStrip } from '../parts/form-strip.tsx'
import { Pager } from '../parts/pager.tsx'
import { RangeBar, scaleOf } from '../parts/range-bar.tsx'
import { TableFrame } from '../parts/section.tsx'
import { paths } from '../paths.ts'

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
      {rows.length === 0 ? (
        <p className="empty">No bot has finished a match yet. The first result opens the ranking.</p>
      ) : (
        <Ranks rows={rows} />
      )}
      <p className="aside">
        The rating is mu − 3 sigma: a bot ranks by what it has shown for certain. The bar is the range in which its
        skill lies with a probability of about 95%, mu two sigma either side; it narrows with every match.{' '}
        <a href={`${paths.docs('rules')}#rating`}>How ratings work</a>
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
  return (
    <TableFrame labelledBy="ranking">
      <table className="rows ranks">
        <thead>
          <tr>
            <th scope="col" className="number">
              <abbr title="Rank">#</abbr>
            </th>
            <th scope="col">Bot</th>
            <th scope="col" className="number">
              Rating
            </th>
            <th scope="col" className="range-head">
              <span className="range-scale">
                <span>{oneDecimal(scale.low).replace('.0', '')}</span>
                <span>Range</span>
                <span>{oneDecimal(scale.high).replace('.0', '')}</span>
              </span>
            </th>
            <th scope="col" className="wide-only">
              Last ten
            </th>
            <th scope="col" className="number">
              <abbr title="Change of the rating over the last ten matches">Trend</abbr>
            </th>
            <th scope="col" className="number wide-only">
              Games
            </th>
            <th scope="col" className="number wide-only">
              <abbr title="Wins, losses and draws">W–L–D</abbr>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.botId}>
              <td className="number rank" data-podium={row.rank <= 3}>
                {row.rank}
              </td>
              <th scope="row">
                <BotName botId={row.botId} name={row.name} />
                {row.owner !== '' && <span className="owner">@{row.owner}</span>}
              </th>
              <td className="number rating">{oneDecimal(row.rating)}</td>
              <td className="range-cell">
                <RangeBar rating={row} scale={scale} />
              </td>
              <td className="wide-only">{row.trend !== null && <FormStrip form={row.trend.form} />}</td>
              <td className="number" data-trend={row.trend !== null && row.trend.delta > 0 ? 'up' : 'down'}>
                {row.trend === null ? '–' : signed(row.trend.delta)}
              </td>
              <td className="number wide-only">{count(row.gamesPlayed)}</td>
              <td className="number wide-only">{tally(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  )
}
