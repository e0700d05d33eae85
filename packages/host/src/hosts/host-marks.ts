/**
 * The hosts of a data folder: each leaves a file that names its process for as long as it lives. A host ends when its
 * arena ends, unless it is frozen. So an arena that starts waits for the hosts of the last one, and kills those that
 * take too long. In a copy of the folder the files name the hosts of another arena, which are left alone.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { folderId, folderMarkText, isRunning, parseMark } from '../system/process-mark.ts'
import type { ProcessMark } from '../system/process-mark.ts'

/** Time to break off matches and complete their replays. */
const PATIENCE_MS = 5_000
const KILL_MS = 2_000
const LOOK_MS = 25

/** Names this process; taken back when it ends, unless it is killed. */
export function markHost(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, String(process.pid))
  // Under its name whole or not at all.
  const aside = `${path}.new`
  writeFileSync(aside, folderMarkText(folder), { mode: 0o600 })
  renameSync(aside, path)
  process.once('exit', () => rmSync(path, { force: true }))
}

interface StragglerLog {
  warn(fields: object, message: string): void
}

/** For the arena that has the data folder, before it starts hosts of its own. */
export async function endStragglers(folder: string, log: StragglerLog, patienceMs = PATIENCE_MS): Promise<void> {
  const marks = readMarks(folder)
  let left = await outlasting(marks, patienceMs)
  if (left.length > 0) {
    const pids = left.map(({ pid }) => pid)
    log.warn({ pids }, 'host processes of the last arena do not end; they are killed')
    for (const mark of left) kill(mark)
    left = await outlasting(left, KILL_MS)
  }
  rmSync(folder, { recursive: true, force: true })
}

function readMarks(folder: string): ProcessMark[] {
  try {
    const own = folderId(folder)
    const marks = readdirSync(folder).map((name) => parseMark(readFileSync(join(folder, name), 'utf8')))
    return marks.filter((mark) => mark.folder === own)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/** The processes that are still there after a time. */
async function outlasting(marks: readonly ProcessMark[], patienceMs: number): Promise<ProcessMark[]> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const left = marks.filter(isRunning)
    if (left.length === 0 || performance.now() >= deadline) return left
    await sleep(LOOK_MS)
  }
}

/** Only where it is certain that the number still means that process. */
function kill(mark: ProcessMark): void {
  if (mark.started === null || !isRunning(mark)) return
  try {
    process.kill(mark.pid, 'SIGKILL')
  } catch {
    // Gone by now, or another user's: replays are recovered as copies, whatever it does.
  }
}
