/** The whole ranking, page by page. */
import { Problem } from '@arena/protocol'
import type { RankingPage } from '@arena/web'
import { z } from 'zod'
import type { Stores } from './stores.ts'

const ROWS = 50
const FORM_MATCHES = 10

export const RankingQuery = z.object({
  page: z.preprocess(
    (text) => (text === '' ? undefined : text),
    z.coerce.number().int().min(1).max(100_000).default(1),
  ),
})

export async function rankingPage({ ratings }: Stores<'ratings'>, page: number): Promise<RankingPage> {
  const [total, rows] = await Promise.all([
    ratings.ranked('live'),
    ratings.ranking({ mode: 'live', limit: ROWS, offset: (page - 1) * ROWS }),
  ])
  const pages = Math.max(1, Math.ceil(total / ROWS))
  if (page > pages) throw new Problem('not-found', { detail: `The ranking has no page ${page}.` })
  const trends = await ratings.trends(
    rows.map((row) => row.botId),
    FORM_MATCHES,
  )
  return {
    kind: 'ranking',
    rows: rows.map((row) => ({ ...row, trend: trends.get(row.botId) ?? null })),
    page,
    pages,
    total,
  }
}
