/**
 * What has to hold at every moment of a simulated arena. No two transactions wait for each other; a machine runs no more matches than it
 * takes, and is given none that its ladder plays with another build, or while maintenance is under way; a beat has one tick; a bot has one
 * seat; a match changes its state once, and is not ended by its wall clock, or by the silence of its machine, before its time; its bots
 * have addresses and are asked once; no replay is given up before its time, none is recorded again or past its time, what is marked as
 * stored is in the bucket, and readers are sent the replay on record; the secret of a running match is not
 * public. All of it is cheap, as it is looked at often.
 */
import { createHash } from 'node:crypto'
import { MODES } from '@arena/protocol'
import { LEASE_MS } from '../../../src/matches/taking/lease.ts'
import { packedName } from '../../../src/replays/store.ts'
import { seenTooOften } from '../../faults/witness.ts'
import type { Engine } from '../database/engine.ts'
import { LIMIT, REPLAY_DAYS } from '../machine/program.ts'
import type { SimulatedReaders } from '../readers.ts'
import type { SimulatedBots } from '../world/bots.ts'
import type { SimulatedBucket } from '../world/bucket.ts'
import type { Scene } from './scene.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const DAY = 86_400_000
/** How long a machine may take from the end of a match to its record: it may freeze meanwhile. Clocks are set by hours. */
const LATE_RECORD_MS = 10 * MINUTE
/** A tick reads which build its ladder is played with, and places a match as late: its machine may freeze meanwhile. */
const LATE_ASSIGNMENT_MS = 3 * MINUTE
/** Maintenance has been heard of by then, also on a machine that has frozen or was cut off. */
const HEARD_MS = 2 * MINUTE
/** It reads the build of a machine in the transaction that places the match. */
const ASSIGNING_MS = MINUTE
/** How early a machine may be with what it deletes, or after maintenance: by as much as it mistakes the database's clock. */
const CLOCK_MS = MINUTE
/** How long a replay is kept at least. */
const KEPT_MS = REPLAY_DAYS * DAY - CLOCK_MS
/** How early the wall clock of a match may end it: by the same. */
const WALL_CLOCK_MS = MODES.live.wallClockMs - CLOCK_MS
/** How long the match of a machine that is silent runs on, while ticks are steady: a few of them may fail. */
const SILENCE_MS = 35 * SECOND
/** A way to the database on which nobody is late. */
const NEAR_MS = 100

/** A row of what a query found, in words. */
type Row = Readonly<Record<string, string | number | boolean | null>>
type Check = (scene: Scene) => Promise<string[]> | string[]

/** A query whose every row is something wrong. */
const wrong =
  (sql: string, words: (row: Row) => string, ...values: readonly unknown[]): Check =>
  async ({ engine }) =>
    (await ask(engine, sql, ...values)).map(words)

const CHECKS: readonly Check[] = [
  ({ database }) => database.deadlocks.map((sql) => `two transactions waited for each other, one of them for: ${sql}`),
  ofPlaces,
  wrong(
    `select bot_id, count(*)::integer as count from seats group by 1 having count(*) > 1 order by 1`,
    ({ bot_id: id, count }) => `${id} has ${count} seats`,
  ),
  wrong(
    `select * from (select (select count(*) from seats)::integer as seats,
       (select count(*) from matches where status = 'running')::integer as running) as sums where seats <> 2 * running`,
    ({ seats, running }) => `${running} matches have ${seats} seats`,
  ),
  ({ db }) => seenTooOften(db),
  wrong(
    `select to_char(beat, 'HH24:MI:SS') as beat, count(*)::integer as count from witness.beats
       group by 1 having count(*) > 1 order by 1`,
    ({ beat, count }) => `the beat of ${beat} was claimed ${count} times`,
  ),
  wrong(
    `select match_id, round(abs(extract(epoch from at - ended_at)) / 60)::integer as minutes from witness.ended
       where abs(extract(epoch from at - ended_at)) > $1 order by 1`,
    ({ match_id: id, minutes }) => `the end of ${id} is ${minutes} minutes from when it was recorded`,
    LATE_RECORD_MS / SECOND,
  ),
  wrong(
    `select match_id, round(extract(epoch from at - begun_at) / 60)::integer as minutes
       from witness.ended join matches on id = match_id, lateral (
         select min(assigned.at) as begun_at from witness.assigned where assigned.match_id = ended.match_id) as first_place
       where cause = 'wall-clock' and at - begun_at < make_interval(secs => $1) order by 1`,
    ({ match_id: id, minutes }) => `the wall clock ended ${id} after ${minutes} minutes`,
    WALL_CLOCK_MS / SECOND,
  ),
  ofSilence,
  // None of the builds that the ladder had in that time was one of the machine.
  wrong(
    `select match_id, machine_id from witness.assigned where not exists (
       select witness.builds_of(mode, at, make_interval(secs => $1)) intersect
       select witness.builds_of(machine_id, at, make_interval(secs => $2))) order by 1, 2`,
    ({ match_id: id, machine_id: machineId }) =>
      `${id} was assigned to ${machineId}, which has another build than the ladder`,
    LATE_ASSIGNMENT_MS / SECOND,
    ASSIGNING_MS / SECOND,
  ),
  wrong(
    `select match_id from witness.assigned where exists (
       select from witness.maintenance where at > greatest(announced_at, starts_at) + make_interval(secs => $1)
         and at < least(ends_at - make_interval(secs => $2), (select min(next.announced_at) from witness.maintenance as next
           where next.announced_at > maintenance.announced_at))) order by 1`,
    ({ match_id: id }) => `${id} was assigned during maintenance`,
    HEARD_MS / SECOND,
    CLOCK_MS / SECOND,
  ),
  wrong(
    `select match_id, (extract(epoch from at - ended_at) / 3600)::integer as hours from witness.given_up
       where at - ended_at < make_interval(secs => $1) order by 1`,
    ({ match_id: id, hours }) => `the replay of ${id} was deleted after ${hours} hours`,
    KEPT_MS / SECOND,
  ),
  wrong(
    `select match_id, again from witness.kept, lateral (select exists (
         select from witness.given_up where given_up.match_id = kept.match_id and given_up.at <= kept.at) as again) as before
       where again or at - ended_at > make_interval(days => $1) order by 1`,
    ({ match_id: id, again }) => `the replay of ${id} was recorded ${again ? 'again' : 'past its time'}`,
    REPLAY_DAYS,
  ),
  ({ bots }) => [...bots.nowhere].map((id) => `${id} is played although a bot has no address any more`),
  ({ bots }) => askedTwice(bots),
  ({ engine, bucket }) => ofObjects(engine, bucket),
  ({ engine, readers }) => ofReaders(engine, readers),
  wrong(
    `select id, matches.day from matches join days on days.day = matches.day
       where status = 'running' and revealed_at is not null order by 1`,
    ({ id, day }) => `the secret of ${day} is public, and ${id} runs`,
  ),
]

export async function ofMoment(scene: Scene): Promise<string[]> {
  const found: string[] = []
  for (const check of CHECKS) found.push(...(await check(scene)))
  return found
}

async function ofPlaces({ engine, machines }: Scene): Promise<string[]> {
  const assigned = await ask(
    engine,
    `select machine_id, count(*) filter (where status = 'running')::integer as running from matches group by 1 order by 1`,
  )
  return assigned.flatMap(({ machine_id: id, running }) => [
    ...(machines.some((machine) => machine.id === id && machine.plays)
      ? []
      : [`matches are assigned to ${id}, which does not play`]),
    ...((running as number) > LIMIT ? [`${running} matches are assigned to ${id}, which takes ${LIMIT}`] : []),
  ])
}

/** Judges matches that were ended because their machine was silent. Where the database is near, that comes in time. */
async function ofSilence({ engine, database, machines }: Scene): Promise<string[]> {
  const isNear = database.slowestMs < NEAR_MS && machines.every(({ links }) => links.database.slowUntil === 0)
  const judged = await ask(
    engine,
    `select match_id, round(silent_s) as "silentS", round(steady_s) as "steadyS" from witness.silenced
       where silent_s < $1 or steady_s < $1 or (silent_s > $2 and steady_s > silent_s) order by 1`,
    LEASE_MS / SECOND,
    isNear ? SILENCE_MS / SECOND : DAY,
  )
  return judged.map(
    ({ match_id: id, silentS, steadyS }) =>
      `${id} was ended when its machine had been silent for ${silentS} s, and ticks steady for ${steadyS} s`,
  )
}

/** A row of an object says that it was read back. */
async function ofObjects(engine: Engine, bucket: SimulatedBucket): Promise<string[]> {
  const stored = await ask(
    engine,
    `select match_id, sha256 from replay_objects where ended_at > clock_timestamp() - make_interval(secs => $1) order by 1`,
    KEPT_MS / SECOND,
  )
  return stored.flatMap(({ match_id: id, sha256 }) => {
    const object = bucket.objects.get(packedName(id as string))
    if (object === undefined) return [`the replay of ${id} is marked as stored, and is not in the bucket`]
    const isSame = createHash('sha256').update(object).digest('hex') === sha256
    return isSame ? [] : [`the replay of ${id} in the bucket is not what was marked as stored`]
  })
}

/** A replay that is not on record any more never is again. */
async function ofReaders(engine: Engine, { found, denied }: SimulatedReaders): Promise<string[]> {
  const { rows } = await engine.query(
    `select id from matches where id = any($1) and replay_bytes is not null order by id`,
    [[...denied]],
  )
  return [...found, ...rows.map(({ id }) => `a reader was told that ${String(id)} has no replay, and it is on record`)]
}

/** A match whose bots have been asked to pick is never played again, on whichever machine. */
function askedTwice({ seats }: SimulatedBots): string[] {
  return [...seats].flatMap(([id, of]) => {
    const asked = of.flatMap(({ askedAs, by }) => askedAs.map((port) => ({ port, by })))
    const isOnce = new Set(asked.map(({ port }) => port)).size === asked.length
    const hosts = [...new Set(asked.map(({ by }) => by))]
    return isOnce && hosts.length <= 1 ? [] : [`the bots of ${id} were asked more than once, by ${hosts.join(' and ')}`]
  })
}

async function ask(engine: Engine, sql: string, ...values: readonly unknown[]): Promise<Row[]> {
  const { rows } = await engine.query(sql, values)
  return rows as Row[]
}
