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
import { auditDay } from '../../../../kit/src/verify/audit.ts'
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
  const entries = texts.map(readEntry)
  return [...found, ...(await ofMatches(db, entries)), ...ofVerifier(texts, entries)]
}

/** Whoever verifies the log, day by day, has nothing to say against it. */
function ofVerifier(texts: readonly string[], entries: readonly Entry[]): string[] {
  const logged = entries.map((entry, index) => ({ index, text: texts[index]!, entry, problem: null }))
  const keys = entries.flatMap((entry) => (entry.kind === 'key' ? [entry.publicKey] : []))
  const days = entries.flatMap((entry) => (entry.kind === 'day' ? [entry.day] : []))
  return days.flatMap((day) => {
    const to = entries.findIndex((entry) => entry.kind === 'secret' && entry.day === day)
    const { faults } = auditDay(to === -1 ? logged : logged.slice(0, to + 1), {
      day,
      origin: entries[0]!.log,
      number: 1,
      signer: keys.at(-1) ?? null,
    })
    return faults.map(({ matchId, text }) => `a verifier of ${day} says of ${matchId ?? 'the log'}: ${text}`)
  })
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
