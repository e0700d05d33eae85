/**
 * A match as it is played, a second behind. Until a script defines the element, and where none runs, how it stood when the page was
 * made, and what there is to have.
 */
import type { LiveMatch } from '@arena/protocol'
import { Picking } from '../parts/match-card.tsx'
import { namesOf } from '../parts/names-of.ts'
import { titleOf } from '../parts/outcome.ts'
import { Standing } from '../parts/standing.tsx'
import { paths } from '../paths.ts'
import { Scene } from '../scene/scene.tsx'

interface LiveViewerProps {
  readonly match: LiveMatch
  /** What the bots came with, for the element. */
  readonly ratings: string | undefined
  /** Whether it fills a frame of another site. */
  readonly isEmbedded?: boolean
}

export function LiveViewer({ match, ratings, isEmbedded = false }: LiveViewerProps) {
  const src = paths.data.stream(match.id)
  return (
    <arena-replay
      class="replay-slot"
      src={src}
      live=""
      autoplay=""
      names={namesOf(match)}
      ratings={ratings}
      embed={isEmbedded ? '' : undefined}
      embed-src={paths.embed(match.id)}
      aria-label={titleOf(match)}
      data-own=""
    >
      {match.stage === null ? (
        <div className="picking-slot" slot="poster">
          <Picking />
        </div>
      ) : (
        <Scene stage={match.stage} players={match.players} isPoster />
      )}
      <div className="without-script">
        <Standing match={match} />
        <p>
          A script shows the match here as it is played. Without it there is{' '}
          <a href={src} download>
            the stream
          </a>
          : the <code>.slp</code> file of the match, which grows until the match ends.
        </p>
      </div>
    </arena-replay>
  )
}
