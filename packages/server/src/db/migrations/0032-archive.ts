/**
 * The archive: files that matches are played again from. `machine_id` made the file; the others fetch it. A day has a row once its file is
 * written, and the pads of its matches leave `match_pads` with that. `stale` counts the deleted accounts whose names are still in the file.
 * Builds of the engine are kept by revision, and never deleted.
 *
 * `archived_bytes` takes the place of `replay_bytes` where retention has deleted a replay that can be played again. No constraint ties
 * the machines to the table of machines: rows of those that are gone for long may be removed there.
 */
export const archive = [
  `create table archive_days (
    day text collate "C" primary key references days (day),
    machine_id text collate "C" not null,
    matches integer not null check (matches >= 1),
    bytes integer not null check (bytes > 0),
    sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
    stale integer not null default 0 check (stale >= 0)
  )`,
  `create table engine_builds (
    revision text collate "C" not null check (revision ~ '^[0-9a-f]{8}$'),
    sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
    bytes integer not null check (bytes > 0),
    machine_id text collate "C" not null,
    kept_at timestamptz not null default now(),
    primary key (revision, sha256)
  )`,
  `alter table matches
    add column archived_bytes integer check (archived_bytes > 0),
    add check (archived_bytes is null or replay_deleted)`,
]
