/**
 * What a bot said of its version when it joined a match or its rehearsal: see `BotVersion` of @arena/protocol. The indexes are for searches, in
 * the order of the list. Most rows of an arena may have none, and cost these nothing.
 */
const VERSION = `version text collate "C" check (version ~ '^[A-Za-z0-9._+-]{1,32}$')`

export const versions = [
  `alter table match_players add column ${VERSION}`,
  `alter table rehearsals add column ${VERSION}`,
  `create index match_players_by_version on match_players (version, started_at, match_id) where version is not null`,
  `create index match_players_by_bot_version on match_players (bot_id, version, started_at, match_id)
    where version is not null`,
]
