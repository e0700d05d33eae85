/**
 * What has to hold in a simulated arena once nothing runs: a match was played with the build that it was assigned for, what
 * `faults/findings.ts` says of records, every game that bots have seen has a replay, and every replay on record has been read from every
 * machine that serves, and is what its bots were sent. Each machine does its work. In the end none has a file of a replay.
 */
import { gunzipSync } from 'node:zlib'
import { packedName } from '../../../src/replays/store.ts'
import type { Seat } from '../../arena/spec-bot.ts'
import { ofRecords, ofReplay } from '../../faults/findings.ts'
import type { Engine } from '../database/engine.ts'
import type { SimulatedMachine } from '../machine/machine.ts'
import { REPLAY_DAYS } from '../machine/program.ts'
import type { SimulatedDisk } from '../node/disk.ts'
import { dataFolderOf } from '../node/files.ts'
import type { BotSeat } from '../world/bots.ts'
import type { SimulatedBucket } from '../world/bucket.ts'
import { ofPublicLog } from './public-log.ts'
import type { Scene } from './scene.ts'

const GAME_END = 0x39
/** The suffix of a replay that is being packed. */
const DRAFT = '.slp.gz.new'
/** What the record says of a match that its machine took, and gave to no host. */
const REFUSED = /before it began\.$/

/** What machines that are up have yet to do, with what is past its time when they are asked. */
export async function unfinished({ engine, machines, hasBucket }: Scene): Promise<string[]> {
  const { rows } = await engine.query(
    `select id, status, match_id is not null as "isStored" from matches left join replay_objects on match_id = id
       where status = 'running' or (replay_bytes is null and match_id is not null)
         or (replay_bytes is not null and match_id is null and machine_id <> all($2) and $3)
         or (replay_bytes is not null and matches.ended_at < clock_timestamp() - make_interval(days => $1)
             and (match_id is not null or machine_id <> all($2)))
       order by id`,
    [REPLAY_DAYS, machines.filter(({ isOff }) => isOff).map(({ id }) => id), hasBucket],
  )
  return rows.map(({ id, status, isStored }) => {
    if (status === 'running') return `${String(id)} still runs`
    return isStored ? `the replay of ${String(id)} is still there` : `the replay of ${String(id)} is not stored yet`
  })
}

/** Once nothing runs, everything is up, and what is to be stored has been. */
export async function atRest(scene: Scene): Promise<string[]> {
  const { engine, db, machines } = scene
  const { found, replays } = await ofRecords(db, new Map())
  found.push(...(await ofPublicLog(scene)))
  const rows = await db
    .selectFrom('matches')
    .select(['id', 'machine_id', 'status', 'build', 'stage', 'cause', 'detail'])
    .orderBy('id')
    .execute()
  const kept = await replaysKept(engine)
  for (const row of rows) {
    const record = { ...row, replay: replays.get(row.id) ?? null, keptAt: kept.get(row.id) ?? Number.POSITIVE_INFINITY }
    found.push(...ofPlay(scene, record), ...(record.replay === null ? ofNoReplay : ofReplayOf)(scene, record))
  }
  for (const machine of machines) found.push(...ofFolder(machine, replays), ...machine.unwell())
  return found
}

interface MatchRecord {
  readonly id: string
  /** The machine. */
  readonly machine_id: string
  readonly status: string
  readonly build: string | null
  readonly stage: number | null
  readonly cause: string | null
  readonly detail: string | null
  readonly replay: { readonly bytes: number; readonly isWhole: boolean } | null
  /** When its replay was put on record, by the clock of the world. */
  readonly keptAt: number
}

async function replaysKept(engine: Engine): Promise<ReadonlyMap<string, number>> {
  const { rows } = await engine.query(
    `select match_id, 1000 * extract(epoch from min(at))::double precision as at from witness.kept group by 1`,
  )
  return new Map(rows.map(({ match_id: id, at }) => [id as string, at as number]))
}

function ofPlay({ bots }: Scene, { id, machine_id: machineId, build, cause, detail }: MatchRecord): string[] {
  const asked = (bots.seats.get(id) ?? []).filter(({ askedAs }) => askedAs.length > 0)
  const found = asked.flatMap((seat) => [
    ...(seat.machineId === machineId
      ? []
      : [`the bots of ${id} were asked by ${seat.machineId}, its record says ${machineId}`]),
    ...(seat.build === build ? [] : [`${id} was assigned for the build ${build}, and is played with ${seat.build}`]),
  ])
  if (cause === 'arena-fault') found.push(`${id} was ended by a fault of the arena: ${detail}`)
  if (asked.length > 0 && (cause === 'not-begun' || REFUSED.test(detail ?? '')))
    found.push(`${id} was not begun by its record, and its bots were asked`)
  return found
}

/** Bots that have seen frames saw a game. Its replay may be gone with the power of its machine, or have found no room on its disk. */
function ofNoReplay({ bots, machines }: Scene, { id, machine_id: machineId, status, keptAt }: MatchRecord): string[] {
  const seats = bots.seats.get(id) ?? []
  if (!seats.some(({ messages }) => messages.length > 1)) return []
  const { disk, powerLostAt } = machineOf(machines, machineId)
  const isExcused = isWhilePlayed([...powerLostAt, ...disk.failedAt, ...disk.fullAt], seats, keptAt)
  return status !== 'completed' && isExcused ? [] : [`the bots of ${id} saw a game, and its record has no replay`]
}

function ofReplayOf({ bots, machines, bucket, readers }: Scene, record: MatchRecord): string[] {
  const { id, stage, replay, keptAt } = record
  const { bytes, isWhole } = replay!
  const machine = machineOf(machines, record.machine_id)
  const found = stage === null ? [`${id} has a replay, and its record says that no game was played`] : []
  const file = replayOf(machine, bucket, id)
  if (file === null) return [...found, `the replay of ${id} is missing`]
  if (readers.received.get(id)?.equals(file) !== true)
    found.push(`the replay of ${id} is not what its readers were sent`)
  if (file.length !== bytes) return [...found, `the replay of ${id} has ${file.length} bytes, on record are ${bytes}`]
  const seats = bots.seats.get(id) ?? []
  // Frames that were not synced are lost with the power, and bots may have seen them.
  const seen = isWhilePlayed(machine.powerLostAt, seats, keptAt) ? [] : seenOf(machine, seats)
  return [...found, ...ofReplay(id, file, seen, isWhole)]
}

const machineOf = (machines: readonly SimulatedMachine[], id: string): SimulatedMachine =>
  machines.find((machine) => machine.id === id)!

/** Until its replay is on record. */
function isWhilePlayed(moments: readonly number[], seats: readonly BotSeat[], keptAt: number): boolean {
  const begunAt = Math.min(...seats.map(({ openedAt }) => openedAt))
  return moments.some((at) => at >= begunAt && at <= keptAt)
}

/** A Game End that the disk did not take is in no replay: the game counts as broken off. */
function seenOf({ disk }: SimulatedMachine, seats: readonly BotSeat[]): Pick<Seat, 'messages'>[] {
  const isStored = (message: Buffer) => !disk.hasFailed || message[0] !== GAME_END
  return seats.map(({ messages }) => ({ messages: messages.filter(isStored) }))
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

function ofFolder(
  { id: machineId, disk, powerLostAt }: SimulatedMachine,
  promised: ReadonlyMap<string, unknown>,
): string[] {
  return replaysOn(machineId, disk).flatMap((name) => {
    const id = /^(match_\w+)\.slp(?:\.gz)?$/.exec(name)?.[1]
    // It is written anew when the replay is packed, and once all is past its time nothing may be left (`pastRetention`).
    if (name.endsWith(DRAFT) && (disk.hasFailed || disk.wasFull)) return []
    if (id === undefined) return [`${name} is left among the replays of ${machineId}`]
    // A removed file may be there again where the power was lost before the removal was written.
    return promised.has(id) || powerLostAt.length > 0
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
