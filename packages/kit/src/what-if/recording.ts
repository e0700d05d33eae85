/** The match that a what-if goes on from: of an arena, from a `.slp` file, or from a file that an earlier what-if saved. */
import { readFile } from 'node:fs/promises'
import { Branch, BranchError } from '@arena/engine/branch'
import type { Pair } from '@arena/host'
import { CommandFailure, UsageError } from '@arena/host/command-line'
import { MODES, type Match } from '@arena/protocol'
import { wordsOf } from '@arena/protocol/words-of'
import { ColumnReader, playedPorts, SlpError } from '@arena/slp'
import { whichArena } from '../arena-address.ts'
import { namesOf } from '../inspect/describe.ts'
import type { Terminal } from '../terminal.ts'
import { fetchRecord, fetchReplay } from '../verify/fetch-match.ts'
import type { Target } from '../verify/target.ts'
import { plain } from '../words.ts'

/** What a what-if knows of a match. */
export interface Recording {
  /** The id of the match, or the path of its file. */
  readonly what: string
  readonly reader: ColumnReader
  /** 32 bytes; null where it is not known. */
  readonly seed: Uint8Array | null
  /** Null where it is not known. */
  readonly matchId: string | null
  /** By port. */
  readonly names: Pair<string>
  /** Null where they are not known. */
  readonly botIds: Pair<string> | null
  /** The leads that the bots played with. */
  readonly leads: Pair<number>
}

/** A `CommandFailure` for a match without a replay, and for a file that is none. */
export async function recordingOf(target: Target, given: string | undefined, terminal: Terminal): Promise<Recording> {
  if (target.kind === 'file') {
    if (given !== undefined) throw new UsageError('--arena is for matches: of a file nothing is fetched.')
    return recordingOfFile(target.path, await readBytes(target.path))
  }
  const arena = target.arena ?? whichArena(given)
  if (arena === null) {
    throw new UsageError(
      `Where was ${target.id} played? Name the arena with --arena, or in the environment variable ARENA_URL.`,
    )
  }
  terminal.show(`fetching ${target.id}`)
  const record = await fetchRecord(arena, target.id, terminal.signal)
  if (record.replayBytes === null) throw new CommandFailure(`${arena} has no replay of ${target.id}.`)
  const bytes = await fetchReplay(arena, target.id, terminal.signal)
  return recordingOfMatch(record, readReplay(bytes, target.id))
}

export async function readBytes(path: string): Promise<Uint8Array> {
  return readFile(path).catch((error: unknown) => {
    throw new CommandFailure(`${path} could not be read: ${wordsOf(error)}`)
  })
}

function recordingOfFile(path: string, bytes: Uint8Array): Recording {
  const reader = readReplay(bytes, path)
  return {
    what: path,
    reader,
    seed: null,
    matchId: null,
    names: namesIn(reader),
    botIds: null,
    leads: [USUAL_LEAD, USUAL_LEAD],
  }
}

/** Where the lead is not known: the least that an arena asks for. */
const USUAL_LEAD = MODES.live.inputDelayFrames

function recordingOfMatch({ id, seed, players, summary }: Match, reader: ColumnReader): Recording {
  const [first, second] = players
  const lead = (port: 0 | 1) => summary?.players[port].lead ?? USUAL_LEAD
  return {
    what: id,
    reader,
    seed: seed === null ? null : Buffer.from(seed, 'hex'),
    matchId: id,
    names: [plain(first.botName), plain(second.botName)],
    botIds: [first.botId, second.botId],
    leads: [lead(0), lead(1)],
  }
}

export function readReplay(bytes: Uint8Array, what: string): ColumnReader {
  const reader = new ColumnReader()
  try {
    reader.push(bytes)
    reader.end()
  } catch (error) {
    if (!(error instanceof SlpError)) throw error
    throw new CommandFailure(`${what} is no whole replay: ${error.message}`)
  }
  const ports = playedPorts(reader.gameStart!)
  if (ports.join() === '0,1') return reader
  throw new CommandFailure(`${what} is no match of an arena, which is played on ports 0 and 1.`)
}

/** By port, as sentences call them. */
function namesIn(reader: ColumnReader): Pair<string> {
  const [first, second] = namesOf(reader.gameStart!, reader.metadata)
  return [first!, second!]
}

/** A `CommandFailure` where no game goes on from the frame. */
export async function branchOf({ reader, seed, what }: Recording, frame: number): Promise<Branch> {
  try {
    return await Branch.open(reader, frame, seed ? { seed } : {})
  } catch (error) {
    if (!(error instanceof BranchError)) throw error
    throw new CommandFailure(`${what}: ${error.message}`)
  }
}
