/** Ended matches by filters, page by page. A form sends every field, so that an empty one is one that was not given. */
import { Problem, StageId } from '@arena/protocol'
import type { ResultsPage } from '@arena/web'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { isId } from '../db/ids.ts'
import { ENDINGS } from '../matches/search.ts'
import type { ResultFilter } from '../matches/search.ts'
import { NameInQuery, namesOfBots } from './bot-names.ts'

const SHOWN = 25
const DAY_MS = 86_400_000

const absent = (text: unknown) => (text === '' ? undefined : text)
const integer = (text: unknown) => (typeof text === 'string' && /^[0-9]{1,4}$/.test(text) ? Number(text) : absent(text))

export const ResultsQuery = z.object({
  bot: NameInQuery,
  character: z.preprocess(integer, z.int().min(0).max(25).optional()),
  stage: z.preprocess(integer, StageId.optional()),
  ending: z.preprocess(absent, z.enum(ENDINGS).optional()),
  from: z.preprocess(absent, z.iso.date().optional()),
  to: z.preprocess(absent, z.iso.date().optional()),
  before: z.preprocess(absent, z.string().optional()),
  after: z.preprocess(absent, z.string().optional()),
})
export type ResultsQuery = z.output<typeof ResultsQuery>

export async function resultsPage(context: Context, query: ResultsQuery): Promise<ResultsPage> {
  const { before, after } = query
  for (const id of [before, after]) {
    if (id !== undefined && (!isId('match', id) || (await context.matches.find(id)) === null)) {
      throw new Problem('not-found', { detail: 'There is no match with the id that this page would begin at.' })
    }
  }
  const bots = query.bot === '' ? [] : await context.bots.named(query.bot)
  const found =
    query.bot !== '' && bots.length !== 1
      ? { matches: null, older: null, newer: null }
      : await context.matches.search(filterOf(query, bots[0]?.id), { limit: SHOWN, before, after })
  const { character, stage, ending, from, to } = query
  return {
    kind: 'results',
    query: {
      bot: query.bot,
      character: String(character ?? ''),
      stage: String(stage ?? ''),
      ending: ending ?? '',
      from: from ?? '',
      to: to ?? '',
    },
    bots,
    ...found,
    names: await namesOfBots(context),
    now: Date.now(),
  }
}

/** Both days are whole ones, in UTC. */
function filterOf({ character, stage, ending, from, to }: ResultsQuery, botId: string | undefined): ResultFilter {
  return {
    botId,
    character,
    stage,
    ending,
    from: from === undefined ? undefined : new Date(from),
    until: to === undefined ? undefined : new Date(Date.parse(to) + DAY_MS),
  }
}
