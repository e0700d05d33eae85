/** Bots: what the owner registered, the rating with its counters, and what matchmaking has to remember. */
export const bots = [
  `create table bots (
    id text collate "C" primary key,
    owner_id text collate "C" not null references users (id),
    name text not null check (char_length(name) between 1 and 64),
    mode text not null check (mode in ('live')),
    url text not null,
    status text not null check (status in ('active', 'paused')),
    created_at timestamptz not null,
    deleted_at timestamptz,
    active_since timestamptz not null,
    mu double precision not null,
    sigma double precision not null check (sigma > 0),
    rating double precision generated always as (mu - 3 * sigma) stored,
    games integer not null default 0 check (games = wins + losses + draws),
    wins integer not null default 0 check (wins >= 0),
    losses integer not null default 0 check (losses >= 0),
    draws integer not null default 0 check (draws >= 0),
    misses integer not null default 0 check (misses >= 0),
    missing_since timestamptz,
    last_match_ended_at timestamptz,
    check ((misses = 0) = (missing_since is null))
  )`,
  `create index bots_of_owner on bots (owner_id) where deleted_at is null`,
  `create index bots_active on bots (mode) where deleted_at is null and status = 'active'`,
  `create index bots_ranked on bots (mode, rating desc) where deleted_at is null and games > 0`,
]
