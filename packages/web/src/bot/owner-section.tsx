/** What only the owner sees on the page of a bot. */
import { moment, plural, span } from '../format.ts'
import type { OwnersView } from '../page-data.ts'
import { Section } from '../parts/section.tsx'
import { paths } from '../paths.ts'

export function OwnerSection({ owner, now }: { owner: OwnersView; now: number }) {
  const { url, status, checks } = owner
  return (
    <Section
      id="owner"
      title="For its owner"
      className="owner-section"
      note="only you see this"
      more={{ href: paths.account(), text: 'Edit, pause or remove' }}
    >
      <dl className="list panel">
        <div>
          <dt>Status</dt>
          <dd>{status === 'active' ? 'Active' : 'Paused: it is not seated.'}</dd>
        </div>
        <div>
          <dt>URL</dt>
          <dd>
            <code>{url}</code>
          </dd>
        </div>
        <div>
          <dt>Missed in a row</dt>
          <dd>{missesInWords(owner, now)}</dd>
        </div>
        <div>
          <dt>Deploy checks</dt>
          <dd>{checks.length === 0 ? 'None is kept. The next change of the URL runs one.' : <Checks of={checks} />}</dd>
        </div>
      </dl>
    </Section>
  )
}

function Checks({ of }: { of: OwnersView['checks'] }) {
  return (
    <ul className="checks">
      {of.map(({ at, url, passed, steps }) => (
        <li key={at}>
          <details>
            <summary>
              {moment(at)}: {passed ? 'passed' : `failed at ${steps.find(({ ok }) => !ok)?.name ?? 'an unknown step'}`}
            </summary>
            <p className="hint">
              <code>{url}</code>
            </p>
            <ol className="check">
              {steps.map(({ name, ok, sent, received, ms }) => (
                <li key={name} data-state={ok ? 'passed' : 'failed'}>
                  <i aria-hidden="true">{ok ? '✓' : '✗'}</i>
                  <span>
                    {name}: {sent} <span className="unseen">({ok ? 'passed' : 'failed'})</span>
                    <span className="detail">
                      {received} ({Math.round(ms)} ms)
                    </span>
                  </span>
                </li>
              ))}
            </ol>
          </details>
        </li>
      ))}
    </ul>
  )
}

/** Spec: Missed-game rule, and the miss streak that pauses a bot. */
export function missesInWords({ misses, missingSince, rule, status }: OwnersView, now: number): string {
  const seldom = `every ${span(rule.reducedRestMs)}`
  if (misses === 0 || missingSince === null) {
    return `None. After ${rule.misses} matches in a row that it did not join, it is offered a seat only ${seldom}.`
  }
  const count = `${plural(misses, 'match', 'matches')} since ${moment(missingSince)}.`
  if (status === 'paused') return `${count} Unpausing it starts the count again.`
  const seats =
    misses < rule.misses
      ? `${rule.misses - misses} more, and it is offered a seat only ${seldom}.`
      : `It is offered a seat only ${seldom}.`
  const left = missingSince + rule.pausingStreakMs - now
  const end = left > 0 ? `If it stays away, it is paused in ${span(left)}.` : 'It is about to be paused.'
  return `${count} ${seats} ${end} Any answer resets the count.`
}
