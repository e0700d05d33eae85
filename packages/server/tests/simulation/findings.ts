/**
 * What has to hold in a simulated arena. At every moment: no two transactions wait for each other, a machine runs no more matches than it
 * takes and is given none that its ladder plays with another build, a bot has one seat, a match changes its state once and is not ended
 * by its wall clock before its time, its bots have addresses and are asked by one machine, no replay is given up before its time, none is
 * recorded again or past its time, what is marked as stored is in the bucket, and readers are sent the replay on record. Once nothing
 * runs: a match was played with the build that it was placed for, what `faults/findings.ts` says of records, and every replay on record
 * has been read from every machine that serves, and is what its bots were sent. In the end no machine has a file of a replay.
 */
import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { MODES } from '@arena/protocol'
import type { Database } from '../../src/db/schema.ts'
import { packedName } from '../../src/replays/store.ts'
import { ofRecords, ofReplay } from '../faults/findings.ts'
import type { Seat } from '../arena/spec-bot.ts'
import { seenTooOften } from '../faults/machines/witness.ts'
import type { SimulatedBots } from './world/bots.ts'
import type { SimulatedBucket } from './world/bucket.ts'
import type { SimulatedDisk } from './node/disk.ts'
import type { SimulatedDatabase } from './database/database.ts'
import type { Engine } from './database/engine.ts'
import { dataFolderOf } from './node/files.ts'
import type { SimulatedMachine } from './machine/machine.ts'
import { LIMIT, REPLAY_DAYS } from './machine/playing.ts'
import type { SimulatedReaders } from './readers.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const GAME_END = 0x39
/** Of a replay that is being packed. */
const DRAFT = '.slp.gz.new'
/** What the record says of a match that no host was given. */
const NOT_BEGUN = /^No (?:host|machine) took the match|before it began\.$/
/** How long a machine may take from the end of a match to its record: it may freeze meanwhile. Clocks are set by hours. */
const LATE_RECORD_MS = 10 * 60_000
/** A tick reads which build its ladder is played with, and places a match as late: its machine may freeze meanwhile. */
const LATE_PLACE_MS = 3 * MINUTE
/** It reads the build of a machine in the transaction that places the match. */
const PLACING_MS = MINUTE
/** How early a machine may be with what it deletes: by as much as it mistakes the database's clock. */
const CLOCK_MS = MINUTE
/** How early the wall clock of a match may end it: by the same. */
const WALL_CLOCK_MS = MODES.live.wallClockMs - CLOCK_MS

export interface Scene {
  readonly engine: Engine
  readonly database: SimulatedDatabase
  /** Past all faults. */
  readonly db: Database
  readonly machines: readonly SimulatedMachine[]
  readonly bucket: SimulatedBucket
  readonly bots: SimulatedBots
  readonly readers: SimulatedReaders
}

/** Those of a moment; cheap, as they are looked at often. */
export async function ofMoment({ engine, database, db, machines, bucket, bots, readers }: Scene): Promise<string[]> {
  const found = database.deadlocks.map((sql) => `two transactions waited for each other, one of them for: ${sql}`)
  const { rows: placed } = await engine.query(
    `select arena_id, count(*) filter (where status = 'running')::integer as running from matches group by 1 order by 1`,
  )
  for (const { arena_id: id, running } of placed) {
    if (!machines.some((machine) => machine.id === id && machine.plays))
      found.push(`matches are placed on ${String(id)}, which does not play`)
    if ((running as number) > LIMIT)
      found.push(`${String(running)} matches are placed on ${String(id)}, which takes ${LIMIT}`)
  }
  const { rows: seats } = await engine.query(
    `select bot_id, count(*)::integer as count from seats group by 1 having count(*) > 1 order by 1`,
  )
  for (const { bot_id: id, count } of seats) found.push(`${String(id)} has ${String(count)} seats`)
  const {
    rows: [sums],
  } = await engine.query(
    `select (select count(*) from seats)::integer as seats, (select count(*) from matches where status = 'running')::integer as running`,
  )
  if (sums!['seats'] !== 2 * (sums!['running'] as number))
    found.push(`${String(sums!['running'])} matches have ${String(sums!['seats'])} seats`)
  found.push(...(await seenTooOften(db)))
  const { rows: misdated } = await engine.query(
    `select match_id, round(abs(extract(epoch from at - ended_at)) / 60)::integer as minutes from witness.ended
       where abs(extract(epoch from at - ended_at)) > $1 order by 1`,
    [LATE_RECORD_MS / 1000],
  )
  for (const { match_id: id, minutes } of misdated)
    found.push(`the end of ${String(id)} on record is ${String(minutes)} minutes from when it was recorded`)
  const { rows: cut } = await engine.query(
    `select match_id, round(extract(epoch from at - begun_at) / 60)::integer as minutes
       from witness.ended join matches on id = match_id, lateral (
         select min(placed.at) as begun_at from witness.placed where placed.match_id = ended.match_id) as first_place
       where cause = 'wall-clock' and at - begun_at < make_interval(secs => $1) order by 1`,
    [WALL_CLOCK_MS / 1000],
  )
  for (const { match_id: id, minutes } of cut)
    found.push(`the wall clock ended ${String(id)} after ${String(minutes)} minutes`)
  // None of the builds that the ladder had in that time was one of the machine.
  const { rows: misplaced } = await engine.query(
    `select match_id, machine_id from witness.placed where not exists (
       select witness.builds_of(mode, at, make_interval(secs => $1)) intersect
       select witness.builds_of(machine_id, at, make_interval(secs => $2))) order by 1, 2`,
    [LATE_PLACE_MS / 1000, PLACING_MS / 1000],
  )
  for (const { match_id: id, machine_id: machineId } of misplaced)
    found.push(`${String(id)} was placed on ${String(machineId)}, which has another build than the ladder`)
  const { rows: early } = await engine.query(
    `select match_id, (extract(epoch from at - ended_at) / 3600)::integer as hours from witness.given_up
       where at - ended_at < make_interval(secs => $1) order by 1`,
    [(REPLAY_DAYS * DAY - CLOCK_MS) / 1000],
  )
  for (const { match_id: id, hours } of early)
    found.push(`the replay of ${String(id)} was deleted after ${String(hours)} hours`)
  const { rows: late } = await engine.query(
    `select match_id, again from witness.kept, lateral (select exists (
         select from witness.given_up where given_up.match_id = kept.match_id and given_up.at <= kept.at) as again) as before
       where again or at - ended_at > make_interval(days => $1) order by 1`,
    [REPLAY_DAYS],
  )
  for (const { match_id: id, again } of late)
    found.push(`the replay of ${String(id)} was recorded ${again === true ? 'again' : 'past its time'}`)
  for (const id of bots.nowhere) found.push(`${id} is played although a bot has no address any more`)
  found.push(...(await ofObjects(engine, bucket)), ...askedTwice(bots), ...(await ofReaders(engine, readers)))
  return found
}

/** A row of an object says that it was read back. */
async function ofObjects(engine: Engine, bucket: SimulatedBucket): Promise<string[]> {
  const { rows } = await engine.query(
    `select match_id, sha256 from replay_objects where ended_at > clock_timestamp() - make_interval(secs => $1) order by 1`,
    [(REPLAY_DAYS * DAY - CLOCK_MS) / 1000],
  )
  return rows.flatMap(({ match_id: id, sha256 }) => {
    const object = bucket.objects.get(packedName(id as string))
    if (object === undefined) return [`the replay of ${String(id)} is marked as stored, and is not in the bucket`]
    const isSame = createHash('sha256').update(object).digest('hex') === sha256
    return isSame ? [] : [`the replay of ${String(id)} in the bucket is not what was marked as stored`]
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

/** A match whose bots have been asked to pick belongs to that machine for good. */
function askedTwice({ seats }: SimulatedBots): string[] {
  return [...seats].flatMap(([id, of]) => {
    const machines = new Set(of.filter(({ texts }) => texts.length > 0).map(({ machineId }) => machineId))
    return machines.size > 1 ? [`the bots of ${id} were asked by ${[...machines].join(' and ')}`] : []
  })
}

/** What machines that are up have yet to do, with what is past its time when they are asked. */
export async function unfinished({ engine, machines }: Scene): Promise<string[]> {
  const { rows } = await engine.query(
    `select id, status, match_id is not null as "isStored" from matches left join replay_objects on match_id = id
       where status = 'running' or (replay_bytes is null and match_id is not null)
         or (replay_bytes is not null and match_id is null and arena_id <> all($2))
         or (replay_bytes is not null and matches.ended_at < clock_timestamp() - make_interval(days => $1))
       order by id`,
    [REPLAY_DAYS, machines.filter(({ isOff }) => isOff).map(({ id }) => id)],
  )
  return rows.map(({ id, status, isStored }) => {
    if (status === 'running') return `${String(id)} still runs`
    return isStored ? `the replay of ${String(id)} is still there` : `the replay of ${String(id)} is not stored yet`
  })
}

/** Once nothing runs, everything is up, and what is to be stored has been. */
export async function atRest(scene: Scene): Promise<string[]> {
  const { db, bucket, machines, bots, readers } = scene
  const { found, replays } = await ofRecords(db, new Map())
  const rows = await db
    .selectFrom('matches')
    .select(['id', 'arena_id', 'build', 'stage', 'detail'])
    .orderBy('id')
    .execute()
  for (const { id, arena_id: machineId, build, stage, detail } of rows) {
    for (const asked of bots.seats.get(id) ?? []) {
      if (asked.texts.length > 0 && asked.machineId !== machineId)
        found.push(`the bots of ${id} were asked by ${asked.machineId}, its record says ${machineId}`)
      if (asked.texts.length > 0 && asked.build !== build)
        found.push(`${id} was placed for the build ${String(build)}, and is played with ${asked.build}`)
    }
    const wasAsked = bots.seats.get(id)?.some(({ texts }) => texts.length > 0) ?? false
    if (wasAsked && NOT_BEGUN.test(detail ?? ''))
      found.push(`${id} was not begun by its record, and its bots were asked`)
    const promised = replays.get(id)
    if (promised === undefined) continue
    const machine = machines.find((each) => each.id === machineId)!
    const file = replayOf(machine, bucket, id)
    if (file === null) found.push(`the replay of ${id} is missing`)
    else if (file.length !== promised.bytes)
      found.push(`the replay of ${id} has ${file.length} bytes, on record are ${promised.bytes}`)
    else found.push(...ofReplay(id, file, seatsOf(bots, machine, id), promised.isWhole))
    if (file !== null && readers.received.get(id)?.equals(file) !== true)
      found.push(`the replay of ${id} is not what its readers were sent`)
    if (stage === null) found.push(`${id} has a replay, and its record says that no game was played`)
  }
  for (const machine of machines) found.push(...ofFolder(machine, replays))
  return found
}

/** Empty where it is damaged. */
function replayOf({ id: machineId, disk }: SimulatedMachine, bucket: SimulatedBucket, id: string): Buffer | null {
  const path = `${dataFolderOf(machineId)}/replays/${id}.slp`
  const plain = disk.find(path)
  if (plain !== undefined) return plain.content
  const packed = disk.find(`${path}.gz`)?.content ?? bucket.objects.get(packedName(id))
  if (packed === undefined) return null
  try {
    return gunzipSync(packed)
  } catch {
    return Buffer.alloc(0)
  }
}

/**
 * What is lost with the power of a machine may have been seen by bots. So may a Game End that the disk did not take: the game counts as
 * broken off, and ends as such in what a later start makes of the file.
 */
function seatsOf(
  { seats }: SimulatedBots,
  { hasLostPower, disk }: SimulatedMachine,
  id: string,
): Pick<Seat, 'messages'>[] {
  if (hasLostPower) return []
  const isStored = (message: Buffer) => !disk.hasFailed || message[0] !== GAME_END
  return (seats.get(id) ?? []).map(({ messages }) => ({ messages: messages.filter(isStored) }))
}

function ofFolder(
  { id: machineId, disk, hasLostPower }: SimulatedMachine,
  promised: ReadonlyMap<string, unknown>,
): string[] {
  return replaysOn(machineId, disk).flatMap((name) => {
    const id = /^(match_\w+)\.slp(?:\.gz)?$/.exec(name)?.[1]
    // It is written anew when the replay is packed, and once all is past its time nothing may be left (`pastRetention`).
    if (name.endsWith(DRAFT) && (disk.hasFailed || disk.wasFull)) return []
    if (id === undefined) return [`${name} is left among the replays of ${machineId}`]
    // What had been removed may be there again where the power was lost before that was written.
    return promised.has(id) || hasLostPower
      ? []
      : [`${machineId} has the replay of ${id}, whose record says that there is none`]
  })
}

/** A machine that does not play has no such folder. */
function replaysOn(machineId: string, disk: SimulatedDisk, name = 'replays'): string[] {
  const folder = `${dataFolderOf(machineId)}/${name}`
  return disk.folders.has(folder) ? disk.names(folder) : []
}

/** When all replays are past their time. */
export async function pastRetention({ engine, bucket, machines }: Scene): Promise<string[]> {
  const { rows } = await engine.query(`select id from matches where replay_bytes is not null order by id`)
  const found = rows.map(({ id }) => `the replay of ${String(id)} is on record past its time`)
  for (const name of bucket.objects.keys()) found.push(`${name} is in the bucket past its time`)
  for (const { id, disk } of machines) {
    for (const folder of ['replays', 'replay-cache']) {
      for (const name of replaysOn(id, disk, folder)) found.push(`${folder}/${name} is on ${id} past its time`)
    }
  }
  return found
}
