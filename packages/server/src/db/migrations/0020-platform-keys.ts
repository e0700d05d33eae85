/**
 * The keys that machines of one arena sign with, sealed by their secret. One signs; the next one is published before it does, and
 * the previous one for a while after.
 */
export const platformKeys = [
  `create table platform_keys (
    public_key text primary key,
    sealed text not null,
    state text not null unique check (state in ('next', 'current', 'previous')),
    since timestamptz not null
  )`,
]
