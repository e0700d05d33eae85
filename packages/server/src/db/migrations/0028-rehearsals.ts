/**
 * Rehearsals: the last one of each bot, until a day after its end, and one that has not ended for each account. `attempt` counts the
 * machines that have taken it; a write under an older one changes nothing. A bot that is active, of another URL, disabled or gone does
 * not rehearse: the database ends the rehearsal itself, whatever changed the bot, so that machines of an earlier version do as well.
 *
 * Replays are in a table of their own that a crash may empty: no backup has to carry megabytes that are forgotten in a day.
 */
export const rehearsals = [
  `create table rehearsals (
    bot_id text collate "C" primary key references bots (id),
    id text collate "C" not null unique,
    owner_id text collate "C" not null references users (id),
    status text not null check (status in ('waiting', 'running', 'completed', 'aborted')),
    requested_at timestamptz not null,
    attempt integer not null default 0 check (attempt >= 0),
    machine_id text collate "C" references machines (id),
    seed text check (seed ~ '^[0-9a-f]{64}$'),
    port smallint check (port in (0, 1)),
    opponent_id text,
    opponent_name text,
    started_at timestamptz,
    stage smallint check (stage in (31, 32, 28, 8, 2, 3)),
    ended_at timestamptz,
    detail text,
    summary jsonb,
    facts jsonb check (length(facts::text) <= 200000),
    check ((status in ('completed', 'aborted')) = (ended_at is not null)),
    check (status not in ('running', 'completed') or (machine_id is not null and seed is not null and port is not null
      and opponent_id is not null and opponent_name is not null and started_at is not null)),
    check (status <> 'completed' or summary is not null)
  )`,
  `create unique index rehearsals_open on rehearsals (owner_id) where ended_at is null`,
  `create index rehearsals_waiting on rehearsals (requested_at, id) where ended_at is null`,
  `create unlogged table rehearsal_replays (
    rehearsal_id text collate "C" primary key references rehearsals (id) on delete cascade,
    bytes integer not null check (bytes > 0),
    packed bytea not null
  )`,
  `create trigger rehearsals_changed after insert or update or delete on rehearsals
    for each statement execute function tell_change('rehearsals')`,
  `create function end_rehearsal() returns trigger language plpgsql as $$
  begin
    if new.deleted_at is not null then
      delete from rehearsals where bot_id = new.id;
    else
      update rehearsals set status = 'aborted', ended_at = greatest(requested_at, clock_timestamp()), detail = case
          when new.status = 'active' then 'The bot was unpaused: it plays on the ladder.'
          when new.disabled_at is not null then 'An operator has disabled the bot.'
          else 'The URL of the bot was changed.' end
        where bot_id = new.id and ended_at is null;
    end if;
    return null;
  end $$`,
  `create trigger end_rehearsal after update of url, status, disabled_at, deleted_at on bots for each row
    when (new.status = 'active' and old.status <> 'active' or old.url <> new.url
      or old.disabled_at is distinct from new.disabled_at or old.deleted_at is distinct from new.deleted_at)
    execute function end_rehearsal()`,
]
