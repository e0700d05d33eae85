/**
 * A process, as a file can name it for later processes. Process ids are used again, in containers at once (the arena is
 * always number 1), so the start time of the process belongs to it where the system reports it.
 */
import { readFileSync } from 'node:fs'

export interface ProcessMark {
  readonly pid: number
  /** Null where the system does not report it. */
  readonly started: string | null
}

export function markOf(pid: number): ProcessMark {
  return { pid, started: startOf(pid) }
}

export function markText({ pid, started }: ProcessMark): string {
  return started === null ? `${pid}` : `${pid} ${started}`
}

/** Accepts any text: unreadable text names no running process. */
export function parseMark(text: string): ProcessMark {
  const [pid, started] = text.split(' ')
  return { pid: Number(pid), started: started ?? null }
}

/** Where nothing but the number is known, another process may have it by now. */
export function isRunning({ pid, started }: ProcessMark): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || (pid === process.pid && started === null)) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it runs, as another user.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  return started === null || startOf(pid) === started
}

/** In clock ticks since boot: field 22 of its /proc entry. Null where there is none, and of one that has ended. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name in parentheses and may hold anything.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' ? null : (fields[18] ?? null)
  } catch {
    return null
  }
}
