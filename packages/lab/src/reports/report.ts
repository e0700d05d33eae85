/** Gathers the agreement of many recordings into one report, as text or as plain data: worst first. */
import type { InternalId } from '@arena/engine'
import {
  actionName,
  addTally,
  emptyTally,
  FIGHTERS,
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

/** Differences of one kind, with one example. */
export interface Cause {
  readonly what: string
  /** Frames with a difference from the first such difference to the end of its window. */
  frames: number
  times: number
  readonly example: { file: string; frame: number; player: number; fighter: string; expected: string; got: string }
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

function whatOf({ fighter, aspect, from, action, played, hitlag }: Loss): string {
  const expected = nameOf(fighter, action)
  const change = from === action ? expected : `${nameOf(fighter, from)} -> ${expected}`
  if (aspect === 'action') return `${change}, got ${nameOf(fighter, played)}`
  return hitlag ? `${change}: ${aspect}, hitlag ${hitlag}` : `${change}: ${aspect}`
}

function causesOf(results: readonly { file: string; losses: readonly Loss[] }[]): Cause[] {
  const causes = new Map<string, Cause>()
  for (const { file, losses } of results) {
    for (const loss of losses) {
      const what = whatOf(loss)
      let cause = causes.get(what)
      if (!cause) {
        const { frame, player, fighter, aspect, action, played } = loss
        const isAction = aspect === 'action'
        const expected = isAction ? nameOf(fighter, action) : loss.expected
        const got = isAction ? nameOf(fighter, played) : loss.got
        const example = { file, frame, player: player + 1, fighter: FIGHTERS[fighter]!.name, expected, got }
        cause = { what, frames: 0, times: 0, example }
        causes.set(what, cause)
      }
      cause.frames += loss.lost
      cause.times++
    }
  }
  return [...causes.values()].sort((a, b) => b.frames - a.frames)
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
    causes: causesOf(results.map(({ file, windows }) => ({ file, losses: windows.losses }))),
  }
}

export type Report = ReturnType<typeof reportOf>

export function printReport({ files, skipped, teacherForced, free, causes }: Report, top: number): string {
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
    section('First differences, most frames lost first', causeTable(causes, top)),
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

function causeTable(causes: readonly Cause[], top: number): string {
  const rows = causes.slice(0, top).map(({ what, frames, times, example }): Cell[] => {
    const { file, frame, player, fighter, expected, got } = example
    return [frames, times, what, `${file} frame ${frame} player ${player} ${fighter}: ${expected}, got ${got}`]
  })
  return table(['lost', 'times', 'what', 'example'], rows)
}
