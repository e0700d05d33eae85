/**
 * Machines that take matches which another machine seated. A row of `arenas` is a machine; what it reports is stamped with the
 * database's clock. `match_limit` is null where a machine takes no such matches: it only serves, or is of an older version.
 *
 * A match is placed on a machine, and taken by it; `attempt` counts its placements, and a machine writes only under the attempt
 * that it took. A running match without `placed_at` was seated by its own machine and counts as taken.
 *
 * `ladders` has a row for each mode: the build that its matches are played with, the last tick, and what that tick found.
 */
export const placement = [
  `alter table arenas
    add column role text not null default 'all' check (role in ('all', 'web', 'play')),
    add column build text,
    add column region text not null default '',
    add column address text,
    add column match_limit integer check (match_limit >= 0)`,
  `alter table matches
    add column attempt smallint not null default 1 check (attempt >= 1),
    add column placed_at timestamptz,
    add column taken_at timestamptz`,
  `create table ladders (
    mode text primary key check (mode in ('live')),
    build text not null,
    beat timestamptz,
    beat_at timestamptz,
    steady_since timestamptz,
    report jsonb,
    check ((beat is null) = (beat_at is null) and (beat is null) = (steady_since is null))
  )`,
]
