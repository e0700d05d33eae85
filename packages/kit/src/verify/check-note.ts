/**
 * What the files of a match show of its result note: the game is played again, from the pads of the day file or from the
 * replay, and compared with what was signed.
 */
import { createHash } from 'node:crypto'
import type { KeptMatch } from '@arena/engine/kept-match'
import { playAgain } from '@arena/engine/play-again'
import { ENGINE_REVISION } from '@arena/engine/revision'
import { keptMatchOf, NoGameError } from '@arena/host/play-again'
import type { Match } from '@arena/protocol'
import type { ArchivedMatch } from '@arena/protocol/archive'
import type { ResultNote } from '@arena/protocol/public-log'
import { wordsOf } from '@arena/protocol/words-of'
import { MOST_REPLAY_BYTES } from '@arena/slp'
import { checkMatch, firstDifference, type Check } from './checks.ts'
import { landedFaultOf } from './endings.ts'
import type { PublicFiles } from './public-files.ts'

export interface Seen {
  /** `open`: it could not be checked. `no-game`: there is nothing to play again. */
  readonly kind: 'equal' | 'fault' | 'open' | 'no-game'
  readonly text: string
}

const PORTS = [0, 1] as const

const equal = (text: string): Seen => ({ kind: 'equal', text })
const fault = (text: string): Seen => ({ kind: 'fault', text })
const open = (text: string): Seen => ({ kind: 'open', text })

/** `archived`: the match in the day file, where that is there. */
export async function checkNote(
  note: ResultNote,
  archived: ArchivedMatch | null,
  files: PublicFiles,
  signal: AbortSignal,
): Promise<Seen> {
  signal.throwIfAborted()
  const other = archived === null ? null : contradiction(note, archived)
  if (other !== null) return fault(other)
  if (note.replay === null) return await checkWithoutReplay(note)
  const again = archived === null ? open('The match is not in the day file.') : await checkArchived(note, archived)
  if (again.kind !== 'open') return again
  const replay = await files.read(`matches/${note.matchId}/replay.slp`, MOST_REPLAY_BYTES)
  if (replay === null) return open(archived === null ? 'The replay is not there.' : again.text)
  return await checkReplay(note, replay, signal)
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** A match that has a result and no replay is one that a bot never came to. */
async function checkWithoutReplay(note: ResultNote): Promise<Seen> {
  const { end, engine, stage, ports, seed } = note
  const isPlayed = stage !== null || engine !== null || ports.some(({ pads }) => pads !== null)
  if (isPlayed && end.status === 'completed') {
    return fault('The result has no replay, as where a bot never came, and yet the note tells of a game.')
  }
  const evidence = { replay: null, record: recordOf(note), seed: Buffer.from(seed, 'hex') }
  const different = firstDifference(await checkMatch(evidence))
  if (different !== null) return fault(different.text)
  // An aborted game may lack its replay because that is what failed.
  return isPlayed
    ? open('The match was aborted, and no replay was written.')
    : { kind: 'no-game', text: 'No game was played.' }
}

/** What the day file has otherwise than the note; null where both say the same. */
function contradiction(note: ResultNote, archived: ArchivedMatch): string | null {
  const told = { ...archived, ports: archived.ports.map((port) => ({ ...port, name: undefined })) }
  const other = NOTED.find((name) => sorted(note[name]) !== sorted(told[name]))
  return other === undefined
    ? null
    : `The day file was edited: it has ${sorted(told[other])} as \`${other}\`, and the result note has ${sorted(note[other])}.`
}

/** What both have of a match. */
const NOTED = [
  'day',
  'number',
  'startedAt',
  'endedAt',
  'build',
  'engine',
  'seed',
  'stage',
  'ports',
  'replay',
  'end',
  'result',
] as const satisfies readonly (keyof ResultNote & keyof ArchivedMatch)[]

/** As JSON with the members in order. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([one], [two]) => (one < two ? -1 : 1)))
      : each,
  )

async function checkArchived(note: ResultNote, archived: ArchivedMatch): Promise<Seen> {
  let kept: KeptMatch
  try {
    kept = keptMatchOf(archived)
  } catch (error) {
    return error instanceof NoGameError
      ? open(error.message)
      : fault(`The pads in the day file are damaged: ${wordsOf(error)}`)
  }
  for (const port of PORTS) {
    const { sha256 = null } = note.ports[port].pads ?? {}
    if (sha256 !== null && sha256Of(kept.pads[port].pads) !== sha256) {
      return fault(`The pads of port ${port} in the day file are not those that were signed: their SHA-256 is another.`)
    }
  }
  const forfeited = landedFaultOf(kept)
  if (forfeited !== null) return fault(forfeited)
  const isOwnEngine = note.engine === null || note.engine === ENGINE_REVISION
  const elsewhere = open(`Engine ${note.engine} played it, and this is ${ENGINE_REVISION}.`)
  let replay: Uint8Array
  try {
    replay = await playAgain(kept)
  } catch (error) {
    return isOwnEngine ? fault(`The engine does not play the match to its end: ${wordsOf(error)}`) : elsewhere
  }
  if (sha256Of(replay) !== note.replay!.sha256) {
    return isOwnEngine
      ? fault('Played again from the day file, the game gives other bytes than those that were signed.')
      : elsewhere
  }
  return await checkPlayed(note, replay)
}

async function checkReplay(note: ResultNote, replay: Uint8Array, signal: AbortSignal): Promise<Seen> {
  if (sha256Of(replay) !== note.replay!.sha256) {
    return fault('The replay was edited: its SHA-256 is another than the result note has.')
  }
  const evidence = { replay, record: recordOf(note), seed: Buffer.from(note.seed, 'hex') }
  return seenBy(await checkMatch(evidence, () => signal.throwIfAborted()))
}

/** The engine itself has written these bytes. */
async function checkPlayed(note: ResultNote, replay: Uint8Array): Promise<Seen> {
  const evidence = { replay, record: recordOf(note), seed: Buffer.from(note.seed, 'hex'), isPlayed: true }
  return seenBy(await checkMatch(evidence))
}

/** A note holds no names, so that there is nothing to compare these with. */
function seenBy(checks: readonly Check[]): Seen {
  const told = checks.filter(({ name }) => name !== 'names')
  const different = firstDifference(told)
  if (different !== null) return fault(different.text)
  const unchecked = told.find(({ state }) => state === 'open')
  return unchecked ? open(unchecked.text) : equal('Played again, the bytes are those that were signed.')
}

/** The record of a match as far as its note has it. */
export function recordOf({
  matchId,
  startedAt,
  endedAt,
  stage,
  ports,
  replay,
  end,
  result,
  ratings,
  seed,
}: ResultNote): Match {
  const isCompleted = end.status === 'completed'
  const players = ([0, 1] as const).map((port) => {
    const { botId, character, costume } = ports[port]
    const { placement = null, score = null } =
      result === null ? {} : { placement: result.placement[port], score: result.score[port] }
    const { before, after } = ratings[port]
    const ratingDelta = after === null ? null : after.mu - 3 * after.sigma - (before.mu - 3 * before.sigma)
    return { port, botId, botName: '', character, costume, placement, score, ratingDelta }
  })
  const summary =
    result === null || !isCompleted
      ? null
      : {
          stage,
          winner: result.winner,
          frames: result.frames,
          endReason: end.reason,
          players: ([0, 1] as const).map((port) => ({
            character: ports[port].character,
            costume: ports[port].costume,
            stocks: result.stocks[port],
            percent: result.percent[port],
            missed: 0,
          })),
        }
  return {
    id: matchId,
    mode: 'live',
    status: end.status,
    stage,
    players,
    summary,
    replayBytes: replay?.bytes ?? null,
    startedAt,
    endedAt,
    seed,
  } as Match
}
