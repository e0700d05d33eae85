/** The rehearsal of a bot, for its owner: asked for by a plain form, followed by loading the page again. */
import type { Rehearsal } from '@arena/protocol'
import { stageName } from '@arena/slp'
import { count, moment, plural } from '../format.ts'
import { allWell, missedText } from '../match/receipt-words.ts'
import { Fact } from '../parts/fact.tsx'
import { endedHow } from '../parts/outcome.ts'
import { Section } from '../parts/section.tsx'
import { paths } from '../paths.ts'

interface Props {
  readonly bot: { readonly id: string; readonly name: string }
  readonly isPaused: boolean
  readonly rehearsal: Rehearsal | null
}

export function RehearsalSection({ bot, isPaused, rehearsal }: Props) {
  const isOpen = rehearsal !== null && rehearsal.endedAt === null
  return (
    <Section
      id="rehearsal"
      title="Rehearsal"
      className="owner-section"
      note="only you see this"
      more={{ href: `${paths.docs('writing-a-bot')}#rehearse`, text: 'How rehearsals go' }}
    >
      <div className="panel rehearsal">
        {rehearsal === null && (
          <p>
            A whole game against a house bot, on the arena’s own machines: it shows whether the bot plays from where it
            is. It is not rated, and nobody else sees it.
          </p>
        )}
        {rehearsal !== null && <State rehearsal={rehearsal} />}
        <form method="post" action={paths.rehearsal(bot.id)}>
          {isOpen ? (
            <p className="buttons">
              <a className="button" href={paths.bot(bot.id)}>
                Look again
              </a>
              <button className="quiet" name="act" value="call-off">
                Call it off
              </button>
            </p>
          ) : isPaused ? (
            <p className="buttons">
              <button name="act" value="begin">
                {rehearsal === null ? 'Rehearse' : 'Rehearse again'}
              </button>
            </p>
          ) : (
            <p className="hint">
              Only a paused bot rehearses. <a href={paths.account()}>Pause it</a> first.
            </p>
          )}
        </form>
      </div>
      {rehearsal !== null && rehearsal.replayBytes !== null && <Replay bot={bot} rehearsal={rehearsal} />}
    </Section>
  )
}

function State({ rehearsal }: { rehearsal: Rehearsal }) {
  const { status, ahead, requestedAt, startedAt, endedAt, opponent, stage, detail, receipt } = rehearsal
  const where = stage === null ? '' : ` on ${stageName(stage)}`
  if (status === 'waiting') {
    return (
      <p>
        <strong>Waiting</strong> since {moment(Date.parse(requestedAt))} for room that the ladder leaves
        {ahead > 0 && `, after ${plural(ahead, 'other rehearsal')}`}. {detail}
      </p>
    )
  }
  if (status === 'running') {
    return (
      <p>
        <strong>Running</strong> since {moment(Date.parse(startedAt!))}, against {opponent?.name}
        {where}.
      </p>
    )
  }
  return (
    <>
      <p>
        <strong>{resultOf(rehearsal)}</strong>
        {opponent !== null && ` against ${opponent.name}${where}`}, {moment(Date.parse(endedAt!))}. {detail}
      </p>
      {receipt?.causes.length === 0 && <p>{allWell(receipt)}</p>}
      {receipt?.causes.map(({ code, says, advice }) => (
        <p key={code}>
          <strong>{says}</strong> {advice}
        </p>
      ))}
      {receipt !== null && (
        <dl className="list">
          {receipt.version !== null && receipt.version !== undefined && <Fact name="Version">{receipt.version}</Fact>}
          <Fact name="Pads missed">{missedText(receipt.pads)}</Fact>
        </dl>
      )}
    </>
  )
}

function resultOf({ status, summary, port }: Rehearsal): string {
  if (status === 'aborted' || summary === null) return 'Aborted'
  const result = summary.winner === null ? 'Draw' : summary.winner === port ? 'Won' : 'Lost'
  return `${result} ${endedHow(summary.endReason)}`
}

function Replay({ bot, rehearsal: { port, opponent, replayBytes } }: { bot: Props['bot']; rehearsal: Rehearsal }) {
  const src = paths.data.rehearsalReplay(bot.id)
  const names = [bot.name, opponent?.name ?? '']
  return (
    <>
      <arena-replay
        class="replay-slot"
        src={src}
        names={(port === 0 ? names : names.toReversed()).join('\n')}
        aria-label={`Rehearsal of ${bot.name}`}
        data-own=""
      />
      <p className="hint">
        <a href={src} download>
          Download the replay
        </a>{' '}
        ({count(Math.round(replayBytes! / 1024))} kB). It is kept for a day.
      </p>
    </>
  )
}
