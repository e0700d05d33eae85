/**
 * The word for a process with a role is machine; the arena is all of them. Only names change: rows, keys and what refers to them stay.
 * Processes of the schema before cannot go on: they are stopped before a machine of this one starts.
 */
export const machines = [
  `alter table arenas rename to machines`,
  `alter table matches rename column arena_id to machine_id`,
  // A placement is a rank.
  `alter table matches rename column placed_at to assigned_at`,
  `alter table live_states rename column arena_id to machine_id`,
  // Constraints carry the names of the tables that they were made with. Their indexes are renamed with them.
  `do $$ declare old record; begin
    for old in select conname, conrelid::regclass as relation from pg_constraint
      where connamespace = current_schema()::regnamespace and conname ~ '(^arenas_|_arena_id_)'
    loop
      execute format('alter table %s rename constraint %I to %I', old.relation, old.conname,
        replace(replace(old.conname, 'arenas_', 'machines_'), '_arena_id_', '_machine_id_'));
    end loop;
  end $$`,
]
