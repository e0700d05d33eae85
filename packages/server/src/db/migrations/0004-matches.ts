/**
 * Matches, their players, and the arenas that run them. `tick` is unique: whatever number of arenas share the
 * database, a beat of the scheduler starts at most one match.
 */
export const matches = [
  `create table arenas (
    id text collate "C" primary key,
    max_matches integer not null check (max_matches >= 0),
    seen_at timestamptz not null
  )`,
  `create table matches (
    id text collate "C" primary key,
    mode text not null check (mode in ('live')),
    status text not null check (status in ('running', 'completed', 'aborted')),
    seed text not null unique check (seed ~ '^[0-9a-f]{64}$'),
    arena_id text collate "C" not null references arenas (id),
    tick timestamptz not null unique,
    stage smallint check (stage in (31, 32, 28, 8, 2, 3)),
    summary jsonb,
    replay_bytes integer check (replay_bytes > 0),
    started_at timestamptz not null,
    ended_at timestamptz,
    cause text,
    detail text,
    unique (id, started_at),
    check ((status = 'running') = (ended_at is null)),
    check (status <> 'running' or (summary is null and replay_bytes is null)),
    check (status <> 'completed' or summary is not null)
  )`,
  `create index matches_newest on matches (started_at, id)`,
  `create index matches_running on matches (arena_id) where status = 'running'`,
  `create index matches_with_replay on matches (arena_id, ended_at) where replay_bytes is not null`,
  `create table match_players (
    match_id text collate "C" not null,
    port smallint not null check (port in (0, 1)),
    bot_id text collate "C" not null references bots (id),
    bot_name text not null,
    started_at timestamptz not null,
    character smallint check (character between 0 and 25),
    costume smallint check (costume between 0 and 5),
    placement smallint check (placement in (1, 2)),
    score smallint check (score between 0 and 4),
    rating_delta double precision,
    primary key (match_id, port),
    unique (match_id, bot_id),
    foreign key (match_id, started_at) references matches (id, started_at),
    check ((character is null) = (costume is null)),
    check ((placement is null) = (score is null)),
    check ((placement is null) = (rating_delta is null))
  )`,
  `create index match_players_newest on match_players (bot_id, started_at, match_id)`,
]
