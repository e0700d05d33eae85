/**
 * The build that a match was placed for. A machine may come back with another one between its placing and its taking, and then leaves it
 * alone. Null where an older version placed it.
 */
export const buildsOfMatches = [`alter table matches add column build text`]
