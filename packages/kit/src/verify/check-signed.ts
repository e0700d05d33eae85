/**
 * What the arena has signed of a match, and whether it holds: the signature of the result note, its place in the public log,
 * the seed, the pads and the ratings. A line each, also where something cannot be checked.
 */
import { CommandFailure } from '@arena/host/command-line'
import type { Match } from '@arena/protocol'
import { dayFileOf, findArchived, type ArchivedMatch } from '@arena/protocol/archive'
import { NoteError, openNote, readResult, type ResultNote } from '@arena/protocol/public-log'
import type { Terminal } from '../terminal.ts'
import { checkNote, recordOf, sha256Of, type Seen } from './check-note.ts'
import type { CheckState } from './checks.ts'
import { auditLoggedDay, type AuditedDay } from './logged-day.ts'
import { dayFilePath, MOST_DAY_FILE_BYTES, type PublicFiles } from './public-files.ts'

export interface SignedLine {
  readonly name: 'note' | 'signature' | 'log' | 'record' | 'seed' | 'replay' | 'pads' | 'game' | 'ratings'
  readonly state: CheckState
  /** A sentence. */
  readonly text: string
}

interface Known {
  /** What the arena says of the match; null where only its public files are there. */
  readonly record: Match | null
  /** Its replay, which is compared with the record by others. */
  readonly replay: Uint8Array | null
}

const MOST_NOTE_BYTES = 100_000
/** An entry is under a checkpoint within ten seconds. */
const LOGGED_MS = 60_000

const equal = (name: SignedLine['name'], text: string): SignedLine => ({ name, state: 'equal', text })
const differs = (name: SignedLine['name'], text: string): SignedLine => ({ name, state: 'differs', text })
const open = (name: SignedLine['name'], text: string): SignedLine => ({ name, state: 'open', text })

export async function checkSigned(
  files: PublicFiles,
  matchId: string,
  known: Known,
  terminal: Terminal,
): Promise<SignedLine[]> {
  const bytes = await files.read(`matches/${matchId}/result.txt`, MOST_NOTE_BYTES)
  if (bytes === null) return [open('note', 'The arena has signed no result of this match.')]
  const signed = Buffer.from(bytes).toString('utf8')
  const text = signed.slice(0, signed.lastIndexOf('\n\n') + 1)
  try {
    const note = readResult(text)
    if (note.matchId !== matchId) return [differs('note', `The result note is of another match, ${note.matchId}.`)]
    const day = await auditLoggedDay(files, note.day, terminal)
    return [
      signatureLine(signed, day),
      ...day.faults.map((fault) => differs('log', fault)),
      logLine(text, note, day),
      ...(known.record === null ? [] : [recordLine(note, known.record)]),
      ...entryLines(note, day),
      ...(await gameLines(note, files, known, terminal)),
    ]
  } catch (error) {
    if (error instanceof NoteError) return [differs('note', `The result note is none: ${error.message}`)]
    // Without the log nothing of the note can be checked, and the match itself can be.
    if (error instanceof CommandFailure) return [open('log', error.message)]
    throw error
  }
}

function signatureLine(signed: string, { log, signer }: AuditedDay): SignedLine {
  if (signer === null) return open('signature', 'The log names no key, so that the signature cannot be checked.')
  try {
    openNote(signed, log.checkpoint.origin, signer)
    return equal('signature', `The key of ${log.checkpoint.origin} has signed the result note.`)
  } catch (error) {
    if (error instanceof NoteError) return differs('signature', error.message)
    throw error
  }
}

function logLine(text: string, { endedAt }: ResultNote, { log, entries }: AuditedDay): SignedLine {
  const { origin, size } = log.checkpoint
  const found = entries.find((entry) => entry.text === text)
  if (found !== undefined) {
    return equal('log', `It is entry ${found.index} of ${origin}, which now has ${size}.`)
  }
  if (Date.now() - Date.parse(endedAt) < LOGGED_MS) {
    return open('log', `The match has just ended, and is not yet under the checkpoint of ${origin}.`)
  }
  return differs(
    'log',
    `The result note is not in ${origin}: the arena has signed a result that its log does not hold.`,
  )
}

/** The record says more, such as names, and rounds nothing. */
function recordLine(note: ResultNote, record: Match): SignedLine {
  const told = recordOf(note)
  const facts = ({ status, stage, seed, replayBytes, startedAt, endedAt, players, summary }: Match) => ({
    status,
    stage,
    seed,
    'replay bytes': record.replayBytes === null ? null : replayBytes,
    'time of start': startedAt,
    'time of end': endedAt,
    players: players.map(({ botId, character, costume, placement, score }) =>
      [botId, character, costume, placement, score].join(' '),
    ),
    ratings: players.map(({ ratingDelta }) => ratingDelta?.toFixed(6) ?? null),
    result: told.summary && summary && [summary.winner, summary.frames, summary.endReason].join(' '),
    standing: told.summary && summary && summary.players.map(({ stocks, percent }) => `${stocks} ${percent}`),
  })
  const [signed, shown] = [facts(told), facts(record)]
  const other = (Object.keys(signed) as (keyof typeof signed)[]).find(
    (name) => JSON.stringify(signed[name]) !== JSON.stringify(shown[name]),
  )
  return other === undefined
    ? equal('record', 'The record of the arena says the same.')
    : differs(
        'record',
        `The record of the arena has ${JSON.stringify(shown[other])} as ${other}, and the result note has ${JSON.stringify(signed[other])}.`,
      )
}

/** What the entries of its day say of the match. */
function entryLines({ matchId, day, number, ratings }: ResultNote, { audit }: AuditedDay): SignedLine[] {
  const faults = audit.faults.filter((fault) => fault.matchId === matchId || fault.matchId === null)
  const wrong = (about: 'log' | 'seed' | 'ratings') =>
    faults.filter((fault) => fault.about === about).map(({ text }) => differs(about, text))
  const or = (found: SignedLine[], line: SignedLine) => (found.length > 0 ? found : [line])
  const seed = audit.isRevealed
    ? equal('seed', `It is that of match ${number} of ${day}, by the secret to which the log had committed before.`)
    : open(
        'seed',
        `The secret of ${day} becomes public once its matches are over, and shows then that nobody chose the seed.`,
      )
  const isRated = ratings[0].after !== null
  const rated = equal('ratings', isRated ? 'They follow from those before the match.' : 'The match was not rated.')
  return [...wrong('log'), ...or(wrong('seed'), seed), ...or(wrong('ratings'), rated)]
}

async function gameLines(
  note: ResultNote,
  files: PublicFiles,
  { record, replay }: Known,
  terminal: Terminal,
): Promise<SignedLine[]> {
  const lines: SignedLine[] = []
  if (replay !== null) {
    lines.push(
      sha256Of(replay) === note.replay?.sha256
        ? equal('replay', 'The replay has the SHA-256 that was signed.')
        : differs('replay', 'The replay has another SHA-256 than was signed.'),
    )
  }
  const archived = await archivedOf(note, files)
  if (archived === null && record !== null) {
    const pads = 'The day file is not there, so that the pads as they were received are not compared.'
    return note.replay === null ? lines : [...lines, open('pads', pads)]
  }
  terminal.show('playing again from the day file')
  return [...lines, lineOf(await checkNote(note, archived, files, terminal.signal), archived !== null)]
}

async function archivedOf({ matchId, day }: ResultNote, files: PublicFiles): Promise<ArchivedMatch | null> {
  const bytes = await files.read(dayFilePath(day), MOST_DAY_FILE_BYTES)
  return bytes === null ? null : await findArchived(dayFileOf(bytes), matchId)
}

function lineOf({ kind, text }: Seen, isArchived: boolean): SignedLine {
  switch (kind) {
    case 'fault':
      return differs('game', text)
    case 'open':
      return open('game', text)
    case 'no-game':
      return equal('game', 'No game was played: that a bot never came is the arena’s word.')
    case 'equal':
      return equal(
        'game',
        isArchived
          ? 'The pads in the day file have the SHA-256s that were signed, and played again they give the signed replay.'
          : text,
      )
  }
}
