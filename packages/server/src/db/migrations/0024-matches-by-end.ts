/** Matches in the order in which they ended, for the latest results: a long one ends after many that began later. */
export const matchesByEnd = [`create index matches_by_end on matches (ended_at, id) where ended_at is not null`]
