/**
 * What operators do (see `operators/`). Every act is a row of `operator_acts`, which is only added to. A disabled bot is paused,
 * and stays so whatever its owner asks. `match_ends` and `maintenance` are for the arenas, which are notified of them.
 */
export const operators = [
  `create table operator_acts (
    id bigint generated always as identity primary key,
    at timestamptz not null,
    who text not null check (char_length(who) between 1 and 100),
    why text not null check (char_length(why) between 1 and 1000),
    act text not null,
    subject text,
    facts jsonb not null
  )`,
  `create function refuse_change() returns trigger language plpgsql as $$
  begin
    raise exception 'the acts of operators are a record: they are not changed';
  end $$`,
  `create trigger operator_acts_stay before update or delete or truncate on operator_acts
    for each statement execute function refuse_change()`,
  `alter table users add column disabled_at timestamptz`,
  `alter table bots
    add column disabled_at timestamptz,
    add check (disabled_at is null or status = 'paused')`,
  `create table match_ends (
    match_id text collate "C" primary key references matches (id),
    at timestamptz not null
  )`,
  `create table maintenance (
    is_only boolean primary key default true check (is_only),
    text text not null check (char_length(text) between 1 and 500),
    starts_at timestamptz not null,
    ends_at timestamptz not null check (ends_at > starts_at)
  )`,
  `create trigger match_ends_changed after insert on match_ends
    for each statement execute function tell_change('operators')`,
  `create trigger maintenance_changed after insert or update or delete on maintenance
    for each statement execute function tell_change('operators')`,
]
