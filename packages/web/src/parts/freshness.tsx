/**
 * Says whether what stands below is kept up to date. Until a script does that, and where none runs, it says when it was so: only what is
 * true without the script is in the page that the service sends.
 */
import type { ReactNode } from 'react'
import { moment } from '../format.ts'
import type { Polled } from '../poll.ts'

interface FreshnessProps {
  readonly of: readonly Polled<unknown>[]
  /** Unix milliseconds of what the service sent. */
  readonly since: number
  /** Whether there is something to keep up to date. */
  readonly isLive?: boolean
  /** What it says while a script keeps it up to date. */
  readonly children: ReactNode
}

export function Freshness({ of, since, isLive = true, children }: FreshnessProps) {
  const isKept = of.some((polled) => polled.isKept)
  const isStale = of.some((polled) => polled.isStale)
  return (
    <p className="state" role="status" data-live={isKept && isLive} data-stale={isStale}>
      {!isKept ? (
        <>
          As of <time dateTime={new Date(since).toISOString()}>{moment(since)}</time>. Reload the page for what has
          happened since.
        </>
      ) : isStale ? (
        'No answer from the arena. Trying again…'
      ) : (
        children
      )}
    </p>
  )
}
