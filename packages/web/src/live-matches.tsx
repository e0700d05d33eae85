/** The matches that are being played now, one card each. */
import type { LiveMatch } from '@arena/protocol'
import { characterName, stageName } from '@arena/slp'
import { gameClock } from './format.ts'
import { StageView } from './stage-view.tsx'

const STOCKS = [1, 2, 3, 4]

export function LiveMatches({ matches }: { matches: readonly LiveMatch[] }) {
  if (matches.length === 0) {
    return (
      <p className="empty">
        No match is running right now. Two rested bots are seated within seconds of being free; a bot rests two minutes
        between matches.
      </p>
    )
  }
  return (
    <ul className="cards">
      {matches.map((match) => (
        <li key={match.id}>
          <MatchCard match={match} />
        </li>
      ))}
    </ul>
  )
}

function MatchCard({ match }: { match: LiveMatch }) {
  const [first, second] = match.players
  return (
    <article className="card" aria-label={`${first.botName} against ${second.botName}`}>
      <div className="card-head">
        <h3>{match.stage === null ? 'Picking characters' : stageName(match.stage)}</h3>
        <span className="clock">{match.stage === null ? '–:––' : gameClock(match.frame)}</span>
      </div>
      <div className="card-stage">
        {match.stage === null ? (
          <p className="picking">The picks are blind and show when the game starts.</p>
        ) : (
          <StageView stage={match.stage} players={match.players} />
        )}
      </div>
      <dl className="players">
        {match.players.map((player) => (
          <div key={player.port} className={`player port-${player.port}`}>
            <dt>
              <span className="bot-name">{player.botName}</span>
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

/** 0 to 4: how hot the number is drawn. */
function heat(percent: number): number {
  return Math.min(4, Math.floor(percent / 35))
}
