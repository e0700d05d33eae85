/** Ended matches, with filters that are part of the address. */
import type { ReactNode } from 'react'
import { characterName, stageName } from '@arena/slp'
import { count } from '../format.ts'
import type { ResultsPage as ResultsData } from '../page-data.ts'
import { BotChoice, BotField, BotNames } from '../parts/bot-field.tsx'
import { Pager } from '../parts/pager.tsx'
import { ResultList } from '../parts/result-list.tsx'
import { paths } from '../paths.ts'
import { SearchForm } from './search-form.tsx'

const STAGES = [31, 32, 28, 8, 2, 3]
const CHARACTERS = Array.from({ length: 26 }, (_, id) => id).toSorted((a, b) =>
  characterName(a).localeCompare(characterName(b), 'en'),
)
const ENDINGS = { stocks: 'By stocks', time: 'On time', forfeit: 'By forfeit', aborted: 'Aborted' } as const

export function ResultsPage({ page }: { page: ResultsData }) {
  const { text, filters, rest, choice, matches, lookedAt, older, newer, names, now } = page
  const [first, back, on] = lookedAt === null ? ['Newest', 'Newer', 'Older'] : ['First', 'Previous', 'Next']
  const isFiltered = text !== ''
  return (
    <>
      <div className="page-head">
        <h1>Results</h1>
        <p className="facts">
          <a href={paths.resultsFeed(isFiltered ? { q: text } : {})}>Atom feed</a>
        </p>
      </div>
      <SearchForm page={page} />
      <form className="filters" method="get" action={paths.results()} aria-label="Filter the results">
        {rest !== '' && <input type="hidden" name="q" value={rest} />}
        <BotField name="bot" label="Bot" value={filters.bot} />
        <Choice name="character" label="Character" value={filters.character} any="Any">
          {CHARACTERS.map((id) => (
            <option key={id} value={id}>
              {characterName(id)}
            </option>
          ))}
        </Choice>
        <Choice name="stage" label="Stage" value={filters.stage} any="Any">
          {STAGES.map((id) => (
            <option key={id} value={id}>
              {stageName(id)}
            </option>
          ))}
        </Choice>
        <Choice name="ending" label="End" value={filters.ending} any="Any">
          {Object.entries(ENDINGS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Choice>
        <label className="field">
          <span>From (UTC)</span>
          <input type="date" name="from" defaultValue={filters.from} />
        </label>
        <label className="field">
          <span>To (UTC)</span>
          <input type="date" name="to" defaultValue={filters.to} />
        </label>
        <p className="buttons">
          <button type="submit">Show</button>
          {isFiltered && <a href={paths.results()}>All results</a>}
        </p>
        <BotNames names={names} />
      </form>
      {choice !== null && (
        <>
          <BotChoice
            asked={choice.asked}
            bots={choice.bots}
            suggested={choice.suggested}
            hrefOf={(word) => paths.results({ q: choice.searches[word] })}
          />
          {choice.asCharacter !== null && (
            <p className="aside">
              Is it the character? <a href={paths.results({ q: choice.asCharacter })}>Search for the character</a>
            </p>
          )}
        </>
      )}
      {lookedAt !== null && (
        <p className="aside">
          The widest margin first: by stocks, a forfeit counting as four, then by how little damage the winner had. Of
          the newest {count(lookedAt)} matches that may fit.
        </p>
      )}
      {matches !== null && (
        <ResultList
          matches={matches}
          now={now}
          empty={
            older !== null
              ? 'None of the matches looked at so far fits. Look at older ones below.'
              : newer !== null
                ? 'No older match fits.'
                : isFiltered
                  ? 'No match fits this search.'
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
                { href: paths.results({ q: text }), text: first },
                { href: paths.results({ q: text, after: newer }), text: back, rel: 'prev' as const },
              ]),
          ...(older === null
            ? []
            : [{ href: paths.results({ q: text, before: older }), text: on, rel: 'next' as const }]),
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
