/** Ended matches, with filters that are part of the address. */
import type { ReactNode } from 'react'
import { characterName, stageName } from '@arena/slp'
import type { ResultsPage as ResultsData } from '../page-data.ts'
import { BotChoice, BotField, BotNames } from '../parts/bot-field.tsx'
import { Pager } from '../parts/pager.tsx'
import { ResultList } from '../parts/result-list.tsx'
import { paths } from '../paths.ts'

const STAGES = [31, 32, 28, 8, 2, 3]
const CHARACTERS = Array.from({ length: 26 }, (_, id) => id).toSorted((a, b) =>
  characterName(a).localeCompare(characterName(b), 'en'),
)
const ENDINGS = { stocks: 'By stocks', time: 'On time', forfeit: 'By forfeit', aborted: 'Aborted' } as const

export function ResultsPage({ page }: { page: ResultsData }) {
  const { query, bots, matches, older, newer, names, now } = page
  const isFiltered = Object.values(query).some((value) => value !== '')
  const [bot] = bots
  return (
    <>
      <div className="page-head">
        <h1>Results</h1>
      </div>
      <form className="filters" method="get" action={paths.results()} aria-label="Filter the results">
        <BotField name="bot" label="Bot" value={bots.length === 1 ? bot!.name : query.bot} />
        <Choice name="character" label="Character" value={query.character} any="Any">
          {CHARACTERS.map((id) => (
            <option key={id} value={id}>
              {characterName(id)}
            </option>
          ))}
        </Choice>
        <Choice name="stage" label="Stage" value={query.stage} any="Any">
          {STAGES.map((id) => (
            <option key={id} value={id}>
              {stageName(id)}
            </option>
          ))}
        </Choice>
        <Choice name="ending" label="End" value={query.ending} any="Any">
          {Object.entries(ENDINGS).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </Choice>
        <label className="field">
          <span>From (UTC)</span>
          <input type="date" name="from" defaultValue={query.from} />
        </label>
        <label className="field">
          <span>To (UTC)</span>
          <input type="date" name="to" defaultValue={query.to} />
        </label>
        <p className="buttons">
          <button type="submit">Show</button>
          {isFiltered && <a href={paths.results()}>All results</a>}
        </p>
        <BotNames names={names} />
      </form>
      {matches === null ? (
        <BotChoice asked={query.bot} bots={bots} hrefOf={({ id }) => paths.results({ ...query, bot: id })} />
      ) : (
        <ResultList
          matches={matches}
          now={now}
          empty={
            older !== null
              ? 'None of the matches looked at so far fits. Look at older ones below.'
              : isFiltered
                ? 'No match fits these filters.'
                : 'No match has ended yet.'
          }
        />
      )}
      <Pager
        label="Pages of results"
        links={[
          ...(newer === null
            ? []
            : [
                { href: paths.results({ ...query }), text: 'Newest' },
                { href: paths.results({ ...query, after: newer }), text: 'Newer', rel: 'prev' as const },
              ]),
          ...(older === null
            ? []
            : [{ href: paths.results({ ...query, before: older }), text: 'Older', rel: 'next' as const }]),
        ]}
      />
    </>
  )
}

function Choice(props: { name: string; label: string; value: string; any: string; children: ReactNode }) {
  const { name, label, value, any, children } = props
  return (
    <label className="field">
      <span>{label}</span>
      <select name={name} defaultValue={value}>
        <option value="">{any}</option>
        {children}
      </select>
    </label>
  )
}
