/** A match as it is played, a second behind. Until a script defines the element, and where none runs, what there is to have. */
import type { LiveMatch, MatchSummary } from '@arena/protocol'
import { namesOf } from '../parts/names-of.ts'
import { titleOf } from '../parts/outcome.ts'
import { paths } from '../paths.ts'

export function LiveViewer({ match }: { match: LiveMatch | MatchSummary }) {
  const src = paths.data.stream(match.id)
  return (
    <arena-replay
      class="replay-slot"
      src={src}
      live=""
      autoplay=""
      names={namesOf(match)}
      aria-label={titleOf(match)}
      data-own=""
    >
      <div className="empty">
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
