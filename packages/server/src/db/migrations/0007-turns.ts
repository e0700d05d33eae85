/**
 * Requests counted for rate limits, where several arenas share the database, and the one way to count them. A row for
 * each request taken, for a minute; not logged, since a crash may well forget a minute of counting.
 */
export const turns = [
  `create unlogged table turns (
    key text collate "C" not null,
    at timestamptz not null
  )`,
  `create index turns_of_key on turns (key, at)`,
  `create index turns_by_age on turns (at)`,
  // Volatile, so that each statement sees what was committed before the lock was given.
  `create function take_turns(keys text[], limits integer[], wanted integer[], window_ms integer)
  returns table (key text, taken integer, wait_ms double precision)
  language plpgsql volatile as $$
  #variable_conflict use_column
  declare
    turn record;
    moment timestamptz;
    held integer;
    span interval := make_interval(secs => window_ms / 1000.0);
  begin
    -- Always in this order, so that no two arenas wait for each other.
    for turn in
      select asked.k, asked.most, asked.n from unnest(keys, limits, wanted) as asked (k, most, n)
      order by asked.k collate "C"
    loop
      perform pg_advisory_xact_lock(hashtextextended(turn.k, 1635018087));
      moment := clock_timestamp();
      select count(*) into held from turns where turns.key = turn.k and turns.at > moment - span;
      key := turn.k;
      taken := greatest(0, least(turn.n, turn.most - held));
      insert into turns (key, at) select turn.k, moment from generate_series(1, taken);
      select coalesce(extract(epoch from turns.at + span - moment) * 1000, 0) into wait_ms
        from turns where turns.key = turn.k and turns.at > moment - span
        order by turns.at limit 1;
      return next;
    end loop;
  end $$`,
]
