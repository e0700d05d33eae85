/** The processes that an arena starts, as Linux lists them. */
import { readdirSync, readFileSync } from 'node:fs'

export const canSeeProcesses = process.platform === 'linux'

/** Whether it has not ended, though its parent may not have noticed yet. */
export function isAlive(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}

/** Children of a process whose command line names a program. */
export function childrenOf(parent: number, program: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        // pid (name) state ppid
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
        const ppid = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
        return ppid === parent && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(program)
      } catch {
        return false
      }
    })
}
