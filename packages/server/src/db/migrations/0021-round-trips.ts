/**
 * Round trips between each bot and each region in which machines play, in whole milliseconds. A row is also the claim of the
 * machine that measures: `measured_at` is written before, `ms` after, and is null until then and where the bot did not answer.
 * Figures of another URL, and of a bot that is gone, are of no use: the database deletes them itself, whatever changed the bot.
 *
 * A match keeps those of its two bots, by port, for the region in which it is played.
 */
export const roundTrips = [
  `create table round_trips (
    bot_id text collate "C" not null references bots (id),
    region text not null check (region <> ''),
    ms smallint check (ms >= 0),
    measured_at timestamptz not null,
    primary key (bot_id, region)
  )`,
  `create function forget_round_trips() returns trigger language plpgsql as $$
  begin
    delete from round_trips where bot_id = new.id;
    return null;
  end $$`,
  `create trigger forget_round_trips after update of url, deleted_at on bots for each row
    when (old.url <> new.url or old.deleted_at is distinct from new.deleted_at)
    execute function forget_round_trips()`,
  `alter table matches add column round_trips jsonb`,
]
