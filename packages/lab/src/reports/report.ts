/** Gathers the agreement of many recordings into one report, as text or as plain data: worst first. */
import type { InternalId } from '@arena/engine'
import {
  actionName,
  addTally,
  CAUSES,
  emptyTally,
  FIGHTERS,
  type Cause,
  type Divergence,
  type FreeAgreement,
  type Loss,
  type Tallies,
  type Tally,
  type WindowedAgreement,
} from '../resim/index.ts'
import { NOTHING, share, table, type Cell } from './text.ts'

export interface FileResult {
  readonly file: string
  readonly version: string
  readonly windows: WindowedAgreement
  readonly free: FreeAgreement
}

export interface SkippedFile {
  readonly file: string
  readonly reason: string
}

/** First divergences of one kind, with one example. */
export interface Difference {
  readonly cause: Cause
  readonly what: string
  /** Fighter frames with a difference from there to the end of the window. */
  frames: number
  times: number
  readonly example: { file: string; frame: number; player: number; fighter: string; expected: string; got: string }
}

/** The first divergences of windows, or of free runs, that have a cause. */
interface CauseCount {
  count: number
  /** Fighter frames with a difference from there on. */
  frames: number
  /** The one that loses most: file and frame. */
  example: { readonly file: string; readonly frame: number; readonly lost: number } | null
}

export interface Summary {
  readonly tally: Tally
  readonly byCharacter: [name: string, tally: Tally][]
  readonly byAction: [name: string, tally: Tally][]
}

const FIRST_OWN_ACTION = 341

/** Common actions by their name, others with their fighter's. */
function nameOf(fighter: InternalId, action: number): string {
  const name = actionName(fighter, action) ?? String(action)
  return action < FIRST_OWN_ACTION ? name : `${FIGHTERS[fighter]!.name} ${name}`
}

const lostOf = ({ frames, all }: Tally): number => frames - all

function tallyOf(map: Map<string, Tally>, name: string): Tally {
  const known = map.get(name) ?? emptyTally()
  map.set(name, known)
  return known
}

function summarize(all: readonly Tallies[]): Summary {
  const tally = emptyTally()
  const characters = new Map<string, Tally>()
  const actions = new Map<string, Tally>()
  for (const tallies of all) {
    for (const [fighter, byAction] of tallies) {
      for (const [action, one] of byAction) {
        addTally(tally, one)
        addTally(tallyOf(characters, FIGHTERS[fighter]!.name), one)
        addTally(tallyOf(actions, nameOf(fighter, action)), one)
      }
    }
  }
  const worstFirst = (map: Map<string, Tally>) => [...map].sort(([, a], [, b]) => lostOf(b) - lostOf(a))
  return { tally, byCharacter: worstFirst(characters), byAction: worstFirst(actions) }
}

function whatOf({ fighter, aspect, from, action, played }: Loss): string {
  const expected = nameOf(fighter, action)
  const change = from === action ? expected : `${nameOf(fighter, from)} -> ${expected}`
  return aspect === 'action' ? `${change}, got ${nameOf(fighter, played)}` : `${change}: ${aspect}`
}

type Diverging = readonly { readonly file: string; readonly divergences: readonly Divergence[] }[]

function differencesOf(results: Diverging): Difference[] {
  const differences = new Map<string, Difference>()
  for (const { file, divergences } of results) {
    for (const { loss, lost } of divergences) {
      const { cause } = loss
      const what = whatOf(loss)
      const key = `${cause} ${what}`
      let difference = differences.get(key)
      if (!difference) {
        const { frame, player, fighter, aspect, action, played } = loss
        const isAction = aspect === 'action'
        const expected = isAction ? nameOf(fighter, action) : loss.expected
        const got = isAction ? nameOf(fighter, played) : loss.got
        const example = { file, frame, player: player + 1, fighter: FIGHTERS[fighter]!.name, expected, got }
        difference = { cause, what, frames: 0, times: 0, example }
        differences.set(key, difference)
      }
      difference.frames += lost
      difference.times++
    }
  }
  return [...differences.values()].sort((a, b) => b.frames - a.frames)
}

function countCauses(results: Diverging): Record<Cause, CauseCount> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its keys are all causes
  const counts = Object.fromEntries(CAUSES.map((cause) => [cause, { count: 0, frames: 0, example: null }])) as Record<
    Cause,
    CauseCount
  >
  for (const { file, divergences } of results) {
    for (const { loss, lost } of divergences) {
      const count = counts[loss.cause]
      count.count++
      count.frames += lost
      if (lost > (count.example?.lost ?? -1)) count.example = { file, frame: loss.frame, lost }
    }
  }
  return counts
}

/** The causes of first divergences in windows and in free runs, most in windows first. */
function causesOf(windows: Diverging, free: Diverging) {
  const [inWindows, inFree] = [countCauses(windows), countCauses(free)]
  return CAUSES.map((cause) => ({ cause, windows: inWindows[cause], free: inFree[cause] }))
    .filter(({ windows: { count }, free: { count: runs } }) => count + runs > 0)
    .sort((a, b) => b.windows.count - a.windows.count || b.free.count - a.free.count)
}

const HEADER = ['frames', 'action', 'position', 'percent', 'lost'] as const

function cellsOf(tally: Tally): Cell[] {
  const { frames, action, position, percent } = tally
  return [frames, share(action, frames), share(position, frames), share(percent, frames), lostOf(tally)]
}

function tallyTable(first: string, rows: readonly [string, Tally][], limit: number): string {
  const text = table(
    [first, ...HEADER],
    rows.slice(0, limit).map(([name, tally]) => [name, ...cellsOf(tally)]),
  )
  const left = rows.length - limit
  return left > 0 ? `${text}\n(${left} more: --top)` : text
}

/** The lower of the two in the middle where their number is even, as in the accuracy report. Null, which is never, comes last. */
function median(frames: readonly (number | null)[]): number | null {
  const sorted = frames.toSorted((a, b) => (a ?? Infinity) - (b ?? Infinity))
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null
}

/** The whole report, as `--json` prints it. */
export function reportOf(results: readonly FileResult[], skipped: readonly SkippedFile[]) {
  const ofWindows = results.map(({ file, windows }) => ({ file, divergences: windows.divergences }))
  const ofFree = results.map(({ file, free }) => ({ file, divergences: free.divergences }))
  const files = results.map(({ file, version, windows, free }) => ({
    file,
    version,
    judgedWindows: windows.judged,
    windows: windows.windows,
    teacherForced: summarize([windows.tallies]).tally,
    free: summarize([free.tallies]).tally,
    firstDivergence: free.firstDivergence,
  }))
  return {
    files,
    skipped,
    teacherForced: summarize(results.map(({ windows }) => windows.tallies)),
    free: summarize(results.map(({ free }) => free.tallies)),
    causes: causesOf(ofWindows, ofFree),
    differences: differencesOf(ofWindows),
  }
}

export type Report = ReturnType<typeof reportOf>

export function printReport({ files, skipped, teacherForced, free, causes, differences }: Report, top: number): string {
  const sum = (pick: (file: Report['files'][number]) => number): number =>
    files.reduce((all, file) => all + pick(file), 0)
  const middle = median(files.map(({ firstDivergence }) => firstDivergence))
  const parts = [
    `${files.length} recordings, ${sum((file) => file.judgedWindows)} of ${sum((file) => file.windows)} windows judged`,
    table(
      ['', ...HEADER, 'mean distance'],
      [
        ['teacher-forced', ...cellsOf(teacherForced.tally), meanDistance(teacherForced.tally)],
        ['free run', ...cellsOf(free.tally), meanDistance(free.tally)],
      ],
    ),
    `free run: the median recording first diverges (action, or half a unit of place) ${middle === null ? 'never' : `on frame ${middle}`}`,
    section(
      'By recording',
      table(
        ['file', 'slp', 'windows', ...HEADER, 'free: action', 'position', 'first divergence'],
        files.map(({ file, version, judgedWindows, windows, teacherForced: taught, free: run, firstDivergence }) => [
          file,
          version,
          `${judgedWindows}/${windows}`,
          ...cellsOf(taught),
          share(run.action, run.frames),
          share(run.position, run.frames),
          firstDivergence ?? NOTHING,
        ]),
      ),
    ),
    section('By character, teacher-forced', tallyTable('character', teacherForced.byCharacter, Infinity)),
    section('By action, teacher-forced, most frames lost first', tallyTable('action', teacherForced.byAction, top)),
    section('First divergences by cause', causeTable(causes)),
    section('First divergences of windows, most frames lost first', differenceTable(differences, top)),
  ]
  if (skipped.length > 0) {
    parts.push(section('Left out', skipped.map(({ file, reason }) => `${file}: ${reason}`).join('\n')))
  }
  return parts.join('\n\n')
}

function section(title: string, text: string): string {
  return `${title}\n\n${text}`
}

function meanDistance({ distance, frames }: Tally): string {
  return frames === 0 ? NOTHING : (distance / frames).toFixed(3)
}

function causeTable(causes: Report['causes']): string {
  const sum = (pick: (row: Report['causes'][number]) => CauseCount) =>
    causes.reduce((all, row) => all + pick(row).count, 0)
  const [windows, free] = [sum((row) => row.windows), sum((row) => row.free)]
  const cellsOfCount = ({ count, frames, example }: CauseCount, of: number): Cell[] => [
    count,
    share(count, of),
    frames,
    example ? `${example.file}:${example.frame}` : NOTHING,
  ]
  return table(
    ['cause', 'windows', 'share', 'lost', 'example', 'free runs', 'share', 'lost', 'example'],
    causes.map((row) => [row.cause, ...cellsOfCount(row.windows, windows), ...cellsOfCount(row.free, free)]),
  )
}

function differenceTable(differences: readonly Difference[], top: number): string {
  const rows = differences.slice(0, top).map(({ cause, what, frames, times, example }): Cell[] => {
    const { file, frame, player, fighter, expected, got } = example
    return [frames, times, cause, what, `${file}:${frame} player ${player} ${fighter}: ${expected}, got ${got}`]
  })
  return table(['lost', 'times', 'cause', 'what', 'example'], rows)
}
