/**
 * The matches that run on each machine, as they stand, for the other machines to show. Written up to four times a second by a
 * machine that plays, over the same row. Not logged: after a crash the next frame says it anew.
 */
export const liveStates = [
  `create unlogged table live_states (
    arena_id text collate "C" primary key references arenas (id) on delete cascade,
    at timestamptz not null,
    state jsonb not null
  ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)`,
]
