/** The matches that ended last, with their records and replays. */
import type { MatchPlayer, MatchSummary } from '@arena/protocol'
import { characterName, stageName } from '@arena/slp'
import { ago, duration, signed } from './format.ts'

const REASONS = { stocks: 'by stocks', time: 'on time', forfeit: 'by forfeit', engine: 'aborted' } as const

export function RecentMatches({ matches, now }: { matches: readonly MatchSummary[]; now: number }) {
  if (matches.length === 0) return <p className="empty">No match has ended yet.</p>
  return (
    <ol className="results">
      {matches.map((match) => (
        <li key={match.id} className="result">
          <p className="result-players">
            <Player player={match.players[0]} lead={match.summary?.players[0].lead ?? null} />
            <span className="score">{score(match)}</span>
            <Player player={match.players[1]} lead={match.summary?.players[1].lead ?? null} />
          </p>
          <p className="result-facts">
            <span>{outcome(match)}</span>
            {match.abortReason !== undefined && <span>{match.abortReason}</span>}
            {match.stage !== null && <span>{stageName(match.stage)}</span>}
            {match.summary !== null && match.summary.frames > 0 && <span>{duration(match.summary.frames)}</span>}
            <time dateTime={match.endedAt ?? match.startedAt}>
              {ago(Date.parse(match.endedAt ?? match.startedAt), now)}
            </time>
            <span className="links">
              <a href={`/matches/${match.id}`} aria-label={`Record of ${title(match)}`}>
                Record
              </a>
              {match.replayBytes !== null && (
                <a href={`/matches/${match.id}/replay.slp`} aria-label={`Replay of ${title(match)}`}>
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

const LEAD =
  'Frames between the newest frame that the bot had seen and the one its pad was played at, in the median. The mode’s is 2; less is quicker.'

function Player({ player, lead }: { player: MatchPlayer; lead: number | null }) {
  return (
    <span className={`result-player port-${player.port}`} data-won={player.placement === 1}>
      <span className="bot-name">{player.botName}</span>
      <span className="character">
        {player.character === null ? withoutGame(player) : characterName(player.character)}
        {player.ratingDelta !== null && <span className="delta"> {signed(player.ratingDelta)}</span>}
        {lead !== null && (
          <abbr className="lead" title={LEAD}>
            {' · '}lead {lead}
          </abbr>
        )}
      </span>
    </span>
  )
}

/** The result of a match without a game: one bot or both did not connect, or the arena aborted it. */
function withoutGame({ placement }: MatchPlayer): string {
  return placement === 2 ? 'did not connect' : 'no game'
}

function title(match: MatchSummary): string {
  return `${match.players[0].botName} against ${match.players[1].botName}`
}

function score({ players }: MatchSummary): string {
  return players[0].score === null ? '–' : `${players[0].score}–${players[1].score}`
}

function outcome({ status, summary }: MatchSummary): string {
  if (status === 'aborted' || summary === null) return 'Aborted, not rated'
  if (summary.winner === null) return `Draw ${REASONS[summary.endReason]}`
  return `Won ${REASONS[summary.endReason]}`
}
