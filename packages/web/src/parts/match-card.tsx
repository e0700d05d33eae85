/** A match that is being played: its stage, and how the two stand. */
import type { LiveMatch } from '@arena/protocol'
import { characterName, stageName } from '@arena/slp'
import { gameClock } from '../format.ts'
import { paths } from '../paths.ts'
import { namesOf } from './names-of.ts'
import { StageView } from '../stage/stage-view.tsx'

const STOCKS = [1, 2, 3, 4]

interface MatchCardProps {
  readonly match: LiveMatch
  readonly isLarge?: boolean
  /** Whether this is the page of the match itself. */
  readonly isAlone?: boolean
}

export function MatchCard({ match, isLarge = false, isAlone = false }: MatchCardProps) {
  const [first, second] = match.players
  const where = match.stage === null ? 'Picking characters' : stageName(match.stage)
  return (
    <article className="card" data-large={isLarge} aria-label={`${first.botName} against ${second.botName}`}>
      <div className="card-head">
        <h3>{where}</h3>
        <span className="clock">{match.stage === null ? '–:––' : gameClock(match.frame)}</span>
        {!isAlone && (
          <a
            className="watch"
            href={paths.match(match.id)}
            aria-label={`Watch ${first.botName} against ${second.botName}`}
          >
            Watch
          </a>
        )}
      </div>
      {/* On its own page a match has the viewer beside the card. */}
      {!isAlone && <CardStage match={match} isMoving={isLarge} />}
      <dl className="players">
        {match.players.map((player) => (
          <div key={player.port} className={`player port-${player.port}`}>
            <dt>
              <a className="bot-name" href={paths.bot(player.botId)}>
                <bdi>{player.botName}</bdi>
              </a>
              <span className="character">
                {player.character === null ? 'not shown yet' : characterName(player.character)}
              </span>
            </dt>
            <dd>
              <span className="percent" data-heat={heat(player.percent)}>
                {Math.floor(player.percent)}
                <small>%</small>
              </span>
              <span className="stocks" role="img" aria-label={`${player.stocks} of 4 stocks`}>
                {STOCKS.map((stock) => (
                  <i key={stock} data-left={stock <= player.stocks} />
                ))}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </article>
  )
}

/** `isMoving`: played again in the browser, once a script makes the viewer known. */
function CardStage({ match, isMoving }: { match: LiveMatch; isMoving: boolean }) {
  const { id, stage, players } = match
  if (stage === null) {
    return (
      <div className="card-stage">
        <p className="picking">The picks are blind and show when the game starts.</p>
      </div>
    )
  }
  const view = <StageView stage={stage} players={players} />
  return (
    <div className="card-stage">
      {isMoving ? (
        <arena-replay src={paths.data.stream(id)} live="" autoplay="" controls="off" names={namesOf(match)}>
          {view}
        </arena-replay>
      ) : (
        view
      )}
    </div>
  )
}

/** 0 to 4: how hot the number is drawn. */
function heat(percent: number): number {
  return Math.min(4, Math.floor(percent / 35))
}
