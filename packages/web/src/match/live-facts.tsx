/** A running match on its own page. When it is over, the page is read again: it then has the result. */
import { useEffect } from 'react'
import type { LiveList, LiveMatch } from '@arena/protocol'
import { MatchCard } from '../parts/match-card.tsx'
import { paths } from '../paths.ts'
import { usePolled } from '../poll.ts'

export interface LiveFacts {
  readonly match: LiveMatch
}

const LIVE_MS = 500
/** The result may be written a moment after the match has left the list. */
const RESULT_MS = 1_500

export function LiveFacts({ data }: { data: LiveFacts }) {
  const live = usePolled<LiveList>(paths.data.live(), LIVE_MS, { matches: [data.match] })
  const match = live.data.matches.find(({ id }) => id === data.match.id)
  const isOver = match === undefined
  useEffect(() => {
    if (!isOver) return
    const timer = setTimeout(() => location.reload(), RESULT_MS)
    return () => clearTimeout(timer)
  }, [isOver])
  return (
    <>
      <p className="state" role="status" data-stale={live.isStale}>
        {live.isStale ? 'No answer from the arena. Trying again…' : isOver ? 'The match is over.' : 'Updating live'}
      </p>
      <MatchCard match={match ?? data.match} isAlone />
    </>
  )
}
