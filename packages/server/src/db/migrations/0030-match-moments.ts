/**
 * What is worth a look in a match, as its replay shows it: see `momentsOf` of @arena/engine. `kinds` has a bit for each kind that there is,
 * so that a search passes over most matches; `packed` has all of them in the order in which they begin: see `history/kept-moments.ts`.
 * A match whose replay was never looked at has no row.
 */
export const matchMoments = [
  `create table match_moments (
    match_id text collate "C" primary key references matches (id),
    started_at timestamptz not null,
    kinds integer not null,
    packed bytea not null check (length(packed) <= 1000000)
  )`,
  `create index match_moments_by_start on match_moments (started_at, match_id) include (kinds)`,
]
