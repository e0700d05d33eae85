/** Matches that have ended, one entry each. */
import type { MatchPlayer, MatchSummary } from '@arena/protocol'
import { characterName, stageName } from '@arena/slp'
import { ago, duration, signed } from '../format.ts'
import { paths } from '../paths.ts'
import { BotName } from './bot-name.tsx'
import { resultOf, scoreOf, titleOf } from './outcome.ts'

interface ResultListProps {
  readonly matches: readonly MatchSummary[]
  readonly now: number
  readonly empty?: string
}

export function ResultList({ matches, now, empty = 'No match has ended yet.' }: ResultListProps) {
  if (matches.length === 0) return <p className="empty">{empty}</p>
  return (
    <ol className="results">
      {matches.map((match) => (
        <li key={match.id} className="result">
          <p className="result-players">
            <Player player={match.players[0]} />
            <span className="score">{scoreOf(match)}</span>
            <Player player={match.players[1]} />
          </p>
          <p className="result-facts">
            <span>{resultOf(match)}</span>
            {match.abortReason !== undefined && <span>{match.abortReason}</span>}
            {match.stage !== null && <span>{stageName(match.stage)}</span>}
            {match.summary !== null && match.summary.frames > 0 && <span>{duration(match.summary.frames)}</span>}
            <time dateTime={match.endedAt ?? match.startedAt}>
              {ago(Date.parse(match.endedAt ?? match.startedAt), now)}
            </time>
            <span className="links">
              <MatchLink match={match} />
              {match.replayBytes !== null && (
                <a href={paths.data.replay(match.id)} aria-label={`Replay of ${titleOf(match)}`}>
                  Replay
                </a>
              )}
            </span>
          </p>
        </li>
      ))}
    </ol>
  )
}

function MatchLink({ match }: { match: MatchSummary }) {
  const [word, label] = match.replayBytes === null ? ['Details', 'Details of'] : ['Watch', 'Watch']
  return (
    <a href={paths.match(match.id)} aria-label={`${label} ${titleOf(match)}`}>
      {word}
    </a>
  )
}

function Player({ player }: { player: MatchPlayer }) {
  return (
    <span className={`result-player port-${player.port}`} data-won={player.placement === 1}>
      <BotName botId={player.botId} name={player.botName} />
      <span className="character">
        {player.character === null ? withoutGame(player) : characterName(player.character)}
        {player.ratingDelta !== null && <span className="delta"> {signed(player.ratingDelta)}</span>}
      </span>
      <VersionLink player={player} />
    </span>
  )
}

/** What it said of its version, to its other matches. */
function VersionLink({ player: { botId, botName, version = null } }: { player: MatchPlayer }) {
  if (version === null) return null
  return (
    <a className="version" href={paths.version(botId, version)} aria-label={`Version ${version} of ${botName}`}>
      {version}
    </a>
  )
}

/** The result of a match without a game: one bot or both did not connect, or the arena aborted it. */
function withoutGame({ placement }: MatchPlayer): string {
  return placement === 2 ? 'did not connect' : 'no game'
}
