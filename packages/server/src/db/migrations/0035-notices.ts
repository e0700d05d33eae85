/**
 * What the arena tells owners. A notice is written in the transaction of its cause, and refers to no account: whoever writes a result
 * waits for none. The sender makes a delivery of it for each way that its owner has chosen; a notice without an owner is for all
 * owners of active bots. Deliveries are numbered in the order in which they are made, which is the order in which they go out.
 *
 * An account chooses in `choices` what differs from the defaults. The key of `unsubscribe_key` signs the links of its mails, and the
 * secret of a webhook its messages.
 */
export const notices = [
  `create table notices (
    number bigint generated always as identity primary key,
    id text collate "C" not null unique,
    kind text not null check (kind in ('forfeit', 'missed', 'reduced', 'pausing', 'paused', 'deploy-check-failed', 'maintenance',
      'webhook-disabled', 'test')),
    owner_id text collate "C",
    bot_id text collate "C" references bots (id),
    at timestamptz not null,
    facts jsonb not null check (length(facts::text) <= 10000),
    shared_out boolean not null default false
  )`,
  `create index notices_to_share_out on notices (number) where not shared_out`,
  `create index notices_by_owner on notices (owner_id, number)`,
  `create index notices_by_bot on notices (bot_id, number)`,
  `create index notices_for_all on notices (number) where owner_id is null`,
  `create table notice_deliveries (
    number bigint generated always as identity primary key,
    notice_id text collate "C" not null references notices (id) on delete cascade,
    owner_id text collate "C" not null references users (id),
    way text not null check (way in ('mail', 'webhook')),
    state text not null default 'waiting' check (state in ('waiting', 'sent', 'dropped')),
    mail text collate "C",
    attempts integer not null default 0 check (attempts >= 0),
    due_at timestamptz not null,
    leased_until timestamptz,
    first_at timestamptz,
    last_at timestamptz,
    status integer,
    answer text check (length(answer) <= 1100),
    ms integer,
    unique (notice_id, owner_id, way)
  )`,
  `create index notice_deliveries_waiting on notice_deliveries (owner_id, way, number) where state = 'waiting'`,
  `create index notice_deliveries_by_age on notice_deliveries (way, number) where state = 'waiting'`,
  `create index notice_deliveries_by_owner on notice_deliveries (owner_id, way, number)`,
  `create table notice_settings (
    owner_id text collate "C" primary key references users (id),
    choices jsonb not null,
    unsubscribe_key text not null
  )`,
  `create table webhooks (
    owner_id text collate "C" primary key references users (id),
    url text not null,
    format text not null check (format in ('standard', 'discord', 'slack')),
    secret text not null,
    former_secret text,
    former_until timestamptz,
    created_at timestamptz not null,
    disabled_at timestamptz,
    disabled_why text,
    check ((disabled_at is null) = (disabled_why is null)),
    check ((former_secret is null) = (former_until is null))
  )`,
  `alter table bots add column told_missing_since timestamptz`,
  `create trigger notices_changed after insert on notices for each statement execute function tell_change('notices')`,
]
