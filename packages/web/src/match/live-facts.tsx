/**
 * A running match on its own page: the viewer, and how the two stand. A match that is not among the running ones is over, or the machine
 * that plays it is out of sight for a while. Its record says which; once that has the result, the page is read again and has it too.
 */
import { useEffect, useState } from 'react'
import type { LiveList, LiveMatch, Match } from '@arena/protocol'
import { Freshness } from '../parts/freshness.tsx'
import { MatchCard } from '../parts/match-card.tsx'
import { paths } from '../paths.ts'
import { usePolled } from '../poll.ts'
import { LiveViewer } from './live-viewer.tsx'

export interface LiveFacts {
  readonly id: string
  /** Null while it is not among the running ones. */
  readonly match: LiveMatch | null
  /** Unix milliseconds of what the service sent. */
  readonly now: number
}

const LIVE_MS = 500
/** The result is written a moment after the match has left the list, and whoever watches sees the end a second late. */
const RECORD_MS = 1_500

export function LiveFacts({ data: { id, match, now } }: { data: LiveFacts }) {
  const live = usePolled<LiveList>(paths.data.live(), LIVE_MS, { matches: match === null ? [] : [match] })
  const listed = live.data.matches.find((each) => each.id === id)
  const [last, setLast] = useState(match)
  if (listed !== undefined && listed !== last) setLast(listed)

  const record = usePolled<Match | null>(listed === undefined ? paths.data.match(id) : null, RECORD_MS, null)
  const isOver = record.data !== null && record.data.status !== 'running'
  useEffect(() => {
    if (isOver) location.reload()
  }, [isOver])

  return (
    <>
      {last === null ? (
        <p className="empty replay-slot">The match cannot be watched right now.</p>
      ) : (
        <LiveViewer match={last} />
      )}
      <Freshness of={listed === undefined ? [live, record] : [live]} since={now} isLive={listed !== undefined}>
        {isOver
          ? 'The match is over.'
          : listed === undefined
            ? 'No news of the match. Its result shows here once it has ended.'
            : 'Updating live'}
      </Freshness>
      {last !== null && <MatchCard match={last} isAlone />}
    </>
  )
}
