/** `arena-kit verify --day`: a whole day of an arena from its public files alone. */
import { createHash } from 'node:crypto'
import type { Match } from '@arena/protocol'
import type { ResultNote } from '@arena/protocol/public-log'
import { EXIT } from '@arena/host/command-line'
import { MOST_REPLAY_BYTES } from '@arena/slp'
import type { Terminal } from '../terminal.ts'
import { count } from '../words.ts'
import { auditDay } from './audit.ts'
import { checkMatch, firstDifference } from './checks.ts'
import { keepCheckpoint, keptCheckpoint } from './kept-checkpoints.ts'
import { publicFiles, type PublicFiles } from './public-files.ts'
import { readPublicLog } from './read-log.ts'

interface DayOptions {
  /** The address of an arena, or a folder with copies of its public files. */
  readonly from: string
  readonly day: string
  /** Matches to play again, drawn at random; null is all. */
  readonly sample: number | null
}

/** The exit code. */
export async function verifyDay(
  { from, day, sample }: DayOptions,
  terminal: Terminal,
  unchecked: number,
): Promise<number> {
  const files = publicFiles(from, terminal.signal)
  const log = await readPublicLog(files, keptCheckpoint, (done, of) =>
    terminal.show(`reading the log, bundle ${done + 1} of ${of}`),
  )
  const audit = auditDay(log.entries, log.checkpoint.origin, day)
  const faults = audit.faults.map(({ matchId, text }) => (matchId === null ? text : `${matchId}: ${text}`))
  if (log.fault !== null) faults.unshift(log.fault)
  const chosen = sample === null ? audit.results : drawn(audit.results, sample)
  let equal = 0
  const open: string[] = []
  for (const [i, result] of chosen.entries()) {
    terminal.show(`playing again, match ${i + 1} of ${chosen.length}`)
    const { fault, reason } = await playAgain(files, result, terminal.signal)
    if (fault !== null) faults.push(`${result.matchId}: ${fault}`)
    else if (reason !== null) open.push(`${result.matchId}: ${reason}`)
    else equal++
  }
  // What is wrong with a log must not take the place of what was seen of it when it was sound.
  if (log.fault === null) await keepCheckpoint(log.checkpoint)
  const seeds = audit.isRevealed
    ? 'Seeds are those of the day’s secret.'
    : 'The day’s secret is not yet public: seeds were not checked.'
  const isOpen = !audit.isRevealed || open.length > 0
  const verdict = faults.length > 0 ? 'differs' : isOpen ? 'unchecked' : 'equal'
  const played = `${count(audit.results.length, 'result')} in the log; ${equal} of ${chosen.length} played again with equal bytes.`
  terminal.print(`${day}: ${verdict}. ${played}${faults.length > 0 ? '' : ` ${seeds}`}`, ...faults, ...open)
  terminal.data({ day, verdict, results: audit.results.length, chosen: chosen.length, equal, faults, open })
  return faults.length > 0 ? EXIT.failed : isOpen ? unchecked : EXIT.ok
}

async function playAgain(
  files: PublicFiles,
  note: ResultNote,
  signal: AbortSignal,
): Promise<{ fault: string | null; reason: string | null }> {
  const none = { fault: null, reason: null }
  if (note.replay === null) return { ...none, reason: 'no replay was written; the result is the arena’s word.' }
  const replay = await files.read(`matches/${note.matchId}/replay.slp`, MOST_REPLAY_BYTES)
  if (replay === null) return { ...none, reason: 'the replay is not there.' }
  if (createHash('sha256').update(replay).digest('hex') !== note.replay.sha256) {
    return { ...none, fault: 'the replay was edited: its SHA-256 is another than the result note has.' }
  }
  const evidence = { replay, record: recordOf(note), seed: Buffer.from(note.seed, 'hex') }
  // A note holds no names.
  const checks = (await checkMatch(evidence, () => signal.throwIfAborted())).filter(({ name }) => name !== 'names')
  const different = firstDifference(checks)
  if (different !== null) return { ...none, fault: different.text }
  return { ...none, reason: checks.find(({ state }) => state === 'open')?.text ?? null }
}

/** The record of a match as far as its note has it. */
function recordOf({
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

function drawn<Value>(values: readonly Value[], most: number): Value[] {
  const rest = [...values]
  for (let i = rest.length - 1; i > 0; i--) {
    const other = Math.floor(Math.random() * (i + 1))
    ;[rest[i], rest[other]] = [rest[other]!, rest[i]!]
  }
  return rest.slice(0, most)
}
