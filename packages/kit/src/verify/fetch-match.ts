/**
 * A match's record and replay, from an arena that nobody has to trust: both are bounded in size and time, and parsed
 * before anything is done with them.
 */
import { Match } from '@arena/protocol'
import { MOST_REPLAY_BYTES } from '@arena/slp'
import { wordsOf } from '@arena/protocol/words-of'
import { CommandFailure } from '@arena/host/command-line'
import { count, plain } from '../words.ts'

const MOST_RECORD_BYTES = 1 << 20
const RECORD_MS = 30_000
/** A replay of 20 MB over a slow line. */
const REPLAY_MS = 300_000

export async function fetchRecord(arena: string, id: string, signal: AbortSignal): Promise<Match> {
  const url = `${arena}/matches/${id}`
  const bytes = await fetchBytes(url, { most: MOST_RECORD_BYTES, ms: RECORD_MS, signal })
  return parseRecord(Buffer.from(bytes).toString('utf8'), url)
}

export function fetchReplay(arena: string, id: string, signal: AbortSignal): Promise<Uint8Array> {
  return fetchBytes(`${arena}/matches/${id}/replay.slp`, { most: MOST_REPLAY_BYTES, ms: REPLAY_MS, signal })
}

/** `from`: where the text comes from. */
export function parseRecord(text: string, from: string): Match {
  let json: unknown = null
  try {
    json = JSON.parse(text)
  } catch {
    // Not JSON: nor is it a record.
  }
  const parsed = Match.safeParse(json)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new CommandFailure(`${from} is not the record of a match (${[...issue!.path, issue!.message].join(': ')}).`)
}

interface Bounds {
  readonly most: number
  readonly ms: number
  readonly signal: AbortSignal
}

/** Null where there is nothing at the address. */
export async function fetchIfThere(url: string, bounds: Bounds): Promise<Uint8Array | null> {
  try {
    return await fetchBytes(url, bounds)
  } catch (error) {
    if (error instanceof Absent) return null
    throw error
  }
}

class Absent extends CommandFailure {}

async function fetchBytes(url: string, { most, ms, signal }: Bounds): Promise<Uint8Array> {
  const limit = new AbortController()
  const stop = (): void => limit.abort()
  const timer = setTimeout(stop, ms)
  signal.addEventListener('abort', stop)
  try {
    const response = await fetch(url, { signal: limit.signal })
    if (!response.ok) {
      const Failure = response.status === 404 ? Absent : CommandFailure
      throw new Failure(`${url} answered ${response.status}: ${await refusalOf(response)}`)
    }
    return await readAtMost(response, most, url)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof CommandFailure) throw error
    if (limit.signal.aborted) throw new CommandFailure(`${url} was not answered within ${ms / 1000} seconds.`)
    throw new CommandFailure(`${url} could not be read: ${wordsOf(error)}`)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

/** As many bytes as come out, whatever the answer says of its length: it may be compressed. */
async function readAtMost({ body }: Response, most: number, url: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    const piece: Uint8Array = part
    bytes += piece.length
    if (bytes > most) throw new CommandFailure(`${url} answers with more than ${most} bytes.`)
    parts.push(piece)
  }
  return Buffer.concat(parts)
}

/** The detail of the arena's problem, and when to come back. */
async function refusalOf(response: Response): Promise<string> {
  const again = response.headers.get('retry-after')
  const wait = again !== null && /^\d+$/.test(again) ? ` It answers again in ${count(Number(again), 'second')}.` : ''
  try {
    const bytes = await readAtMost(response, MOST_RECORD_BYTES, response.url)
    const problem: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'))
    const isProblem = typeof problem === 'object' && problem !== null && 'detail' in problem
    // From outside: shortened, and without what could steer a terminal.
    if (isProblem && typeof problem.detail === 'string') return plain(problem.detail).slice(0, MOST_DETAIL) + wait
  } catch {
    // A proxy's page, perhaps.
  }
  return (response.statusText || 'no reason given') + wait
}

const MOST_DETAIL = 200
