/**
 * What a search over ended matches asks for: a value that the search field of the results page, its filters and their
 * addresses all are translated into. `parse-search.ts` reads the text, `print-search.ts` writes it.
 */
import type { Following, MomentKind } from '@arena/engine/moments'
import type { StageId } from '@arena/protocol'

export const ENDINGS = ['stocks', 'time', 'forfeit', 'aborted'] as const
export type Ending = (typeof ENDINGS)[number]

/** A match fits if it fits every term. */
export type Search = readonly Term[]

export type Term = Fact & { readonly isNegated: boolean }

export type Fact =
  | { readonly kind: 'player'; readonly player: Player }
  /** Null: whoever. A draw fits none. */
  | { readonly kind: 'matchup'; readonly winner: Player | null; readonly loser: Player | null }
  /** What one of the two said of its version, whichever. */
  | { readonly kind: 'version'; readonly versions: readonly string[] }
  | { readonly kind: 'stage'; readonly stages: readonly StageId[] }
  | { readonly kind: 'end'; readonly endings: readonly Ending[] }
  | { readonly kind: 'duration'; readonly is: Comparison; readonly frames: number }
  | { readonly kind: 'date'; readonly is: Comparison | '='; readonly date: string }
  /** A moment, of whoever or of a player, that others followed. */
  | {
      readonly kind: 'moments'
      readonly first: readonly MomentKind[]
      readonly by: Player | null
      readonly followedBy: readonly Following[]
    }
  /** Holds for every match, and says in which order they are listed: see `searchMatches`. */
  | { readonly kind: 'sort'; readonly by: Order }

/** One of the two in a match. At least one of the fields says something. */
export interface Player {
  /** A name or an id; null for any bot. */
  readonly bot: string | null
  /** One of these, by external id; empty for any. */
  readonly characters: readonly number[]
  /** One of these; empty for any, and where there is no bot. */
  readonly versions: readonly string[]
}

/** `margin`: the widest margin of victory first. */
export const ORDERS = ['margin'] as const
export type Order = (typeof ORDERS)[number]

export type Comparison = '>' | '>=' | '<' | '<='

export const FRAMES_PER_SECOND = 60
/** No game lasts as long, and it is far from the end of the integer that frames are compared as. */
export const MOST_HOURS = 99
export const MOST_FRAMES = MOST_HOURS * 3600 * FRAMES_PER_SECOND
/** How soon a moment follows another where the search does not say it. */
export const USUAL_FOLLOWING = 3 * FRAMES_PER_SECOND
/** Moments that follow each other. */
export const MOST_FOLLOWING = 4
/** Characters of a search, as long as a name of a bot several times over. */
export const MOST_TEXT = 500
export const MOST_TERMS = 16
/** Characters of what names a bot, in UTF-16 units: a name of 64 of two units each. */
export const MOST_NAME = 128

export function playerTerm(bot: string | null, ...characters: number[]): Term {
  return { kind: 'player', player: { bot, characters, versions: [] }, isNegated: false }
}

/** Whether the search names an order of its own. */
export function isSorted(search: Search): boolean {
  return search.some(({ kind }) => kind === 'sort')
}

/** The players that a term names. */
export function playersOf(term: Term): Player[] {
  if (term.kind === 'player') return [term.player]
  if (term.kind === 'moments') return term.by === null ? [] : [term.by]
  return term.kind === 'matchup' ? [term.winner, term.loser].filter((player) => player !== null) : []
}

/** The same search with other words for its bots. */
export function withBots(search: Search, wordFor: (bot: string) => string): Search {
  const player = <P extends Player | null>(of: P): P =>
    of === null || of.bot === null ? of : { ...of, bot: wordFor(of.bot) }
  return search.map((term) => withPlayers(term, player))
}

/**
 * In a search that names one bot, `version:` is of this bot: `needle version:1.4` is `bot:needle@1.4`. Beside a bot whose versions are
 * named already, or several bots, it is of either player.
 */
export function withVersionsOfBot(search: Search): Search {
  const named = search.filter(({ isNegated }) => !isNegated).flatMap(playersOf)
  const bots = named.filter(({ bot }) => bot !== null)
  const [one] = bots
  const [asked, ...others] = search.filter((term) => term.kind === 'version' && !term.isNegated)
  if (one === undefined || bots.some(({ bot, versions }) => bot !== one.bot || versions.length > 0)) return search
  const versions = asked?.kind === 'version' && others.length === 0 ? asked.versions : null
  const player = <P extends Player | null>(of: P): P =>
    of?.bot === one.bot && versions !== null ? { ...of, versions } : of
  return search.flatMap((term): Term[] => {
    if (term.kind === 'version') {
      if (term.isNegated)
        return [{ kind: 'player', player: { bot: one.bot, characters: [], versions: term.versions }, isNegated: true }]
      return versions === null ? [term] : []
    }
    return [term.isNegated ? term : withPlayers(term, player)]
  })
}

function withPlayers(term: Term, player: <P extends Player | null>(of: P) => P): Term {
  if (term.kind === 'player') return { ...term, player: player(term.player) }
  if (term.kind === 'moments') return { ...term, by: player(term.by) }
  return term.kind === 'matchup' ? { ...term, winner: player(term.winner), loser: player(term.loser) } : term
}

const DATE = /^(2\d{3})(?:-(\d\d)(?:-(\d\d))?)?$/

/** The whole year, month or day (UTC) that a date names: its beginning and that of the next. Null for what is no date. */
export function periodOf(date: string): { readonly from: Date; readonly until: Date } | null {
  const parts = DATE.exec(date)
    ?.slice(1)
    .filter((digits) => digits !== undefined)
  if (parts === undefined) return null
  const [year = 0, month = 1, day = 1] = parts.map(Number)
  // The part that was given last is one higher in the next period.
  const next = (length: number) => Number(parts.length === length)
  const from = new Date(Date.UTC(year, month - 1, day))
  const until = new Date(Date.UTC(year + next(1), month - 1 + next(2), day + next(3)))
  // The calendar carries on from 30 February to 1 or 2 March.
  return from.toISOString().startsWith(date) ? { from, until } : null
}
