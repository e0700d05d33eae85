/** The search field of the results, what it takes, and where it could not be read. */
import type { ReactNode } from 'react'
import type { ResultsPage, SearchFault } from '../page-data.ts'
import { paths } from '../paths.ts'

const FAULTS_ID = 'search-faults'

export function SearchForm({ page: { text, faults, examples } }: { page: ResultsPage }) {
  const isFaulty = faults.length > 0
  return (
    <search>
      <form className="search" method="get" action={paths.results()}>
        <label className="field">
          <span>Search</span>
          <input
            type="search"
            name="q"
            defaultValue={text}
            placeholder="fox>marth stage:battlefield >4m"
            maxLength={500}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            dir="auto"
            {...(isFaulty && { 'aria-invalid': true, 'aria-describedby': FAULTS_ID })}
          />
        </label>
        <p className="buttons">
          <button type="submit">Search</button>
        </p>
      </form>
      {isFaulty && <Faults text={text} faults={faults} />}
      <details className="search-help">
        <summary>How to search</summary>
        <p>
          A match is listed if it fits every part; <code>-</code> before a part lists the others. Winner and loser are
          divided by <code>&gt;</code>, alternatives by a comma. Characters and stages have short names too, and a word
          alone is the name of a bot.
        </p>
        <ul className="examples">
          {examples.map(({ text: example, meaning }) => (
            <li key={example}>
              <a href={paths.results({ q: example })}>
                <code>{example}</code>
              </a>{' '}
              {meaning}
            </li>
          ))}
        </ul>
      </details>
    </search>
  )
}

function Faults({ text, faults }: { text: string; faults: readonly SearchFault[] }) {
  return (
    <div className="faults" id={FAULTS_ID} role="alert">
      <p>
        <code>{marked(text, faults)}</code>
      </p>
      <ul>
        {faults.map(({ start, message }) => (
          <li key={start}>{message}</li>
        ))}
      </ul>
    </div>
  )
}

/** The text with its faults marked. They follow each other. */
function marked(text: string, faults: readonly SearchFault[]): ReactNode[] {
  let at = 0
  const parts = faults.flatMap(({ start, end }) => {
    const before = text.slice(at, start)
    at = end
    return [before, <mark key={start}>{text.slice(start, end)}</mark>]
  })
  return [...parts, text.slice(at)]
}
