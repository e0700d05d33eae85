/**
 * What matchmaking needs between ticks. A seat is a bot in a running match: its primary key keeps a bot from being in
 * two. Meetings record how long ago two bots last met, without a walk through their matches.
 */
export const seats = [
  `create table seats (
    bot_id text collate "C" primary key references bots (id),
    match_id text collate "C" not null references matches (id)
  )`,
  `create index seats_of_match on seats (match_id)`,
  `create table meetings (
    bot_a text collate "C" not null references bots (id),
    bot_b text collate "C" not null references bots (id),
    met_at timestamptz not null,
    primary key (bot_a, bot_b),
    check (bot_a < bot_b)
  )`,
]
