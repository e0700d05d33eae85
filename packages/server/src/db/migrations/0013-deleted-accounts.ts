/** A deleted account keeps its row, because bots and so records of matches refer to it; nothing else of it stays. */
export const deletedAccounts = [
  `alter table users
    alter column email drop not null,
    add column deleted_at timestamptz,
    add check ((email is null) = (deleted_at is not null)),
    add check (deleted_at is null or handle = '')`,
]
