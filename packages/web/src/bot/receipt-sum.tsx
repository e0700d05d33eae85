/** What the receipts of a bot's last matches add up to, for its owner. */
import { count, plural } from '../format.ts'
import type { ReceiptSum } from '../page-data.ts'
import { inMs } from '../match/receipt-words.ts'
import { Section } from '../parts/section.tsx'
import { paths } from '../paths.ts'

interface ReceiptSumProps {
  readonly sum: ReceiptSum
  readonly botId: string
}

export function ReceiptSumSection({ sum, botId }: ReceiptSumProps) {
  const { matches, clean, polled, missed, slackMs, causes } = sum
  return (
    <Section
      id="receipts"
      title="Receipts"
      className="owner-section"
      note={
        matches === 0
          ? 'only you see this'
          : `of the last ${matches === 1 ? 'match' : `${matches} matches`}, only you see this`
      }
      more={{ href: paths.losses(botId), text: 'My losses, worst first' }}
    >
      {matches === 0 ? (
        <p className="empty">No match has left a receipt yet.</p>
      ) : (
        <dl className="list panel">
          <div>
            <dt>Pads missed</dt>
            <dd>
              {polled === 0
                ? 'No game was played.'
                : `${count(missed)} of ${count(polled)} (${((100 * missed) / polled).toFixed(1)}%). ${clean === 0 ? 'Some in every game.' : `None in ${plural(clean, 'game')}.`}`}
            </dd>
          </div>
          {slackMs !== null && (
            <div>
              <dt>Slack</dt>
              <dd>
                {inMs(slackMs.p50)} in the median, {inMs(slackMs.p1)} or more for 99 of 100 pads, least{' '}
                {inMs(slackMs.least)}. Below zero a pad is late.
              </dd>
            </div>
          )}
          <div>
            <dt>Likely reasons</dt>
            <dd>{causes.length === 0 ? 'None: too few pads were missed to look for one.' : <Causes of={causes} />}</dd>
          </div>
        </dl>
      )}
    </Section>
  )
}

function Causes({ of }: { of: ReceiptSum['causes'] }) {
  return (
    <ul className="causes">
      {of.map(({ code, says, advice, matches, lastMatchId }) => (
        <li key={code}>
          <strong>
            {plural(matches, 'match', 'matches')}: <a href={paths.docs('receipts')}>{code}</a>
          </strong>
          <br />
          In <a href={`${paths.match(lastMatchId)}#receipt`}>the last one</a>: {says} {advice}
        </li>
      ))}
    </ul>
  )
}
