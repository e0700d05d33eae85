/** How the two of a running match stand: who they are, percent and stocks. */
import type { LiveMatch } from '@arena/protocol'
import { characterName } from '@arena/slp'
import { paths } from '../paths.ts'

const STOCKS = [1, 2, 3, 4]

export function Standing({ match }: { match: Pick<LiveMatch, 'players'> }) {
  return (
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
  )
}

/** 0 to 4: how hot the number is drawn. */
function heat(percent: number): number {
  return Math.min(4, Math.floor(percent / 35))
}
