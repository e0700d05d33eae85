/** A match that is being played: its stage, and how the two stand. */
import { useRef } from 'react'
import type { ReactNode } from 'react'
import type { LiveMatch } from '@arena/protocol'
import { stageName } from '@arena/slp'
import { gameClock } from '../format.ts'
import { paths } from '../paths.ts'
import { Scene } from '../scene/scene.tsx'
import { namesOf } from './names-of.ts'
import { titleOf } from './outcome.ts'
import { Standing } from './standing.tsx'
import { useWatched } from './use-watched.ts'

/** As the list has it: drawn from afar. */
export function MatchCard({ match }: { match: LiveMatch }) {
  return (
    <Card match={match}>
      {match.stage === null ? <Picking /> : <Scene stage={match.stage} players={match.players} />}
    </Card>
  )
}

/** Played again in the browser, a second behind the list, once a script makes the viewer known. What it says follows the viewer. */
export function WatchedCard({ match }: { match: LiveMatch }) {
  const place = useRef<HTMLDivElement>(null)
  const shown = useWatched(place, match)
  return (
    <Card match={shown} isLarge>
      <div ref={place}>
        {match.stage === null ? (
          <Picking />
        ) : (
          <arena-replay
            src={paths.data.stream(match.id)}
            live=""
            autoplay=""
            controls="off"
            hud="off"
            names={namesOf(match)}
          >
            <Scene stage={match.stage} players={match.players} isPoster />
          </arena-replay>
        )}
      </div>
    </Card>
  )
}

interface CardProps {
  readonly match: LiveMatch
  readonly isLarge?: boolean
  readonly children: ReactNode
}

function Card({ match, isLarge = false, children }: CardProps) {
  return (
    <article className="card" data-large={isLarge} aria-label={titleOf(match)}>
      <div className="card-head">
        <h3>{match.stage === null ? 'Picking characters' : stageName(match.stage)}</h3>
        <span className="clock">{match.stage === null ? '–:––' : gameClock(match.frame)}</span>
        <a className="watch" href={paths.match(match.id)} aria-label={`Watch ${titleOf(match)}`}>
          Watch
        </a>
      </div>
      <div className="card-stage">{children}</div>
      <Standing match={match} />
    </article>
  )
}

export function Picking() {
  return <p className="picking">The picks are blind and show when the game starts.</p>
}
