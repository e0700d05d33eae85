/** How a bot stands, for its owner. The words are the service's. */
import type { BotStanding } from '@arena/protocol'
import { ago, moment, oneDecimal } from '../format.ts'
import { paths } from '../paths.ts'

export function StandingChip({ standing: { state, label, matchId } }: { standing: BotStanding }) {
  return (
    <span className="chip" data-state={state}>
      {state === 'playing' && matchId !== null ? <a href={paths.match(matchId)}>{label}</a> : label}
    </span>
  )
}

/** What the state means, and what the bot waits for. */
export function standingInWords({ says, waiting }: BotStanding): string {
  return waiting ? `${says} ${waiting.says}` : says
}

/** Rating, last match, misses and last deploy check, as lines of a list. */
export function StandingFacts({ standing, now }: { standing: BotStanding; now: number }) {
  const { rating, rank, missesInARow, lastCheck } = standing
  return (
    <dl className="list standing">
      <div>
        <dt>Rating</dt>
        <dd>
          {rating === null ? 'none before its first match' : oneDecimal(rating)}
          {rank !== null && `, rank #${rank}`}
        </dd>
      </div>
      <div>
        <dt>Last match</dt>
        <dd>
          <LastMatch of={standing.lastMatch} now={now} />
        </dd>
      </div>
      <div>
        <dt>Missed in a row</dt>
        <dd data-state={missesInARow === 0 ? undefined : 'missing'}>{missesInARow === 0 ? 'none' : missesInARow}</dd>
      </div>
      <div>
        <dt>Deploy check</dt>
        <dd data-state={lastCheck?.failedStep ? 'missing' : undefined}>
          {lastCheck === null ? 'none is kept' : checkText(lastCheck, now)}
        </dd>
      </div>
      <ConnectorFact of={standing.connector} now={now} />
    </dl>
  )
}

/** For a bot that is reached through a connector, as an entry of a list: whether one is there. */
export function ConnectorFact({ of, now }: { of: BotStanding['connector']; now: number }) {
  if (of === undefined) return null
  const { connected, since } = of
  return (
    <div>
      <dt>Connector</dt>
      <dd data-state={connected ? undefined : 'missing'}>
        {connected ? 'connected since ' : 'none is connected; the last one left '}
        <time dateTime={since} title={moment(since)}>
          {connected ? moment(since) : ago(Date.parse(since), now)}
        </time>
        {!connected && '. Start it again, and the bot is reached at once.'}
      </dd>
    </div>
  )
}

const OUTCOMES = { win: 'Won against', loss: 'Lost against', draw: 'Drew with' } as const

function LastMatch({ of, now }: { of: BotStanding['lastMatch']; now: number }) {
  if (of === null) return 'none yet'
  const { id, outcome, byForfeit, opponentName, endedAt } = of
  return (
    <>
      <a href={paths.match(id)}>
        {outcome === 'aborted' ? 'Aborted, against' : OUTCOMES[outcome]} <bdi>{opponentName}</bdi>
      </a>
      {byForfeit && ' by forfeit'}, <time dateTime={endedAt}>{ago(Date.parse(endedAt), now)}</time>
    </>
  )
}

function checkText({ at, failedStep }: NonNullable<BotStanding['lastCheck']>, now: number) {
  const when = (
    <time dateTime={at} title={moment(at)}>
      {ago(Date.parse(at), now)}
    </time>
  )
  return failedStep === null ? (
    <>passed {when}</>
  ) : (
    <>
      failed at {failedStep}, {when}
    </>
  )
}
