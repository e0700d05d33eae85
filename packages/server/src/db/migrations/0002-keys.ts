/** API keys of both kinds. Of a bearer secret only the SHA-256 is kept. */
export const keys = [
  `create table keys (
    id text collate "C" primary key,
    user_id text collate "C" not null references users (id),
    kind text not null check (kind in ('bearer', 'signature')),
    name text not null check (char_length(name) between 1 and 64),
    public_key text,
    secret_hash text unique check (secret_hash ~ '^[0-9a-f]{64}$'),
    scopes text[] not null check (
      cardinality(scopes) > 0 and
      scopes <@ array['bots.read', 'bots.write', 'keys.read', 'keys.write', 'account.read', 'account.write']
    ),
    created_at timestamptz not null,
    last_used_at timestamptz,
    revoked_at timestamptz,
    check ((kind = 'signature') = (public_key is not null)),
    check ((kind = 'bearer') = (secret_hash is not null))
  )`,
  `create index keys_of_user on keys (user_id, created_at)`,
]
