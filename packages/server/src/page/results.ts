/**
 * Ended matches by a search, page by page. The text of the search field and the filters of the form make one search. A form
 * sends every field, so that an empty one is one that was not given.
 */
import { Problem, StageId } from '@arena/protocol'
import type { PublicBot, ResultFilters, ResultsPage, SearchChoice, SearchFault } from '@arena/web'
import { z } from 'zod'
import { isId } from '../db/ids.ts'
import { filtersOf, searchOf } from '../history/search/form.ts'
import { parseSearch } from '../history/search/parse-search.ts'
import { LOOKED_AT } from '../history/search/search-matches.ts'
import { printSearch } from '../history/search/print-search.ts'
import {
  ENDINGS,
  isSorted,
  MOST_TERMS,
  MOST_TEXT,
  periodOf,
  playersOf,
  withBots,
  withVersionsOfBot,
} from '../history/search/search.ts'
import type { Search } from '../history/search/search.ts'
import { characterOf } from '../history/search/words.ts'
import { NameInQuery, namesLike, namesOfBots, nameable, wordFor } from './bot-names.ts'
import { searchExamples } from './search-examples.ts'
import type { Stores } from './stores.ts'

const SHOWN = 25

const absent = (text: unknown) => (text === '' ? undefined : text)
const integer = (text: unknown) => (typeof text === 'string' && /^[0-9]{1,4}$/.test(text) ? Number(text) : absent(text))
const Day = z.iso.date().refine((date) => periodOf(date) !== null)

export const ResultsQuery = z.object({
  q: z.string().max(MOST_TEXT).default('').transform(nameable),
  bot: NameInQuery,
  character: z.preprocess(integer, z.int().min(0).max(25).optional()),
  stage: z.preprocess(integer, StageId.optional()),
  ending: z.preprocess(absent, z.enum(ENDINGS).optional()),
  from: z.preprocess(absent, Day.optional()),
  to: z.preprocess(absent, Day.optional()),
  before: z.preprocess(absent, z.string().optional()),
  after: z.preprocess(absent, z.string().optional()),
})
export type ResultsQuery = z.output<typeof ResultsQuery>

export async function resultsPage(
  context: Stores<'bots' | 'ratings' | 'matches' | 'clock'>,
  query: ResultsQuery,
): Promise<ResultsPage> {
  const { q, before, after, ...filters } = query
  for (const id of [before, after]) {
    if (id !== undefined && (!isId('match', id) || (await context.matches.find(id)) === null)) {
      throw new Problem('not-found', { detail: 'There is no match with the id that this page would begin at.' })
    }
  }
  const { search: typed, faults: unreadable } = parseSearch(q)
  const asked = withVersionsOfBot([...typed, ...searchOf(filters)])
  const names = await namesOfBots(context)
  const { byId, byWord, choice } = await resolve(context, asked, names)
  const faults = unreadable.length > 0 ? unreadable : faultsInFull(q, byWord, choice)
  const isReadable = faults.length === 0
  const found =
    isReadable && choice === null
      ? await context.matches.search(byId, { limit: SHOWN, before, after })
      : { matches: null, older: null, newer: null }
  const { filters: shown, rest } = filtersOf(byWord)
  // A search that cannot be read or written in full stays as it was given.
  const written = isReadable
    ? { text: printSearch(byWord), filters: textsOf(shown), rest: printSearch(rest) }
    : { text: q, filters: textsOf(filters), rest: q }
  return {
    kind: 'results',
    ...written,
    faults,
    choice: isReadable ? choice : null,
    examples: searchExamples(names),
    ...found,
    lookedAt: isSorted(byId) ? LOOKED_AT : null,
    names,
    now: context.clock.now(),
  }
}

/** Links and forms of the page write the search in full, with its filters: only one that can be read again is listed. */
function faultsInFull(q: string, search: Search, choice: SearchChoice | null): SearchFault[] {
  const fault = (message: string): SearchFault[] => [{ start: 0, end: q.length, message }]
  if (search.length > MOST_TERMS) {
    return fault(`A search has at most ${MOST_TERMS} parts; with its filters this one has ${search.length}.`)
  }
  const texts = [printSearch(search), ...Object.values(choice?.searches ?? {}), choice?.asCharacter ?? '']
  const longest = Math.max(...texts.map((text) => text.length))
  if (longest <= MOST_TEXT) return []
  return fault(`A search has at most ${MOST_TEXT} characters; with its words in full this one has ${longest}.`)
}

function textsOf({ bot, character, stage, ending, from, to }: ReturnType<typeof filtersOf>['filters']): ResultFilters {
  return {
    bot,
    character: String(character ?? ''),
    stage: String(stage ?? ''),
    ending: ending ?? '',
    from: from ?? '',
    to: to ?? '',
  }
}

interface Resolved {
  /** With the ids of its bots. */
  readonly byId: Search
  /** With names where they are enough to find the bot again. */
  readonly byWord: Search
  readonly choice: SearchChoice | null
}

async function resolve(context: Stores<'bots'>, search: Search, names: readonly string[]): Promise<Resolved> {
  const ids = new Map<string, string>()
  const words = new Map<string, string>()
  let choice: SearchChoice | null = null
  for (const asked of new Set(search.flatMap(playersOf).flatMap(({ bot }) => bot ?? []))) {
    const meant = await context.bots.named(asked)
    const [bot] = meant
    if (bot === undefined || meant.length > 1) {
      const suggested = bot === undefined && choice === null ? await namesLike(context, asked, names) : []
      choice ??= choiceOf(search, asked, meant, suggested)
      continue
    }
    ids.set(asked, bot.id)
    words.set(asked, await wordFor(context, bot))
  }
  return {
    byId: withBots(search, (asked) => ids.get(asked) ?? asked),
    byWord: withBots(search, (asked) => words.get(asked) ?? asked),
    choice,
  }
}

function choiceOf(search: Search, asked: string, bots: readonly PublicBot[], names: readonly string[]): SearchChoice {
  const searchFor = (word: string) => printSearch(withBots(search, (each) => (each === asked ? word : each)))
  const suggested = names.filter((name) => searchFor(name).length <= MOST_TEXT)
  const character = bots.length === 0 ? characterOf(asked) : undefined
  const isAsked = (term: Search[number]) =>
    term.kind === 'player' && term.player.bot === asked && term.player.versions.length === 0
  return {
    asked,
    bots,
    suggested,
    searches: Object.fromEntries([...bots.map(({ id }) => id), ...suggested].map((word) => [word, searchFor(word)])),
    asCharacter:
      character === undefined || !search.some(isAsked)
        ? null
        : printSearch(
            search.map(
              (term) =>
                (isAsked(term)
                  ? { ...term, player: { bot: null, characters: [character], versions: [] } }
                  : term) as typeof term,
            ),
          ),
  }
}
