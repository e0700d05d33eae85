/**
 * Sign-in by e-mail and the sessions it opens. Links, codes and session ids are kept as hashes only. Rows live as long
 * as a rule looks at them: `sign_ins` an hour, `code_attempts` a day, `sessions` until they expire.
 */
export const signIn = [
  `create table sign_ins (
    token_hash text primary key check (token_hash ~ '^[0-9a-f]{64}$'),
    email text not null,
    client text not null,
    code_salt text,
    code_hash text,
    at timestamptz not null,
    spent_at timestamptz,
    check ((code_salt is null) = (code_hash is null))
  )`,
  `create index sign_ins_of_email on sign_ins (email, at)`,
  `create index sign_ins_of_client on sign_ins (client, at)`,
  `create index sign_ins_by_age on sign_ins (at)`,
  `create table code_attempts (
    id bigint generated always as identity primary key,
    email text,
    client text not null,
    at timestamptz not null
  )`,
  `create index code_attempts_of_email on code_attempts (email, at)`,
  `create index code_attempts_of_client on code_attempts (client, at)`,
  `create index code_attempts_by_age on code_attempts (at)`,
  `create table sessions (
    id_hash text primary key check (id_hash ~ '^[0-9a-f]{64}$'),
    user_id text collate "C" not null references users (id),
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  `create index sessions_by_age on sessions (expires_at)`,
]
