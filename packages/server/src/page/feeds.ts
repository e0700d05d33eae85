/** Feeds of results, by any search, and of a bot: its results, and what everybody may know of its notices. */
import { Problem } from '@arena/protocol'
import type { MatchSummary } from '@arena/protocol'
import { z } from 'zod'
import { playerTerm } from '../history/search/search.ts'
import type { App } from '../http/app-type.ts'
import { NOT_MODIFIED, ReadCache } from '../http/read-cache.ts'
import { wordsOf } from '../notices/words.ts'
import { atomOf, updatedOf } from './atom.ts'
import type { Feed, FeedEntry } from './atom.ts'
import { resultsPage, ResultsQuery } from './results.ts'
import type { Stores } from './stores.ts'

const ATOM = 'application/atom+xml; charset=utf-8'
const SHOWN = 25
const Params = z.object({ id: z.string().max(256) })
const Query = ResultsQuery.pick({ q: true })
const config = { problems: ['database-unavailable'] } as const
const response = { 200: z.string(), 304: NOT_MODIFIED }

type FeedStores = Stores<'bots' | 'ratings' | 'matches' | 'notices' | 'changes' | 'clock'>

export function feedRoutes(app: App, context: FeedStores, origin: () => string): void {
  const { changes } = context
  const revisions = () => [changes.revision('matches'), changes.revision('notices'), changes.revision('leaderboard')]
  // A sum that no two states have in common: none of them ever goes back.
  const cache = new ReadCache(() =>
    revisions().reduce((sum, each) => (sum === null || each === null ? null : sum + each)),
  )
  const written = async (making: Promise<Feed>) => {
    const feed = await making
    return { type: ATOM, text: atomOf(feed, origin()), modified: updatedOf(feed) }
  }
  app.get('/results.atom', { config, schema: { hide: true, querystring: Query, response } }, (request, reply) =>
    cache.answer(request, reply, () => written(resultsFeed(context, request.query.q))),
  )
  app.get('/b/:id.atom', { config, schema: { hide: true, params: Params, response } }, (request, reply) =>
    cache.answer(request, reply, () => written(botFeed(context, request.params.id))),
  )
}

async function resultsFeed(context: FeedStores, q: string): Promise<Feed> {
  const { matches, faults, choice, text } = await resultsPage(context, ResultsQuery.parse({ q }))
  if (matches === null) {
    const why = faults[0]?.message ?? `"${choice?.asked ?? q}" names no bot, or several.`
    throw new Problem('invalid-request', { detail: why, errors: [{ path: 'q', message: why }] })
  }
  const query = q === '' ? '' : `?q=${encodeURIComponent(q)}`
  return {
    record: `results${query}`,
    title: text === '' ? 'Results of the bot arena' : `Results of the bot arena: ${text}`,
    self: `/results.atom${query}`,
    page: `/results${query}`,
    since: new Date(0),
    entries: newestFirst(matches.flatMap(entryOfMatch)),
  }
}

async function botFeed({ bots, matches, notices }: FeedStores, id: string): Promise<Feed> {
  const bot = await bots.profile(id)
  if (bot === null) throw new Problem('not-found', { detail: 'There is no such bot.' })
  const [played, told] = await Promise.all([
    matches.search([playerTerm(id)], { limit: SHOWN }),
    notices.publicOf(id, SHOWN),
  ])
  const noticed = told.map((each) => {
    const { title, says } = wordsOf(each)
    return { record: each.id, title, says, path: `/b/${id}`, at: each.at }
  })
  return {
    record: id,
    title: `${bot.name} in the bot arena`,
    self: `/b/${id}.atom`,
    page: `/b/${id}`,
    since: new Date(bot.createdAt),
    entries: newestFirst([...played.matches.flatMap(entryOfMatch), ...noticed]).slice(0, SHOWN),
  }
}

const newestFirst = (entries: readonly FeedEntry[]): FeedEntry[] =>
  entries.toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.record < b.record ? 1 : -1))

function entryOfMatch({ id, status, players, summary, endedAt, abortReason }: MatchSummary): FeedEntry[] {
  if (endedAt === null) return []
  const [first, second] = players
  const winner = players.find(({ placement }) => placement === 1 && players.some((other) => other.placement === 2))
  const loser = players.find((player) => player !== winner)!
  const pair = `${first.botName} against ${second.botName}`
  const title =
    status === 'aborted' ? `${pair}: aborted` : winner ? `${winner.botName} beat ${loser.botName}` : `${pair}: a draw`
  const score = players.map(({ botName, score: stocks }) => `${botName} ${stocks ?? 0}`).join(', ')
  const how = summary?.endReason === 'forfeit' ? ', by forfeit' : summary?.endReason === 'time' ? ', on time' : ''
  const says = status === 'aborted' ? (abortReason ?? 'The match was aborted.') : `${score}${how}.`
  return [{ record: id, title, says, path: `/watch/${id}`, at: new Date(endedAt) }]
}
