/**
 * Which frames of a match were polled without a bot's pad, as text (see missed-pads.ts of @arena/slp). A table of its own: lists of
 * matches do not read it. A row only where something was missed, and only for as long as there is a replay to mark it in. Every other
 * frame of eight minutes takes some 60 kB.
 */
export const missedPads = [
  `create table missed_pads (
    match_id text collate "C" not null references matches (id),
    port smallint not null check (port in (0, 1)),
    ranges text not null check (ranges <> '' and length(ranges) <= 400000),
    primary key (match_id, port)
  )`,
]
