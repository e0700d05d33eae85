/** What only the owner sees on the page of a bot. */
import { moment } from '../format.ts'
import type { OwnersView } from '../page-data.ts'
import { Section } from '../parts/section.tsx'
import { ConnectorFact, StandingChip, standingInWords } from '../parts/bot-standing.tsx'
import { paths } from '../paths.ts'
import { missesInWords } from './misses.ts'

export function OwnerSection({ owner, now }: { owner: OwnersView; now: number }) {
  const { url, standing, checks } = owner
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
          <dd>
            {standing !== undefined && (
              <>
                <StandingChip standing={standing} /> {standingInWords(standing)}
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>URL</dt>
          <dd>
            <code>{url}</code>
          </dd>
        </div>
        <ConnectorFact of={standing?.connector} now={now} />
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
