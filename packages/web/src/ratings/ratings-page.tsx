/** One fit over all games: three numbers a bot, and what contradicts the list behind one click. */
import { characterName, stageName } from '@arena/slp'
import type { RatingList, RatingListRow, RatingSplit } from '@arena/protocol'
import type { ReactNode } from 'react'
import { count, moment, plural, share } from '../format.ts'
import type { RatingsPage as RatingsData } from '../page-data.ts'
import { BotName } from '../parts/bot-name.tsx'
import { BOT } from '../parts/ranked-bots.tsx'
import { NUMBER, Table, type Column } from '../parts/table.tsx'
import { paths } from '../paths.ts'

const WIDE_NUMBER = { className: 'number wide-only' } as const
/** Bots of the matrix, from the top. */
const MATRIX_BOTS = 20

const PLACES: Column<RatingListRow> = {
  head: <abbr title="The ranks that the games leave open">Rank</abbr>,
  value: ({ bestRank, worstRank }) => (bestRank === worstRank ? bestRank : `${bestRank}–${worstRank}`),
  ...NUMBER,
  cellClass: 'number rank',
}
const ELO: Column<RatingListRow> = {
  head: 'Elo',
  value: ({ rating }) => whole(rating),
  className: 'number',
  cellClass: 'number rating',
}
const REACH: Column<RatingListRow> = {
  head: <abbr title="The true rating is no farther away, with 95 of 100">±</abbr>,
  value: ({ low, high }) => whole((high - low) / 2),
  ...NUMBER,
}
/** One click behind the three numbers. */
const PLAYED: readonly Column<RatingListRow>[] = [
  { head: 'Games', value: ({ games }) => count(games), ...NUMBER },
  { head: 'Score', value: ({ games, points }) => (games === 0 ? '–' : share(points / games)), ...NUMBER },
  {
    head: <abbr title="Matches lost by forfeit, which the ratings leave out">Forfeits</abbr>,
    value: ({ forfeits }) => count(forfeits),
    ...NUMBER,
  },
]

export function RatingsPage({ page: { list } }: { page: RatingsData }) {
  const { rows, games, computedAt } = list
  return (
    <>
      <div className="page-head">
        <h1 id="ratings">Ratings</h1>
        <p className="facts">
          <span>
            {plural(rows.length, 'bot')}, {plural(games, 'game')} in one fit
          </span>
          <span>{moment(computedAt)}</span>
        </p>
      </div>
      {rows.length === 0 ? (
        <p className="empty">No game has ended by stocks or time yet. The first one opens the list.</p>
      ) : (
        <Listed list={list} />
      )}
      <p className="aside">
        Elo by the Bradley-Terry model: 400 points more are ten wins for each loss, and 1500 is the mean of all bots. ±
        is the half of the interval in which the true rating lies with 95 of 100, and the rank says which places the
        games leave open. The ladder pairs by its <a href={paths.ranking()}>own ratings</a>.{' '}
        <a href={paths.data.ratings()}>The list as JSON</a>
      </p>
    </>
  )
}

function Listed({ list }: { list: RatingList }) {
  const { rows, contradictions, cycles, changes, alike, calibration, builds, from, to } = list
  const names = new Map(rows.map(({ botId, name }) => [botId, name]))
  const bot = (id: string): ReactNode => <BotName botId={id} name={names.get(id) ?? id} />
  return (
    <>
      <Table<RatingListRow>
        labelledBy="ratings"
        columns={[PLACES, BOT, ELO, REACH]}
        rows={rows}
        keyOf={({ botId }) => botId}
      />
      <Detail title="Games, scores and forfeits" note={null}>
        <Table<RatingListRow>
          labelledBy="ratings"
          columns={[BOT, ...PLAYED]}
          rows={rows}
          keyOf={({ botId }) => botId}
        />
      </Detail>
      <Detail title="Who is surely better" note={rows.length > MATRIX_BOTS ? `the first ${MATRIX_BOTS}` : null}>
        <Matrix list={list} />
      </Detail>
      <Detail title="What contradicts the order" note={noteOf(contradictions.length + cycles.length)}>
        {contradictions.length + cycles.length === 0 && (
          <p className="empty">No meeting surely contradicts the list.</p>
        )}
        <ul className="prose">
          {cycles.map(([a, b, c]) => (
            <li key={`${a} ${b} ${c}`}>
              {bot(a)} beats {bot(b)}, {bot(b)} beats {bot(c)}, and {bot(c)} beats {bot(a)}.
            </li>
          ))}
          {contradictions.map(({ winner, loser, games, points, expected, othersGames, othersPoints }) => (
            <li key={`${winner} ${loser}`}>
              {bot(winner)} has {points} of {plural(games, 'game')} against {bot(loser)}; the ratings expect {expected}.
              {othersGames > 0 && ` All others have ${share(othersPoints / othersGames)} of the points against it.`}
            </li>
          ))}
        </ul>
      </Detail>
      <Detail title="Where a bot has changed" note={noteOf(changes.length)}>
        {changes.length === 0 && <p className="empty">No bot surely became stronger or weaker.</p>}
        <ul className="prose">
          {changes.map(({ botId, from: before, to: after, by, urlChanges }) => (
            <li key={botId}>
              {bot(botId)} is {by < 0 ? 'weaker' : 'stronger'} by {whole(Math.abs(by))} since {moment(after)}; its last
              game before ended at {moment(before)}.{' '}
              {urlChanges.length === 0
                ? 'No change of its URL is on record.'
                : `Its owner gave it another URL at ${nearest(urlChanges, after).map(moment).join(', ')}.`}
            </li>
          ))}
        </ul>
      </Detail>
      <Detail title="Bots that play alike" note={noteOf(alike.length)}>
        {alike.length === 0 && <p className="empty">No two bots have surely the same strengths and weaknesses.</p>}
        <ul className="prose">
          {alike.map(([a, b]) => (
            <li key={`${a} ${b}`}>
              {bot(a)} and {bot(b)} find the same opponents hard, as copies of one program do.
            </li>
          ))}
        </ul>
      </Detail>
      <Detail title="How good the ladder’s predictions were" note={null}>
        <Predictions calibration={calibration} />
      </Detail>
      <Detail title="By character and stage" note={null}>
        <Splits list={list} bot={bot} />
      </Detail>
      <p className="aside">
        Games from {moment(from ?? list.computedAt)} to {moment(to ?? list.computedAt)}, played with {builds.join(', ')}
        .
      </p>
    </>
  )
}

interface DetailProps {
  readonly title: string
  readonly note: string | null
  readonly children: ReactNode
}

function Detail({ title, note, children }: DetailProps) {
  return (
    <details className="detail">
      <summary>
        {title}
        {note !== null && <span className="note">{note}</span>}
      </summary>
      {children}
    </details>
  )
}

/** Moments that are shown beside a change. */
const MOST_MOMENTS = 3

/** Those nearest to a moment, in order. */
function nearest(moments: readonly string[], to: string): string[] {
  const away = (at: string): number => Math.abs(Date.parse(at) - Date.parse(to))
  return moments
    .toSorted((one, other) => away(one) - away(other))
    .slice(0, MOST_MOMENTS)
    .toSorted()
}

const noteOf = (found: number): string => (found === 0 ? 'nothing found' : `${found} found`)

type MatrixRow = RatingListRow & { readonly against: readonly number[]; readonly place: number }

function Matrix({ list: { rows, superiority } }: { list: RatingList }) {
  const shown = rows.slice(0, MATRIX_BOTS)
  const columns: Column<MatrixRow>[] = [
    { head: 'Stronger than', value: ({ place, name }) => `${place + 1} ${name}`, isName: true },
    ...shown.map(({ name }, other) => ({
      head: <abbr title={name}>{other + 1}</abbr>,
      value: ({ place, against }: MatrixRow) => (place === other ? '' : share(against[other]!)),
      ...NUMBER,
      data: ({ place, against }: MatrixRow) => ({ 'data-sure': place !== other && against[other]! >= 0.975 }),
    })),
  ]
  return (
    <>
      <p className="prose">How likely the bot of a row is stronger than that of a column. 98% and more are bold.</p>
      <Table<MatrixRow>
        labelledBy="ratings"
        className="rows matrix"
        columns={columns}
        rows={shown.map((row, place) => ({ ...row, place, against: superiority[place]! }))}
        keyOf={({ botId }) => botId}
      />
    </>
  )
}

type Band = RatingList['calibration']['bands'][number]

function Predictions({ calibration: { bands, brier, brierOfEven, games } }: Pick<RatingList, 'calibration'>) {
  if (brier === null || brierOfEven === null) return <p className="empty">No game has a prediction yet.</p>
  return (
    <>
      <p className="prose">
        What the ladder’s ratings expected of the favourite in {plural(games, 'game')}, and what it had. The mean
        squared error is {brier.toFixed(3)}; calling every game even has {brierOfEven.toFixed(3)}.
      </p>
      <Table<Band>
        labelledBy="ratings"
        columns={[
          { head: 'Expected', value: ({ from, to }) => `${share(from)} to ${share(to)}`, isName: true },
          { head: 'on average', value: ({ expected }) => share(expected), ...NUMBER },
          { head: 'Had', value: ({ scored }) => share(scored), ...NUMBER },
          { head: '95% between', value: ({ low, high }) => `${share(low)} and ${share(high)}`, ...WIDE_NUMBER },
          { head: 'Games', value: ({ games: own }) => count(own), ...NUMBER },
        ]}
        rows={bands}
        keyOf={({ from }) => from}
      />
    </>
  )
}

function Splits({ list: { splits }, bot }: { list: RatingList; bot: (id: string) => ReactNode }) {
  const sure = splits.filter(({ low, high }) => low > 0 || high < 0)
  if (sure.length === 0)
    return <p className="empty">No bot is surely better or worse with a character or on a stage.</p>
  const greatest = sure.toSorted((one, other) => Math.abs(other.difference) - Math.abs(one.difference))
  return (
    <Table<RatingSplit>
      labelledBy="ratings"
      columns={[
        { head: 'Bot', value: ({ botId }) => bot(botId), isName: true },
        { head: 'Where', value: ({ by, id }) => (by === 'stage' ? stageName(id) : `as ${characterName(id)}`) },
        { head: 'Elo', value: ({ difference }) => `${difference > 0 ? '+' : ''}${whole(difference)}`, ...NUMBER },
        { head: '±', value: ({ low, high }) => whole((high - low) / 2), ...NUMBER },
        { head: 'Games', value: ({ games }) => count(games), ...WIDE_NUMBER },
      ]}
      rows={greatest}
      keyOf={({ botId, by, id }) => `${botId} ${by} ${id}`}
    />
  )
}

const whole = (value: number): string => String(Math.round(value) + 0).replace('-', '−')
