/** A day in the public log of an arena: what the log proves of it, and what is wrong with the log itself. */
import type { Terminal } from '../terminal.ts'
import { count } from '../words.ts'
import { auditDay, type DayAudit } from './audit.ts'
import { keepCheckpoint, keptCheckpoint } from './kept-checkpoints.ts'
import type { PublicFiles } from './public-files.ts'
import { PublicLog, type LoggedEntry } from './public-log.ts'

const LOCAL = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])[:/]/

export interface AuditedDay {
  readonly log: PublicLog
  /** The key that has signed the checkpoint; null where the log names none that has. */
  readonly signer: string | null
  readonly entries: readonly LoggedEntry[]
  readonly audit: DayAudit
  /** What is wrong with the log itself, in sentences. */
  readonly faults: readonly string[]
}

/** The newest log that commits to a secret of the day: each restored backup begins another log. */
export async function auditLoggedDay(files: PublicFiles, day: string, terminal: Terminal): Promise<AuditedDay> {
  const [newest, ...former] = await PublicLog.all(files)
  const found = await auditIn(newest, day, terminal)
  const older: AuditedDay[] = []
  for (const log of former) older.push(await auditIn(log, day, terminal))
  if (!found.audit.isCommitted) return older.find(({ audit }) => audit.isCommitted) ?? found
  const taken = older.flatMap((each) => takenBack(each, found, day))
  return { ...found, faults: [...found.faults, ...taken] }
}

/** Results of a former log that the day begins before: the backup that was restored is from before them. */
function takenBack({ log: former, audit }: AuditedDay, { log, audit: { first } }: AuditedDay, day: string): string[] {
  const taken = audit.results.filter(({ number }) => number >= first)
  const [one] = taken
  if (one === undefined) return []
  const text = `${former.checkpoint.origin} holds ${count(taken.length, 'result')} of ${day} from match ${one.number} on, which ${log.checkpoint.origin} took back: a backup was restored.`
  return [text]
}

async function auditIn(log: PublicLog, day: string, terminal: Terminal): Promise<AuditedDay> {
  const { origin, size } = log.checkpoint
  const signer = await log.signer()
  const { entries, faults: outside } = await log.day(day, (bundle) =>
    terminal.show(`reading the log, bundle ${bundle + 1}`),
  )
  const faults = [...outside]
  if (signer === null && size > 0) {
    faults.unshift(`The checkpoint of ${origin} is not signed by a key that the log names.`)
  }
  // An arena on this machine may be another one each time.
  const isLocal = LOCAL.test(origin)
  const fork = isLocal ? null : await log.forkFault(await keptCheckpoint(origin))
  if (fork !== null) faults.unshift(fork)
  // What is wrong with a log must not take the place of what was seen of it when it was sound.
  if (faults.length === 0 && !isLocal) await keepCheckpoint(log.checkpoint)
  const audit = auditDay(entries, { day, origin, number: log.number, signer })
  return { log, signer, entries, audit, faults }
}
