/**
 * Relays: addresses of the arena's own for bots that have none. A relay is made when a connector first names it, and its id
 * stays: it is in the URL of a bot. `connection` is the socket of the connector that has it at the moment, on the machine
 * beside it. A row of a machine that is silent counts for nothing. `changed_at`: when that socket came, or the last one went.
 */
export const relays = [
  `create table relays (
    id text collate "C" primary key,
    user_id text collate "C" not null references users (id),
    name text not null,
    created_at timestamptz not null,
    machine_id text collate "C",
    connection text collate "C",
    changed_at timestamptz not null,
    unique (user_id, name),
    check ((machine_id is null) = (connection is null))
  )`,
  `create index relays_of_machine on relays (machine_id) where machine_id is not null`,
]
