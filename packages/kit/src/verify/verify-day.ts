/** `arena-kit verify --day`: a whole day of an arena from its public files alone. */
import { EXIT } from '@arena/host/command-line'
import type { Terminal } from '../terminal.ts'
import { count } from '../words.ts'
import { auditDay } from './audit.ts'
import { checkNote, type Seen } from './check-note.ts'
import { keepCheckpoint, keptCheckpoint } from './kept-checkpoints.ts'
import { publicFiles } from './public-files.ts'
import { readPublicLog } from './read-log.ts'

export interface Sample {
  readonly count: number
  /** Whether the count is in percent of the matches. */
  readonly isShare: boolean
}

interface DayOptions {
  /** The address of an arena, or a folder with copies of its public files. */
  readonly from: string
  readonly day: string
  /** Matches to play again, drawn at random; null is all. */
  readonly sample: Sample | null
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
  const seen: Record<Seen['kind'], string[]> = { equal: [], fault: [], open: [], 'no-game': [] }
  for (const [i, result] of chosen.entries()) {
    terminal.show(`playing again, match ${i + 1} of ${chosen.length}`)
    const { kind, text } = await checkNote(result, files, terminal.signal)
    seen[kind].push(`${result.matchId}: ${text}`)
  }
  faults.push(...seen.fault)
  // What is wrong with a log must not take the place of what was seen of it when it was sound.
  if (log.fault === null) await keepCheckpoint(log.checkpoint)
  const seeds = audit.isRevealed
    ? 'Seeds are those of the day’s secret.'
    : 'The day’s secret is not yet public: seeds were not checked.'
  const isOpen = !audit.isRevealed || seen.open.length > 0
  const verdict = faults.length > 0 ? 'differs' : isOpen ? 'unchecked' : 'equal'
  const games = chosen.length - seen['no-game'].length
  const played = `${count(audit.results.length, 'result')} in the log; ${seen.equal.length} of ${games} played again with equal bytes.`
  const lines = [...faults, ...seen.open]
  if (seen['no-game'].length > 0) {
    lines.push(`${count(seen['no-game'].length, 'result')} without a game: that a bot never came is the arena’s word.`)
  }
  terminal.print(`${day}: ${verdict}. ${played}${faults.length > 0 ? '' : ` ${seeds}`}`, ...lines)
  terminal.data({
    day,
    verdict,
    results: audit.results.length,
    chosen: chosen.length,
    equal: seen.equal.length,
    withoutGame: seen['no-game'].length,
    faults,
    open: seen.open,
  })
  return faults.length > 0 ? EXIT.failed : isOpen ? unchecked : EXIT.ok
}

function drawn<Value>(values: readonly Value[], { count: most, isShare }: Sample): Value[] {
  const rest = [...values]
  for (let i = rest.length - 1; i > 0; i--) {
    const other = Math.floor(Math.random() * (i + 1))
    ;[rest[i], rest[other]] = [rest[other]!, rest[i]!]
  }
  return rest.slice(0, isShare ? Math.ceil((rest.length * most) / 100) : most)
}
