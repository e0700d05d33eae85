/**
 * What has to hold of the public log in a simulated arena: its entries have no gap; each match that ended is in it once, with its number and the
 * seed that the secret of its day gives; and what a machine has published is the begin of it.
 */
import {
  commitmentOf,
  leafHash,
  readCheckpoint,
  readEntry,
  rootOf,
  seedOf,
  equalBytes,
} from '@arena/protocol/public-log'
import type { Entry } from '@arena/protocol/public-log'
import { dataFolderOf } from '../node/files.ts'
import type { Scene } from './scene.ts'

export async function ofPublicLog({ db, machines }: Scene): Promise<string[]> {
  const rows = await db.selectFrom('public_log_entries').selectAll().orderBy('log').orderBy('index').execute()
  const found = rows.flatMap(({ log, index }, i) =>
    log === 1 && index === i ? [] : [`entry ${i} of the public log is number ${index} of log ${log}`],
  )
  const texts = rows.map(({ text }) => text)
  const leaves = texts.map(leafHash)
  for (const { id, disk } of machines) {
    const note = disk.find(`${dataFolderOf(id)}/log/1/checkpoint`)?.content.toString()
    if (note === undefined) continue
    const { size, root } = readCheckpoint(note.slice(0, note.lastIndexOf('\n\n') + 1))
    if (!equalBytes(rootOf(leaves.slice(0, size)), root))
      found.push(`${id} has published another log of ${size} entries`)
  }
  return [...found, ...(await ofMatches(db, texts.map(readEntry)))]
}

async function ofMatches(db: Scene['db'], entries: readonly Entry[]): Promise<string[]> {
  const found: string[] = []
  const commitments = new Map(entries.flatMap((entry) => (entry.kind === 'day' ? [[entry.day, entry.commitment]] : [])))
  const results = new Map(
    entries.flatMap((entry) => (entry.kind === 'result' ? [[entry.result.matchId, entry.result]] : [])),
  )
  const matches = await db
    .selectFrom('matches')
    .innerJoin('days', 'days.day', 'matches.day')
    .select(['id', 'status', 'seed', 'number', 'days.day', 'days.secret'])
    .orderBy('id')
    .execute()
  for (const { id, status, seed, number, day, secret } of matches) {
    const result = results.get(id)
    const isRunning = status === 'running'
    if (isRunning === (result !== undefined))
      found.push(`${id} is ${status}, and ${result ? 'is' : 'is not'} in the public log`)
    if (result && (result.number !== number || result.end.status !== status))
      found.push(`the public log has another ${id}`)
    const isItsSeed = Buffer.from(seedOf(secret, number!)).toString('hex') === seed
    if (!isItsSeed || commitments.get(day) !== commitmentOf(secret))
      found.push(`${id} has a seed that nobody committed to`)
  }
  return found
}
