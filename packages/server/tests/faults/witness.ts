/**
 * What the database itself saw happen to records: triggers note each end of a match, each change after its end and each change of
 * a rating, in a schema of their own. A record that is right at last may have been wrong in between.
 */
import { sql } from 'kysely'
import type { Database } from '../../src/db/schema.ts'

export const WITNESS = [
  `create schema witness`,
  `create table witness.seen (match_id text not null, what text not null)`,
  `create function witness.of_match() returns trigger language plpgsql as $$ begin
     if old.status is distinct from new.status then
       insert into witness.seen values (new.id, 'ended');
     elsif old.status <> 'running' and (new.cause, new.ended_at, new.summary::text, new.detail)
       is distinct from (old.cause, old.ended_at, old.summary::text, old.detail) then
       insert into witness.seen values (new.id, 'changed after its end');
     end if;
     return null; end $$`,
  `create function witness.of_player() returns trigger language plpgsql as $$ begin
     if old.rating_delta is distinct from new.rating_delta or old.placement is distinct from new.placement then
       insert into witness.seen values (new.match_id, 'rated ' || new.port);
     end if;
     return null; end $$`,
  `create trigger witness after update on matches for each row execute function witness.of_match()`,
  `create trigger witness after update on match_players for each row execute function witness.of_player()`,
] as const

export async function watchRecords(db: Database): Promise<void> {
  for (const statement of WITNESS) await sql.raw(statement).execute(db)
}

/** What happened more often than once, or should not have happened at all. */
export async function seenTooOften(db: Database): Promise<string[]> {
  const { rows } = await sql<{ match_id: string; what: string; times: number }>`
    select match_id, what, count(*)::integer as times from witness.seen
      group by match_id, what having count(*) > 1 or what like 'changed%'`.execute(db)
  return rows.map(({ match_id: id, what, times }) => `${id}: ${what}, ${times} times`)
}
