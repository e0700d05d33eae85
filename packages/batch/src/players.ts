/** Places for players in a record, as in programs for four; a game of the arena has two. */
export const MOST_PLAYERS = 4
export const PLAYERS = 2
export const PORTS = [0, 1] as const
export type Port = (typeof PORTS)[number]

export const otherOf = (port: Port): Port => (port === 0 ? 1 : 0)
