/** What the arena promises of its results, how anybody checks it, and what nobody can. */
import { plural } from '../format.ts'
import type { FairnessPage as FairnessData } from '../page-data.ts'
import { Fact } from '../parts/fact.tsx'
import { Section } from '../parts/section.tsx'
import { paths } from '../paths.ts'

export function FairnessPage({ page: { origin, log, days } }: { page: FairnessData }) {
  const [, past] = days
  const verify = `npx ${origin}/kit/arena-kit.tgz verify`
  return (
    <>
      <div className="page-head">
        <h1>Fairness</h1>
        {log !== null && (
          <p className="facts">
            <span>{plural(log.entries, 'entry', 'entries')} in the public log</span>
          </p>
        )}
      </div>
      <Section id="promises" title="What is promised">
        <div className="prose">
          <p>
            <strong>Nobody chooses a seed.</strong> Stage, ports and every draw of a match follow from its seed. The
            seed follows from the secret of the day and the number of the match. The hash of that secret is public
            before the first match of the day, and the secret once the day is over.
          </p>
          <p>
            <strong>No result is changed or left out.</strong> Each match has a number and a signed result in a log to
            which entries are only added, also a forfeit and a match that was aborted. A result that was dropped leaves
            a missing number.
          </p>
          <p>
            <strong>The game is what the bots played.</strong> Seed, picks and pads give the same game on every machine,
            byte for byte. The owner of a bot sees in the receipt of a match what the arena received.
          </p>
          <p>
            <strong>Ratings follow from results.</strong> Each result has both ratings before and after it.
          </p>
        </div>
      </Section>
      <Section id="check" title="How to check it">
        <p className="prose">
          One command plays the matches of a day again on your machine, and names what contradicts the log. It needs{' '}
          <a href="https://nodejs.org/">Node.js</a>, and nothing of the arena but public files.
        </p>
        <pre className="source" tabIndex={0} aria-label="Command that verifies a day">
          <code>{`${verify} --day ${(past ?? days[0])?.day ?? 'yyyy-mm-dd'}`}</code>
        </pre>
        <p className="prose">
          For one match give its id. In the page of a match, the viewer plays it again, compares every byte, and checks
          seed, bytes and signature of the result. The formats are those of C2SP, so that programs of others check
          signatures and log as well; <a href={paths.docs('security')}>the documents say how</a>.
        </p>
      </Section>
      {log !== null && (
        <Section id="log" title="The newest checkpoint" more={{ href: paths.data.logs(), text: 'All logs as JSON' }}>
          <p className="prose">
            Keep it: a later log that does not contain these {plural(log.entries, 'entry', 'entries')} is proof that
            something was taken back.
          </p>
          <pre className="source" tabIndex={0} aria-label="The newest checkpoint">
            <code>{log.checkpoint}</code>
          </pre>
          <dl className="list">
            <Fact name="Key">
              <code className="long">{log.key}</code>
            </Fact>
            <Fact name="Checkpoint">
              <a href={paths.data.checkpoint(log.number)}>{paths.data.checkpoint(log.number)}</a>
            </Fact>
          </dl>
        </Section>
      )}
      {days.length > 0 && (
        <Section id="days" title="The last days">
          <dl className="list">
            {days.map(({ day, matches, commitment, secret }) => (
              <Fact key={day} name={day}>
                {plural(matches, 'match', 'matches')},{' '}
                {secret === null ? 'whose secret is not public yet' : `with the secret `}
                {secret !== null && <code className="long">{secret}</code>}; its hash is{' '}
                <code className="long">{commitment}</code>
              </Fact>
            ))}
          </dl>
        </Section>
      )}
      <Section id="limits" title="What nobody can check">
        <p className="prose">
          An arena could show one log to you and another one to somebody else. Both would be signed, so comparing
          checkpoints finds it out; as long as no second party keeps them, nobody is sure to compare. An arena could
          also leave out pads as if they had come too late, which only the owner of that bot can tell.
        </p>
      </Section>
    </>
  )
}
