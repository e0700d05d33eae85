/** Accounts. E-mail addresses are kept in lower case, so that plain uniqueness ignores case. */
export const accounts = [
  `create table users (
    id text collate "C" primary key,
    email text not null unique,
    handle text not null default '' check (handle = '' or handle ~ '^[a-z0-9_]{2,32}$'),
    created_at timestamptz not null
  )`,
  `create unique index users_handle on users (handle) where handle <> ''`,
]
