/**
 * What a match is checked and played again by. The landed pads of both bots are columns of runs, deflated with zlib (see pad-columns.ts of
 * @arena/protocol), in a table of their own: lists of matches do not read them. A row takes some kilobytes, and 700 kB where both bots send
 * noise for as long as a match may last. Nothing deletes it.
 *
 * The hashes are those of the bots' landed pads and of the replay file. All of it is null in matches without a game, in older ones, and where
 * the host died before it reported; `engine` also where the engine is not the built-in one.
 */
export const matchPads = [
  `create table match_pads (
    match_id text collate "C" primary key references matches (id),
    packed bytea not null check (length(packed) <= 4000000),
    start_at timestamptz not null
  )`,
  // Deflated already.
  `alter table match_pads alter column packed set storage external`,
  `alter table match_players
    add column landed integer check (landed >= 0),
    add column pads_sha256 text check (pads_sha256 ~ '^[0-9a-f]{64}$'),
    add check ((landed is null) = (pads_sha256 is null))`,
  `alter table matches
    add column replay_sha256 text check (replay_sha256 ~ '^[0-9a-f]{64}$'),
    add column engine text check (length(engine) <= 64)`,
]
