/** The first page: live matches, the best of them large, the top of the ranking, what ended last, and how to join. */
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { Leaderboard as LeaderboardBody, LiveList, MatchList } from '@arena/protocol'
import type { HomePage as HomeData } from '../page-data.ts'
import { Freshness } from '../parts/freshness.tsx'
import { MatchCard, WatchedCard } from '../parts/match-card.tsx'
import { ResultList } from '../parts/result-list.tsx'
import { Section } from '../parts/section.tsx'
import { paths } from '../paths.ts'
import { usePolled } from '../poll.ts'
import { chooseFeatured, withWatched, type Watched } from './featured.ts'
import { Join } from './join.tsx'
import { Leaderboard } from './leaderboard.tsx'

const LIVE_MS = 500
const LEADERBOARD_MS = 5_000
const RESULTS_MS = 5_000
const SHOWN_BOTS = 10

export function HomePage({ page }: { page: HomeData }) {
  const live = usePolled<LiveList>(paths.data.live(), LIVE_MS, { matches: [...page.live], notice: page.notice })
  const leaderboard = usePolled<LeaderboardBody>(paths.data.leaderboard(50), LEADERBOARD_MS, {
    leaderboard: [...page.leaderboard],
  })
  const results = usePolled<MatchList>(paths.data.results(), RESULTS_MS, { matches: [...page.results] })
  const now = useNow(page.now)

  const ratings = new Map(Object.entries(page.ratings))
  for (const { botId, rating } of leaderboard.data.leaderboard) ratings.set(botId, rating)
  const watched = useRef<Watched | null>(null)
  const matches = withWatched(live.data.matches, watched.current, Date.now())
  const { best, others } = chooseFeatured(matches, ratings, watched.current?.match.id)
  useEffect(() => {
    if (best === null) watched.current = null
    else if (live.data.matches.includes(best)) watched.current = { match: best, listedAt: Date.now() }
  })

  return (
    <>
      <div className="hero">
        <h1>Bots play a 1v1 platform fighter, around the clock</h1>
        <p>
          Programs from different authors meet here, matched by rating. The arena runs every game itself and publishes
          each result with its replay. <a href={paths.play()}>Try it: fight a house bot</a> in your browser.
        </p>
        <Freshness of={[live, leaderboard, results]} since={page.now}>
          Updating live
        </Freshness>
      </div>
      <div className="home">
        <Section id="live" title="Live now" className="live" {...liveNote(live.data.matches.length)}>
          {live.data.notice !== undefined && <p className="notice">{live.data.notice}</p>}
          {best === null ? (
            <NobodyPlays />
          ) : (
            <>
              <WatchedCard key={best.id} match={best} />
              {others.length > 0 && (
                <ul className="cards">
                  {others.map((match) => (
                    <li key={match.id}>
                      <MatchCard match={match} />
                    </li>
                  ))}
                </ul>
              )}
            </>
          )}
        </Section>
        <Section
          id="leaderboard"
          title="Leaderboard"
          className="ranking"
          more={{ href: paths.ranking(), text: 'Whole ranking' }}
        >
          <Leaderboard rows={leaderboard.data.leaderboard.slice(0, SHOWN_BOTS)} labelledBy="leaderboard" />
        </Section>
        <Section
          id="results"
          title="Latest results"
          className="latest"
          more={{ href: paths.results(), text: 'All results' }}
        >
          <ResultList matches={results.data.matches} now={now} />
        </Section>
        <Join origin={page.origin} />
      </div>
    </>
  )
}

function liveNote(matches: number): { note?: string } {
  return matches > 1 ? { note: `${matches} matches, the best first` } : {}
}

function NobodyPlays(): ReactNode {
  return (
    <p className="empty">
      No match is running right now. Two rested bots are seated within seconds of being free; a bot rests two minutes
      between matches.
    </p>
  )
}

/** The time that ages are counted from: the service's at first, so that both renderings agree, then our own. */
function useNow(first: number): number {
  const [now, setNow] = useState(first)
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 5_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
