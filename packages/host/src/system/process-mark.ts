/**
 * A process, as a file or a database can name it for later processes, also on other machines. Process ids are used again, in containers
 * at once (the arena is always number 1), so the start time of the process and the system in which it has the number belong to it, where
 * they are reported.
 */
import { readFileSync, readlinkSync, statSync } from 'node:fs'

export interface ProcessMark {
  readonly pid: number
  /** Null where the system does not report it. */
  readonly started: string | null
  /** The system as it was booted, and in it the container. Null where that is not reported. */
  readonly system: string | null
}

/** As a folder has it. */
export interface FolderMark extends ProcessMark {
  /** The folder that the mark was left in; a copy of it is another one. Null in a mark of an older version. */
  readonly folder: string | null
}

/** The word for what the system does not report. */
const UNKNOWN = '-'

export function markOf(pid: number): ProcessMark {
  return { pid, started: startOf(pid), system: systemHere() }
}

export function markText({ pid, started, system }: ProcessMark): string {
  return [pid, started ?? UNKNOWN, system ?? UNKNOWN].join(' ')
}

/** The mark that this process leaves in a folder. */
export function folderMarkText(folder: string): string {
  return `${markText(markOf(process.pid))} ${folderId(folder)}`
}

/** Accepts any text: unreadable text names no running process. */
export function parseMark(text: string): FolderMark {
  const [pid, ...rest] = text.split(' ')
  const [started, system, folder] = rest.map((part) => (part === UNKNOWN ? null : part))
  return { pid: Number(pid), started: started ?? null, system: system ?? null, folder: folder ?? null }
}

/** What a folder keeps when it is renamed, and a copy does not have. */
export function folderId(folder: string): string {
  const { dev, ino } = statSync(folder, { bigint: true })
  return `${dev}:${ino}`
}

/** Here: one of another system does not run as far as this one can see. Where nothing but the number is known, another process may have it. */
export function isRunning({ pid, started, system }: ProcessMark): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || (pid === process.pid && started === null)) return false
  if (system !== null && system !== systemHere()) return false
  return isThere(pid) && (started === null || startOf(pid) === started)
}

/** Whether it is certain that a process has ended, wherever it ran. */
export function hasEnded({ pid, started, system }: ProcessMark): boolean {
  if (system === null || system !== systemHere()) return false
  if (!isThere(pid)) return true
  // A system may hide what others run.
  const stat = statOf(pid)
  return stat !== null && (stat.isZombie || stat.started !== started)
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // EPERM: it runs, as another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** In clock ticks since boot. Null where that is not reported, and of a process that has ended. */
function startOf(pid: number): string | null {
  const stat = statOf(pid)
  return stat === null || stat.isZombie ? null : stat.started
}

/** Fields 3 and 22 of its /proc entry; null where there is none. */
function statOf(pid: number): { readonly isZombie: boolean; readonly started: string } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name in parentheses and may hold anything.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { isZombie: state === 'Z', started: fields[18]! }
  } catch {
    return null
  }
}

/** It is another after each boot, and in each namespace of process ids. */
function systemHere(): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot}:${readlinkSync('/proc/self/ns/pid').replaceAll(/\D/g, '')}`
  } catch {
    return null
  }
}
