/**
 * What the database itself sees happen to records, beside `faults/witness.ts`, with its moment: the builds of ladders and
 * machines, a match that was assigned to a machine, or ended, and how long its machine had been silent then, a beat that was claimed,
 * maintenance that was announced, a replay that was given up or recorded.
 */
import { WITNESS as OF_RECORDS } from '../faults/witness.ts'

export const WITNESS: readonly string[] = [
  ...OF_RECORDS,
  `create table witness.ended (match_id text not null, ended_at timestamptz not null, at timestamptz not null)`,
  `create table witness.silenced (match_id text not null, silent_s double precision not null, steady_s double precision not null)`,
  `create function witness.of_end() returns trigger language plpgsql as $$ begin
     if old.ended_at is null and new.ended_at is not null then
       insert into witness.ended values (new.id, new.ended_at, clock_timestamp());
       if new.detail = 'The arena that ran the match fell silent.' then
         insert into witness.silenced select new.id, extract(epoch from clock_timestamp() - seen_at)::double precision,
           extract(epoch from clock_timestamp() - steady_since)::double precision
           from machines, ladders where machines.id = new.machine_id and ladders.mode = new.mode;
       end if;
     end if;
     return null; end $$`,
  `create trigger witness_end after update of ended_at on matches for each row execute function witness.of_end()`,
  `create table witness.assigned (match_id text not null, machine_id text not null, mode text not null, at timestamptz not null)`,
  `create function witness.of_place() returns trigger language plpgsql as $$ begin
     insert into witness.assigned values (new.id, new.machine_id, new.mode, clock_timestamp());
     return null; end $$`,
  `create trigger witness_first_place after insert on matches for each row execute function witness.of_place()`,
  `create trigger witness_place after update of machine_id on matches for each row execute function witness.of_place()`,
  `create table witness.beats (beat timestamptz not null)`,
  `create function witness.of_beat() returns trigger language plpgsql as $$ begin
     insert into witness.beats values (new.beat);
     return null; end $$`,
  `create trigger witness_beat after update of beat on ladders for each row execute function witness.of_beat()`,
  `create table witness.maintenance (announced_at timestamptz not null, starts_at timestamptz not null, ends_at timestamptz not null)`,
  `create function witness.of_maintenance() returns trigger language plpgsql as $$ begin
     insert into witness.maintenance values (clock_timestamp(), new.starts_at, new.ends_at);
     return null; end $$`,
  `create trigger witness_maintenance after insert or update on maintenance for each row execute function witness.of_maintenance()`,
  `create table witness.builds (whose text not null, build text not null, since timestamptz not null)`,
  `create function witness.of_build() returns trigger language plpgsql as $$ begin
     insert into witness.builds values (to_jsonb(new) ->> tg_argv[0], new.build, clock_timestamp());
     return null; end $$`,
  `create trigger witness_first_build after insert on ladders for each row execute function witness.of_build('mode')`,
  `create trigger witness_build after update of build on ladders for each row execute function witness.of_build('mode')`,
  `create trigger witness_first_build after insert on machines for each row
     when (new.build is not null) execute function witness.of_build('id')`,
  `create trigger witness_build after update of build on machines for each row
     when (old.build is distinct from new.build) execute function witness.of_build('id')`,
  `create function witness.builds_of(of text, moment timestamptz, ago interval) returns setof text language sql stable as $$
     select build from witness.builds where whose = of and since <= moment and since >= coalesce((select max(since) from witness.builds
       where whose = of and since <= moment - ago), '-infinity') $$`,
  `create table witness.given_up (match_id text not null, ended_at timestamptz not null, at timestamptz not null)`,
  `create table witness.kept (match_id text not null, ended_at timestamptz not null, at timestamptz not null)`,
  `create function witness.of_replay() returns trigger language plpgsql as $$ begin
     if old.replay_bytes is not null and new.replay_bytes is null then
       insert into witness.given_up values (new.id, new.ended_at, clock_timestamp());
     elsif old.replay_bytes is null and new.replay_bytes is not null then
       insert into witness.kept values (new.id, new.ended_at, clock_timestamp());
     end if;
     return null; end $$`,
  `create trigger witness_replay after update of replay_bytes on matches
     for each row execute function witness.of_replay()`,
]
