/**
 * Where a program listens, for an author that expected it elsewhere: the TCP ports of a process and of what it has
 * started, as Linux lists them under /proc. Other systems do not list them: there only what a program prints may name
 * its port.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

const LISTENING = '0A'
const ANSWER_MS = 1_000

/** Without duplicates; empty where it does not listen, is gone, or where it is unknown. */
export function portsOf(pid: number): number[] {
  const inodes = new Set([pid, ...descendantsOf(pid)].flatMap(socketsOf))
  const ports = ['tcp', 'tcp6'].flatMap((table) =>
    linesOf(`/proc/net/${table}`)
      .slice(1)
      .flatMap((line) => {
        const [, local, , state, , , , , , inode] = line.trim().split(/\s+/)
        return state === LISTENING && inodes.has(inode!) ? [Number.parseInt(local!.split(':')[1]!, 16)] : []
      }),
  )
  return [...new Set(ports)]
}

/** Numbers that may be ports: behind a host or the word, as in "http://localhost:9000" or "listening on port 9000". */
export function portsNamedIn(line: string): number[] {
  const named = [...line.matchAll(/(?:[\w\]*]:|\bport\b\D{0,5}|\bon )(\d{2,5})\b/gi)].map(([, port]) => Number(port))
  return named.filter((port) => port < 65_536)
}

/** Whether a bot is there: it answers `<bot url>/ping` with `pong`. */
export async function saysPong(port: number): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ANSWER_MS)
    const response = await fetch(`http://127.0.0.1:${port}/ping`, { signal, redirect: 'manual' })
    return (await response.text()).trim() === 'pong'
  } catch {
    return false
  }
}

function descendantsOf(pid: number): number[] {
  const children = namesIn('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((other) => parentOf(other) === pid)
  return children.flatMap((child) => [child, ...descendantsOf(child)])
}

/** The fourth field; the second is the program's name in parentheses and may hold anything. */
function parentOf(pid: number): number {
  const [stat = ''] = linesOf(`/proc/${pid}/stat`)
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

/** Inodes of the sockets that a process holds. */
function socketsOf(pid: number): string[] {
  const folder = `/proc/${pid}/fd`
  return namesIn(folder).flatMap(
    (fd) => /^socket:\[(\d+)\]$/.exec(attempt(() => readlinkSync(`${folder}/${fd}`), ''))?.[1] ?? [],
  )
}

const linesOf = (path: string): string[] => attempt(() => readFileSync(path, 'utf8').trimEnd().split('\n'), [])
const namesIn = (folder: string): string[] => attempt(() => readdirSync(folder), [])

/** Processes come and go while they are read, and not all of them may be read. */
function attempt<T>(look: () => T, otherwise: T): T {
  try {
    return look()
  } catch {
    return otherwise
  }
}
