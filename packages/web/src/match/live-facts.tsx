/**
 * A running match on its own page: the viewer, which alone says how the two stand. A match that is not among the running ones is over, or
 * the machine that plays it is out of sight for a while. Its record says which; once that has the result and whoever watches has seen the
 * end, the page is read again and has the result too.
 */
import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { LiveList, LiveMatch, Match } from '@arena/protocol'
import { Freshness } from '../parts/freshness.tsx'
import { paths } from '../paths.ts'
import { usePolled } from '../poll.ts'
import { LiveViewer } from './live-viewer.tsx'

export interface LiveFacts {
  readonly id: string
  /** Null while it is not among the running ones. */
  readonly match: LiveMatch | null
  /** What the bots came with, for the viewer. */
  readonly ratings: string | undefined
  /** Unix milliseconds of what the service sent. */
  readonly now: number
}

const LIVE_MS = 500
/** The result is written a moment after the match has left the list, and whoever watches sees the end a second late. */
const RECORD_MS = 1_500

export function LiveFacts({ data: { id, match, ratings, now } }: { data: LiveFacts }) {
  const live = usePolled<LiveList>(paths.data.live(), LIVE_MS, { matches: match === null ? [] : [match] })
  const listed = live.data.matches.find((each) => each.id === id)
  const [last, setLast] = useState(match)
  if (listed !== undefined && last === null) setLast(listed)
  // The list is ahead of the viewer while the match is played; the picks are in the stream only once it has begun.
  if (listed !== undefined && last?.stage === null && listed.stage !== null) setLast(listed)

  const record = usePolled<Match | null>(listed === undefined ? paths.data.match(id) : null, RECORD_MS, null)
  const isOver = record.data !== null && record.data.status !== 'running'
  const place = useRef<HTMLDivElement>(null)
  const hasSeenEnd = useSeenEnd(place)
  useEffect(() => {
    if (!isOver) return
    const isWatched = place.current?.querySelector('arena-replay:state(shown)') != null
    if (hasSeenEnd || !isWatched) location.reload()
  }, [isOver, hasSeenEnd, record.data])

  return (
    <>
      <div ref={place}>
        {last === null ? (
          <p className="empty replay-slot">The match cannot be watched right now.</p>
        ) : (
          <LiveViewer match={last} ratings={ratings} />
        )}
      </div>
      <Freshness of={listed === undefined ? [live, record] : [live]} since={now} isLive={listed !== undefined}>
        {isOver ? (
          <>
            The match is over. <a href={paths.match(id)}>Its result and its replay</a> show once you have seen its end.
          </>
        ) : listed === undefined ? (
          'No news of the match. Its result shows here once it has ended.'
        ) : (
          'Updating live'
        )}
      </Freshness>
    </>
  )
}

/** Whether the viewer in an element has shown a live match to its end. */
function useSeenEnd(place: RefObject<HTMLElement | null>): boolean {
  const [hasSeenEnd, setHasSeenEnd] = useState(false)
  useEffect(() => {
    const seen = () => setHasSeenEnd(true)
    const element = place.current!
    element.addEventListener('ended', seen)
    return () => element.removeEventListener('ended', seen)
  }, [place])
  return hasSeenEnd
}
