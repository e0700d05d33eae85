/** `arena-kit verify --day`: a whole day of an arena from its public files alone. */
import { ArchiveError, dayFileOf, readDay } from '@arena/protocol/archive'
import type { ResultNote } from '@arena/protocol/public-log'
import { EXIT } from '@arena/host/command-line'
import type { Terminal } from '../terminal.ts'
import { count } from '../words.ts'
import { checkNote, type Seen } from './check-note.ts'
import { auditLoggedDay } from './logged-day.ts'
import { MOST_DAY_FILE_BYTES, dayFilePath, publicFiles, type PublicFiles } from './public-files.ts'

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
  const { audit, faults: ofLog } = await auditLoggedDay(files, day, terminal)
  const { results, isRevealed } = audit
  const faults = [
    ...ofLog,
    ...audit.faults.map(({ matchId, text }) => (matchId === null ? text : `${matchId}: ${text}`)),
  ]
  const chosen = sample === null ? results : drawn(results, sample)
  const seen: Record<Seen['kind'], string[]> = { equal: [], fault: [], open: [], 'no-game': [] }
  let done = 0
  for await (const { result, kind, text } of checkAll(chosen, files, day, terminal.signal)) {
    terminal.show(`played again, ${++done} of ${chosen.length}`)
    seen[kind].push(result === null ? text : `${result.matchId}: ${text}`)
  }
  faults.push(...seen.fault)
  const isOpen = !isRevealed || seen.open.length > 0 || results.length === 0
  const verdict = faults.length > 0 ? 'differs' : isOpen ? 'unchecked' : 'equal'
  const games = chosen.filter(({ replay }) => replay !== null).length
  const seeds = isRevealed
    ? 'Seeds are those of the day’s secret.'
    : 'The day’s secret is not yet public: seeds were not checked.'
  const played = `${count(results.length, 'result')} in the log; ${seen.equal.length} of ${games} played again with equal bytes.`
  const text =
    results.length === 0 ? 'The log holds no match of that day.' : faults.length > 0 ? played : `${played} ${seeds}`
  const lines = [...faults, ...seen.open]
  if (seen['no-game'].length > 0) {
    lines.push(`${count(seen['no-game'].length, 'result')} without a game: that a bot never came is the arena’s word.`)
  }
  terminal.print(`${day}: ${verdict}. ${text}`, ...lines)
  terminal.data({
    day,
    verdict,
    results: results.length,
    chosen: chosen.length,
    equal: seen.equal.length,
    withoutGame: seen['no-game'].length,
    faults,
    open: seen.open,
  })
  return faults.length > 0 ? EXIT.failed : isOpen ? unchecked : EXIT.ok
}

/** Each of the results, as its row of the day file comes, and then those that the file has not. */
async function* checkAll(
  results: readonly ResultNote[],
  files: PublicFiles,
  day: string,
  signal: AbortSignal,
): AsyncGenerator<Seen & { readonly result: ResultNote | null }> {
  const left = new Map(results.map((result) => [result.matchId, result]))
  const bytes = await files.read(dayFilePath(day), MOST_DAY_FILE_BYTES)
  try {
    for await (const archived of bytes === null ? [] : readDay(dayFileOf(bytes))) {
      const result = left.get(archived.matchId)
      if (!left.delete(archived.matchId) || result === undefined) continue
      yield { result, ...(await checkNote(result, archived, files, signal)) }
    }
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error
    yield { result: null, kind: 'fault', text: `${dayFilePath(day)}: ${error.message}` }
  }
  for (const result of left.values()) yield { result, ...(await checkNote(result, null, files, signal)) }
}

function drawn<Value>(values: readonly Value[], { count: most, isShare }: Sample): Value[] {
  const rest = [...values]
  for (let i = rest.length - 1; i > 0; i--) {
    const other = Math.floor(Math.random() * (i + 1))
    ;[rest[i], rest[other]] = [rest[other]!, rest[i]!]
  }
  return rest.slice(0, isShare ? Math.ceil((rest.length * most) / 100) : most)
}
