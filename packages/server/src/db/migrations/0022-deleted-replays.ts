/**
 * Whether retention has deleted the replay of a match: then a file of it that is found on some machine later is never recorded again.
 * False where there never was one, and in rows of an older version.
 */
export const deletedReplays = [
  `alter table matches add column replay_deleted boolean not null default false
    constraint deleted_for_good check (not replay_deleted or replay_bytes is null)`,
]
