/**
 * Replays that are in the bucket, each checked there: the length and the SHA-256 of its gzip file, against which every download is
 * held. `ended_at` is that of the match: retention reads the oldest without a look at the others.
 */
export const replayObjects = [
  `create table replay_objects (
    match_id text collate "C" primary key references matches (id),
    ended_at timestamptz not null,
    packed_bytes integer not null check (packed_bytes > 0),
    sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$')
  )`,
  `create index replay_objects_by_end on replay_objects (ended_at)`,
]
