/**
 * The public log, and the secrets that seeds follow from.
 *
 * `public_logs` holds one row a log: the first, and one more for each backup that was restored. An entry is numbered by `size` in the
 * transaction of what it says, as that commits: the row of the log is held for so short a time that matches which end together do not wait for
 * each other, and numbers have no gap. Only the current log takes entries, and its name takes the place of `current` in them. `public_key` is
 * that of its newest entry about keys. Nothing deletes or changes an entry.
 *
 * The seed of a match is the HMAC of its number under the secret of its day. `seated` counts the numbers given out: it never goes back, also
 * where a secret is drawn anew. Days are dates of UTC as text: a driver would read a `date` in the time zone of its machine. Matches from
 * before have neither day nor number, and no entry.
 */
export const publicLog = [
  `create table public_logs (
    log integer primary key check (log >= 1),
    origin text not null unique,
    size integer not null default 0 check (size >= 0),
    is_current boolean not null,
    public_key text
  )`,
  `create unique index public_logs_current on public_logs (is_current) where is_current`,
  `create table public_log_entries (
    entry bigint generated always as identity primary key,
    log integer references public_logs (log),
    index integer check (index >= 0),
    text text not null check (octet_length(text) <= 65535),
    match_id text collate "C" unique references matches (id),
    unique (log, index)
  )`,
  `create function number_public_log_entry() returns trigger language plpgsql as $$
    declare
      current public_logs;
    begin
      update public_logs set size = size + 1 where is_current returning * into strict current;
      update public_log_entries
        set log = current.log, index = current.size - 1,
          text = replace(text, E'\\nlog current\\n', E'\\nlog ' || current.origin || E'\\n')
        where entry = new.entry;
      return null;
    end $$`,
  `create constraint trigger numbered after insert on public_log_entries
    deferrable initially deferred for each row when (new.index is null) execute function number_public_log_entry()`,
  `create table days (
    day text collate "C" primary key check (day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
    secret text not null unique check (secret ~ '^[0-9a-f]{64}$'),
    seated integer not null default 0 check (seated >= 0),
    revealed_at timestamptz
  )`,
  `alter table matches
    add column day text collate "C" references days (day),
    add column number integer check (number >= 1),
    add check ((day is null) = (number is null)),
    add unique (day, number)`,
]
