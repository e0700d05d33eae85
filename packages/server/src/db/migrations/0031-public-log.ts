/**
 * The public log, and the secrets that seeds follow from.
 *
 * `public_logs` holds one row a log: the first, and one more for each backup that was restored. Entries are numbered by `size` in the
 * transaction of what they say, as its last statement, so that the row is held shortly and numbers have no gap. Only the current log takes
 * entries. `public_key` is that of its newest entry about keys. Nothing deletes or changes an entry.
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
    log integer not null references public_logs (log),
    index integer not null check (index >= 0),
    text text not null check (octet_length(text) <= 65535),
    match_id text collate "C" unique references matches (id),
    primary key (log, index)
  )`,
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
