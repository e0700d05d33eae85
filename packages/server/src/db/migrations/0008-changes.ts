/**
 * What was answered once may be answered again until what it was made of changes. Whoever changes it, the database says
 * so, once the change is committed, on the channel `arena_changes`: the name of the topic (see `changes.ts`).
 */
const LEADERBOARD_COLUMNS = 'name, mode, mu, sigma, games, wins, losses, draws, deleted_at'

const tell = (name: string, events: string, table: string, topic: string) =>
  `create trigger ${name} after ${events} on ${table}
    for each statement execute function tell_change('${topic}')`

export const changes = [
  `create function tell_change() returns trigger language plpgsql as $$
  begin
    perform pg_notify('arena_changes', tg_argv[0]);
    return null;
  end $$`,
  tell('matches_changed', 'insert or update or delete', 'matches', 'matches'),
  tell('match_players_changed', 'insert or update or delete', 'match_players', 'matches'),
  tell('bots_changed', `insert or delete or update of ${LEADERBOARD_COLUMNS}`, 'bots', 'leaderboard'),
  tell('handles_changed', 'update of handle', 'users', 'leaderboard'),
]
