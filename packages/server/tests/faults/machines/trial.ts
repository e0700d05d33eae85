/** One trial: a seed draws a machine, a point of a match and a fault; afterwards everything has to add up. */
import { Chance } from '../chance.ts'
import { ofRecords, ofReplay } from '../findings.ts'
import type { Ledger } from '../findings.ts'
import { MACHINES } from './cluster.ts'
import type { Cluster, ClusterMachine } from './cluster.ts'
import { MACHINE_FAULTS, POINTS } from './faults.ts'
import type { Point } from './faults.ts'
import { seenTooOften } from './witness.ts'

/** From the moment at which nothing runs and all machines are up. */
const READABLE_MS = 30_000

export interface MachineTrial {
  readonly seed: number
  readonly what: string
  /** What was wrong afterwards. */
  readonly found: readonly string[]
  readonly ms: number
}

interface Drawn {
  readonly index: number
  readonly point: Point
  readonly fault: (typeof MACHINE_FAULTS)[number]
}

/** Points come in turn; what a seed draws does not depend on the seeds before it. */
function draw(chance: Chance): Drawn {
  return {
    index: chance.between(0, MACHINES - 1, 'machine'),
    point: POINTS[chance.seed % POINTS.length]!,
    fault: chance.one(MACHINE_FAULTS, 'fault'),
  }
}

export async function runMachineTrial(cluster: Cluster, ledger: Ledger, seed: number): Promise<MachineTrial> {
  const chance = new Chance(seed)
  const { index, point, fault } = draw(chance)
  const machine = cluster.machines[index]!
  const from = performance.now()
  const found: string[] = []
  try {
    const known = new Set(await matchesOf(cluster))
    await cluster.setStatus('active')
    await reached(cluster, machine, point)
    const pid = machine.program.pid
    await fault.inject(machine, chance)
    await cluster.setStatus('paused')
    await cluster.until('the end of all matches', async () => {
      const row = await cluster.db.selectFrom('matches').select('id').where('status', '=', 'running').executeTakeFirst()
      return row === undefined ? true : null
    })
    for (const each of cluster.machines) {
      if (!each.program.isUp)
        throw new Error(`${each.role} ended by itself: ${each.program.log.slice(-4).join('\n    ')}`)
    }
    if (!fault.name.includes('killed') && machine.program.pid !== pid) found.push('the machine had to be started again')
    const played = (await matchesOf(cluster)).filter((id) => !known.has(id))
    found.push(...(await ofReplays(cluster, played)))
    found.push(...(await ofRecords(cluster.db, ledger)).found, ...(await seenTooOften(cluster.db)))
    found.push(...playedTwice(cluster, played))
    cluster.forget()
  } catch (error) {
    found.push(error instanceof Error ? error.message : String(error))
  }
  const what = `a match on ${machine.role} ${index} ${point.name}: ${fault.name}`
  return { seed, what, found, ms: Math.round(performance.now() - from) }
}

async function matchesOf({ db }: Cluster): Promise<string[]> {
  return (await db.selectFrom('matches').select('id').execute()).map(({ id }) => id)
}

/** Resolves when a match that was assigned to the machine from now on has come to the point. */
async function reached(cluster: Cluster, machine: ClusterMachine, point: Point): Promise<void> {
  const { db } = cluster
  const before = new Set(await matchesOf(cluster))
  await cluster.until(`a match that ${point.name} on ${machine.role}`, async () => {
    const rows = await db
      .selectFrom('matches')
      .select(['id', 'status', 'taken_at'])
      .where('machine_id', '=', machine.id)
      .orderBy('id', 'desc')
      .limit(3)
      .execute()
    const progresses = rows.flatMap(({ id, status, taken_at: takenAt }) =>
      before.has(id) ? [] : { isTaken: takenAt !== null, isOver: status !== 'running', seats: cluster.seatsOf(id) },
    )
    return progresses.some((progress) => point.isReached(progress)) ? true : null
  })
}

/** Every match that its bots have seen has a replay, which each machine that serves gives to whoever asks. */
async function ofReplays(cluster: Cluster, matchIds: readonly string[]): Promise<string[]> {
  const deadline = performance.now() + READABLE_MS
  const of = matchIds.filter((id) => cluster.seatsOf(id).some(({ messages }) => messages.length > 1))
  const found = await Promise.all(
    of.flatMap((id) => cluster.serving.map((machine) => ofServedReplay(cluster, machine, id, deadline))),
  )
  return found.flat()
}

async function ofServedReplay(
  cluster: Cluster,
  { program, role }: ClusterMachine,
  id: string,
  deadline: number,
): Promise<string[]> {
  let last = ''
  const patienceMs = Math.max(1, deadline - performance.now())
  const file = await cluster
    .until(
      `the replay of ${id}`,
      async () => {
        const answer = await fetch(`${program.url}/matches/${id}/replay.slp`, { signal: AbortSignal.timeout(10_000) })
        if (answer.status === 200) return Buffer.from(await answer.arrayBuffer())
        last = `${answer.status} ${await answer.text()}`
        return null
      },
      patienceMs,
    )
    .catch((error: unknown) => (error as Error).message)
  if (typeof file === 'string') return [`${role} at ${program.url} does not serve it: ${file} ${last}`]
  const {
    status,
    stage,
    replay_bytes: bytes,
  } = await cluster.db
    .selectFrom('matches')
    .select(['status', 'stage', 'replay_bytes'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (file.length !== bytes) return [`the replay of ${id} has ${file.length} bytes, on record are ${bytes}`]
  if (stage === null) return [`${id} has a replay, and its record says that no game was played`]
  return ofReplay(id, file, cluster.seatsOf(id), status === 'completed')
}

/** A match whose bots have been asked to pick belongs to that machine for good. */
function playedTwice(cluster: Cluster, matchIds: readonly string[]): string[] {
  return matchIds.flatMap((id) =>
    cluster.players.flatMap(({ bot, record }) => {
      const asked = bot.seats.filter(({ matchId, texts }) => matchId === id && texts.length > 0)
      return asked.length > 1 ? [`${record.name} was asked ${asked.length} times to pick in ${id}`] : []
    }),
  )
}
