/**
 * The last deploy checks of each bot, for its owner. The URL of a bot changes with each check that it passes, so these rows
 * also hold when it changed.
 */
export const deployChecks = [
  `create table deploy_checks (
    bot_id text collate "C" not null references bots (id),
    at timestamptz not null,
    url text not null,
    passed boolean not null,
    steps jsonb not null
  )`,
  `create index deploy_checks_of_bot on deploy_checks (bot_id, passed, at)`,
]
