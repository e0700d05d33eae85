/** The filters of the results page as a search, and what of a search the filters can show. */
import type { StageId } from '@arena/protocol'
import { MOST_NAME, playerTerm } from './search.ts'
import type { Ending, Search, Term } from './search.ts'

export interface Filters {
  /** A name or an id; '' for any. */
  readonly bot: string
  /** The character of the bot, where one is given; otherwise of either player. */
  readonly character?: number | undefined
  readonly stage?: StageId | undefined
  readonly ending?: Ending | undefined
  /** Whole days in UTC, both included. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export function searchOf({ bot, character, stage, ending, from, to }: Filters): Search {
  const given = (term: Term | null) => (term === null ? [] : [term])
  const characters = character === undefined ? [] : [character]
  return [
    ...given(bot === '' && character === undefined ? null : playerTerm(bot === '' ? null : bot, ...characters)),
    ...given(stage === undefined ? null : { kind: 'stage', stages: [stage], isNegated: false }),
    ...given(ending === undefined ? null : { kind: 'end', endings: [ending], isNegated: false }),
    ...given(from === undefined ? null : { kind: 'date', is: '>=', date: from, isNegated: false }),
    ...given(to === undefined ? null : { kind: 'date', is: '<=', date: to, isNegated: false }),
  ]
}

/** Each filter shows the first term that it can. The rest is for the text alone. */
export function filtersOf(search: Search): { readonly filters: Filters; readonly rest: Search } {
  let filters: Partial<Filters> = {}
  const rest: Term[] = []
  for (const term of search) {
    const shown = shownBy(term)
    if (shown === null || Object.keys(shown).some((name) => name in filters)) rest.push(term)
    else filters = { ...filters, ...shown }
  }
  return { filters: { bot: '', ...filters }, rest }
}

/** The filters that say what a term says. */
function shownBy(term: Term): Partial<Filters> | null {
  if (term.isNegated) return null
  switch (term.kind) {
    case 'player': {
      const { bot, characters, versions } = term.player
      const [character, ...others] = characters
      if (others.length > 0 || versions.length > 0 || (bot !== null && bot.length > MOST_NAME)) return null
      // Both filters are of one player, so one term has both.
      return { bot: bot ?? '', character }
    }
    case 'stage':
      return term.stages.length === 1 ? { stage: term.stages[0] } : null
    case 'end':
      return term.endings.length === 1 ? { ending: term.endings[0] } : null
    case 'date':
      if (term.date.length < '2026-11-25'.length) return null
      if (term.is === '>=') return { from: term.date }
      return term.is === '<=' ? { to: term.date } : null
    default:
      return null
  }
}
