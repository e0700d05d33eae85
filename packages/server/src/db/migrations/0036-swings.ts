/** The swings of a match, see `history/kept-swings.ts`. Null in rows of before they were looked for. */
export const swings = [`alter table match_moments add column swings bytea check (length(swings) <= 1000)`]
