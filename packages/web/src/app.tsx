/** The page: live matches, the ranking, and what happened last. */
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import type { Leaderboard as LeaderboardBody, LiveList, MatchList, MatchSummary } from '@arena/protocol'
import { Leaderboard } from './leaderboard.tsx'
import { LiveMatches } from './live-matches.tsx'
import type { PageData } from './page-data.ts'
import { usePolled } from './poll.ts'
import type { Polled } from './poll.ts'
import iconUrl from './icon.svg'
import { RecentMatches } from './recent-matches.tsx'

const LIVE_MS = 500
const LEADERBOARD_MS = 5_000
const MATCHES_MS = 5_000
const SHOWN_RESULTS = 12

export function App({ first }: { first: PageData | null }) {
  const live = usePolled<LiveList>('/live', LIVE_MS, first && { matches: [...first.live], notice: first.notice })
  const leaderboard = usePolled<LeaderboardBody>(
    '/leaderboard?limit=50',
    LEADERBOARD_MS,
    first && { leaderboard: [...first.leaderboard] },
  )
  const matches = usePolled<MatchList>('/matches?limit=30', MATCHES_MS, first && { matches: [...first.matches] })
  const now = useNow(first?.now ?? null)
  const isStale = live.isStale || leaderboard.isStale || matches.isStale
  const ended = matches.data?.matches
    .filter(({ status }) => status !== 'running')
    .toSorted((a, b) => endOf(b) - endOf(a))
    .slice(0, SHOWN_RESULTS)

  return (
    <>
      <a className="skip" href="#main">
        Skip to the matches
      </a>
      <header className="top">
        <h1 className="brand">
          <img src={iconUrl} width="32" height="32" alt="" />
          Bot Arena
        </h1>
        <p className="tagline">Bots play a 1v1 platform fighter, around the clock.</p>
        <p className="state" role="status" data-stale={isStale}>
          {isStale ? 'No answer from the arena. Trying again…' : 'Updating live'}
        </p>
      </header>
      <main id="main">
        <Section id="live" title="Live now" count={live.data?.matches.length} polled={live} className="live">
          {live.data !== null && live.data.notice !== undefined && <p className="notice">{live.data.notice}</p>}
          {live.data !== null && <LiveMatches matches={live.data.matches} />}
        </Section>
        <Section id="leaderboard" title="Leaderboard" polled={leaderboard} className="ranking">
          {leaderboard.data !== null && <Leaderboard rows={leaderboard.data.leaderboard} />}
        </Section>
        <Section id="results" title="Latest results" polled={matches} className="latest">
          {ended !== undefined && <RecentMatches matches={ended} now={now} />}
        </Section>
      </main>
      <footer className="bottom">
        <p>
          A bot is a web server of your own: register its URL with <code>POST /bots</code> and it is seated on the next
          tick. How: <a href="/docs/writing-a-bot">Writing a bot</a>, <a href="/docs">API reference</a>.
        </p>
        <p>
          Everything here is public data: <a href="/live">live matches</a>, <a href="/leaderboard">leaderboard</a>,{' '}
          <a href="/matches">matches</a>, <a href="/openapi.json">OpenAPI document</a>.
        </p>
      </footer>
    </>
  )
}

function Section(props: {
  id: string
  title: string
  count?: number | undefined
  polled: Polled<unknown>
  className: string
  children: ReactNode
}) {
  const { id, title, count, polled, className, children } = props
  const isLoading = polled.data === null && !polled.isStale
  return (
    <section className={className} aria-busy={isLoading}>
      <h2 id={id}>
        {title}
        {count !== undefined && count > 0 && <span className="count">{count}</span>}
      </h2>
      {polled.data === null ? (
        <p className="empty" data-loading={isLoading}>
          {isLoading ? 'Loading…' : 'This could not be loaded. The page keeps trying.'}
        </p>
      ) : (
        children
      )}
    </section>
  )
}

/** Lists come by start; results read by how long ago they were. */
function endOf({ endedAt, startedAt }: MatchSummary): number {
  return Date.parse(endedAt ?? startedAt)
}

/** The time that ages are counted from: the service's at first, so that both renderings agree, then our own. */
function useNow(first: number | null): number {
  const [now, setNow] = useState(first ?? 0)
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 5_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
