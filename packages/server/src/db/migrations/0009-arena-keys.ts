/** The public platform key of each arena: those that share a database must sign as one. */
export const arenaKeys = [`alter table arenas add column public_key text`]
