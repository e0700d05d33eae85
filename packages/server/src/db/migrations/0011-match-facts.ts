/**
 * What pages say of a match beyond its result: how many bots were free when it was seated, how long the two had waited,
 * their ratings before and after. Null in matches from before this migration. `ending` is the reason that results are
 * filtered by. Each filter has an index in the order of the list, so that any page of it starts where the last ended.
 */
export const matchFacts = [
  `alter table matches
    add column candidates integer check (candidates >= 2),
    add column ending text generated always as (
      case status when 'aborted' then 'aborted' when 'completed' then summary ->> 'endReason' end
    ) stored`,
  `alter table match_players
    add column waited_ms double precision check (waited_ms >= 0),
    add column mu_before double precision,
    add column sigma_before double precision check (sigma_before > 0),
    add column mu_after double precision,
    add column sigma_after double precision check (sigma_after > 0),
    add check ((mu_before is null) = (sigma_before is null)),
    add check ((mu_after is null) = (sigma_after is null)),
    add check (mu_after is null or placement is not null)`,
  `create index matches_by_stage on matches (stage, started_at, id)`,
  `create index matches_by_ending on matches (ending, started_at, id)`,
  `create index match_players_by_character on match_players (character, started_at, match_id)`,
  `create index bots_by_name on bots (lower(name))`,
]
