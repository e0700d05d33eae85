/**
 * What hosts wrote down of each bot in a match, for its owner (see receipt-facts.ts of @arena/protocol). Kept as long as replays
 * are. A row takes about 3 kB; its lists have largest lengths, so that none takes more than some 60 kB.
 */
export const receipts = [
  `create table receipts (
    match_id text collate "C" not null references matches (id),
    port smallint not null check (port in (0, 1)),
    bot_id text collate "C" not null references bots (id),
    ended_at timestamptz not null,
    facts jsonb not null check (length(facts::text) <= 200000),
    primary key (match_id, port)
  )`,
  `create index receipts_by_end on receipts (ended_at)`,
  `create index receipts_of_bot on receipts (bot_id)`,
]
