/**
 * Gathers the measurements of the test sets and writes docs/accuracy.md. Pure: the measurements and their date are
 * arguments.
 */
import { STAGE_BY_ID } from '../../../engine/src/stages/index.ts'
import type { StageId } from '../../../engine/src/seed.ts'
import { addTally, emptyTally, FIGHTERS, type Tally } from '../resim/index.ts'
import { NOTHING } from '../reports/text.ts'
import { FITS } from './fitted.ts'
import { LEAST_FREE_FRAMES, type FreeRun, type Measurement } from './measure.ts'
import { BLOWING, CALM, type PartScore } from './own-stage.ts'
import { SET_KINDS, type TestSet } from './sets.ts'

export interface MeasuredFile {
  readonly set: string
  readonly file: string
  readonly measurement: Measurement
}

/** A file of a set that cannot be played again, with the reason. */
export interface RefusedFile {
  readonly set: string
  readonly file: string
  readonly reason: string
}

export interface AccuracyInput {
  readonly date: string
  /** The engine's fingerprint. */
  readonly engine: string
  /** As git describes it; null where that is not known. */
  readonly commit: string | null
  readonly sets: readonly TestSet[]
  readonly measured: readonly MeasuredFile[]
  readonly refused: readonly RefusedFile[]
  /** Given recordings that belong to no set. */
  readonly others: number
}

interface CharacterRow {
  readonly name: string
  /** Recordings with this fighter or stage. */
  recordings: number
  readonly tally: Tally
}

interface StageRow {
  readonly name: string
  recordings: number
  readonly tally: Tally
  readonly parts: Map<string, PartScore>
}

export interface FreeRuns {
  readonly counted: number
  readonly agreeing: number
  /** Null: the median game agrees to its end. Undefined: no game counts. */
  readonly median: number | null | undefined
}

export interface SetReport {
  readonly set: TestSet
  readonly files: number
  readonly total: Tally
  readonly characters: readonly CharacterRow[]
  readonly stages: readonly StageRow[]
  readonly free: FreeRuns
}

const lostOf = ({ frames, all }: Tally): number => frames - all

/** The lower of the two in the middle where their number is even; a game that never diverges counts as the longest. */
export function freeRunsOf(runs: readonly FreeRun[]): FreeRuns {
  const counted = runs.filter(({ isCounted }) => isCounted).map(({ firstDivergence }) => firstDivergence ?? Infinity)
  const middle = counted.toSorted((a, b) => a - b)[Math.floor((counted.length - 1) / 2)]
  return {
    counted: counted.length,
    agreeing: counted.filter((frame) => frame === Infinity).length,
    median: middle === Infinity ? null : middle,
  }
}

export function setReportOf(set: TestSet, measurements: readonly Measurement[]): SetReport {
  const total = emptyTally()
  const characters = new Map<string, CharacterRow>()
  const stages = new Map<string, StageRow>()
  for (const { stage, byFighter, stageScore } of measurements) {
    const { name: stageName } = STAGE_BY_ID[stage as StageId]
    const onStage = ensure(stages, stageName, () => ({
      name: stageName,
      recordings: 0,
      tally: emptyTally(),
      parts: new Map(),
    }))
    onStage.recordings++
    for (const [fighter, tally] of byFighter) {
      const { name } = FIGHTERS[fighter]!
      const row = ensure(characters, name, () => ({ name, recordings: 0, tally: emptyTally() }))
      row.recordings++
      for (const sum of [total, row.tally, onStage.tally]) addTally(sum, tally)
    }
    for (const [part, { shown, right }] of stageScore) {
      const score = ensure(onStage.parts, part, () => ({ shown: 0, right: 0 }))
      score.shown += shown
      score.right += right
    }
  }
  return {
    set,
    files: measurements.length,
    total,
    characters: [...characters.values()].sort((a, b) => lostOf(b.tally) - lostOf(a.tally)),
    stages: [...stages.values()].sort((a, b) => lostOf(b.tally) - lostOf(a.tally)),
    free: freeRunsOf(measurements.map(({ free }) => free)),
  }
}

function ensure<T>(map: Map<string, T>, key: string, make: () => T): T {
  const value = map.get(key) ?? make()
  map.set(key, value)
  return value
}

/** By kind, the unseen first. */
function reportsOf({ sets, measured }: AccuracyInput): SetReport[] {
  const order = (set: TestSet): number => SET_KINDS.indexOf(set.kind)
  return sets
    .toSorted((a, b) => order(a) - order(b))
    .map((set) =>
      setReportOf(
        set,
        measured.filter((file) => file.set === set.id).map(({ measurement }) => measurement),
      ),
    )
}

type Row = readonly (string | number)[]

function table(header: readonly string[], rows: readonly Row[]): string {
  const line = (cells: Row): string =>
    `| ${cells.map((cell) => (typeof cell === 'number' ? cell.toLocaleString('en-US') : cell)).join(' | ')} |`
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n')
}

const SHARES = ['action', 'position', 'percent', 'all three']

function sharesOf({ frames, action, position, percent, all }: Tally): string[] {
  return [action, position, percent, all].map((part) => percentOf(part, frames))
}

function percentOf(part: number, whole: number): string {
  return whole === 0 ? NOTHING : ((100 * part) / whole).toFixed(2)
}

function medianText({ median }: FreeRuns): string {
  return median === undefined ? NOTHING : median === null ? 'none' : median.toLocaleString('en-US')
}

function setTable(reports: readonly SetReport[]): string {
  const rows = reports.map(({ set, files, free }): Row => {
    const measured = files === set.list.length ? files : `${files} of ${set.list.length}`
    return [`\`${set.id}\``, set.kind, measured, free.counted, medianText(free), set.definition]
  })
  return table(['set', 'kind', 'recordings', 'free runs', 'diverge on', 'what it is'], rows)
}

/** Characters with fewer fighter frames in a set share one row: their shares follow from one or two situations. */
const LEAST_ROW_FRAMES = 2000

function foldRare(characters: readonly CharacterRow[]): CharacterRow[] {
  const rare = characters.filter(({ tally }) => tally.frames < LEAST_ROW_FRAMES)
  if (rare.length < 2) return [...characters]
  const others = { name: rare.map(({ name }) => name).join(', '), recordings: 0, tally: emptyTally() }
  for (const { recordings, tally } of rare) {
    others.recordings += recordings
    addTally(others.tally, tally)
  }
  return [...characters.filter((row) => !rare.includes(row)), others]
}

function sectionOf({ set, files, total, characters, stages }: SetReport): string {
  const row = ({ name, recordings, tally }: CharacterRow): Row => [name, recordings, tally.frames, ...sharesOf(tally)]
  return [
    `### \`${set.id}\` (${set.kind})`,
    table(
      ['in %', 'recordings', 'fighter frames', ...SHARES],
      [row({ name: '**all**', recordings: files, tally: total }), ...[...stages, ...foldRare(characters)].map(row)],
    ),
  ].join('\n\n')
}

/** Wind and moving floors: a row for each, with the frames that show it and the share of them that is right, by set. */
function partTable(reports: readonly SetReport[]): string {
  const rows = new Map<string, Map<string, PartScore>>()
  for (const { set, stages } of reports) {
    for (const { name, parts } of stages) {
      for (const [part, score] of parts) ensure(rows, `${name} | ${part}`, () => new Map()).set(set.id, score)
    }
  }
  const shown = reports.filter(({ set }) => [...rows.values()].some((scores) => scores.has(set.id)))
  return table(
    ['stage', 'part', ...shown.flatMap(({ set }) => [`\`${set.id}\`: fighter frames`, 'right, %'])],
    [...rows]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, scores]) => [
        ...key.split(' | '),
        ...shown.flatMap(({ set }) => {
          const score = scores.get(set.id)
          return score ? [score.shown, percentOf(score.right, score.shown)] : [NOTHING, NOTHING]
        }),
      ]),
  )
}

/** What the nearest public simulator says of itself. */
const NEAREST = {
  name: '[melee-sim-light](https://github.com/kyhavlov/melee-sim-light)',
  date: '2026-09-15',
  recordings: 557,
  agreeing: 531,
  transitions: 5_310_479,
} as const

/** The engine beside a simulator that reads the game's disc. The two measure different things, so each row says what. */
function comparisonTable(reports: readonly SetReport[]): string {
  const taken = 'controllers, seed of each frame'
  const ours = reports.flatMap(({ set, files, total, free }): Row[] => [
    [
      `this engine, windows of \`${set.id}\``,
      files,
      'the recorded state, every 60 frames',
      taken,
      'action, percent, position within 0.05',
      `${percentOf(total.all, total.frames)} % of fighter frames agree`,
    ],
    [
      `this engine, free runs of \`${set.id}\``,
      free.counted,
      'the first frame',
      taken,
      'action, position within 0.5',
      `the median diverges on ${medianText(free)}; ${free.agreeing} agree to the end`,
    ],
  ])
  const { name, date, recordings, agreeing, transitions } = NEAREST
  const theirs: Row = [
    `${name}, ${date}`,
    recordings,
    'the first frame',
    `${taken}, stage events`,
    'every field of fighters and articles, bit for bit',
    `${agreeing} agree to the end, over ${transitions.toLocaleString('en-US')} frames in all`,
  ]
  return table(
    ['what', 'recordings', 'begins with', 'gets from the recording', 'compares', 'result'],
    [...ours, theirs],
  )
}

export function printAccuracy(input: AccuracyInput): string {
  const reports = reportsOf(input)
  const measured = reports.filter(({ files }) => files > 0)
  const isUnseen = measured.some(({ set }) => set.kind === 'unseen')
  return [
    '# Accuracy',
    'How far the engine agrees with recordings of the real game. `npm run accuracy` writes this page; edits by hand are lost.',
    table(['measured on', 'engine', 'commit'], [[input.date, `\`${input.engine}\``, input.commit ?? NOTHING]]),
    'The engine is identified by a digest of games that it plays, which changes only with a rule. `npm run accuracy -- --engine` prints the digest of a checkout.',
    '## What is measured',
    [
      '- **Windows.** Every 60 frames the fighters are set to their recorded state. The engine then plays 60 frames from the recorded controllers and random seeds. Each fighter frame is compared.',
      '- **action**: the action state is the recorded one. **position**: within 0.05 on both axes. **percent**: equal. **all three**: the same frame passes all of them.',
      '- A second climber that is out of step moves as recorded, and climbers and computer players draw as recorded: they decide by chance.',
      `- **Free run.** The engine gets the first frame and then only controllers and random seeds. A run diverges on the first frame on which an action state differs, or a position by more than 0.5. Games between two humans longer than ${LEAST_FREE_FRAMES.toLocaleString('en-US')} frames count. _diverge on_ is the median frame, the lower one of two.`,
      "- **The stage is the engine's own**: wind and platforms follow its rules from the first frame on. If they differ from the recording, most of the window disagrees. `npm run resim` measures the same windows with the stage as recorded.",
      '- On a Pokémon Stadium that transforms, only the frames before its first change count.',
      '- State that a recording does not hold is [rebuilt](resimulation.md) from earlier frames. Hitlag before format 3.8 and the time off the screen also depend on later frames.',
      '- Recordings before format 3.5 hold no speeds, so they have only a free run.',
    ].join('\n'),
    '## Test sets',
    '_Known_ recordings were used to correct rules and to fit figures, so the engine agrees with them more than with others. _Unseen_ recordings are not inspected by anyone: they show what to expect of other games.',
    setTable(reports),
    '## Agreement',
    `Rows are stages, then characters, those with the most frames lost first. Characters with fewer than ${LEAST_ROW_FRAMES.toLocaleString('en-US')} fighter frames share the last row.`,
    ...measured.map(sectionOf),
    ...(isUnseen
      ? []
      : [
          'No unseen recording was measured. So this page does not show how far the engine agrees with recordings that it was not fitted to.',
        ]),
    '## Wind and platforms',
    `Fighters are as recorded on every frame; wind and platforms follow the engine's rules and the recorded random seeds. A fighter on a platform shows the platform's position. A fighter in front of the tree shows whether it is pushed (_${BLOWING}_) or not (_${CALM}_). _right_: the engine's stage does the same on that frame.`,
    measured.some(({ stages }) => stages.some(({ parts }) => parts.size > 0)) ? partTable(measured) : 'Not measured.',
    '## Beside the nearest public simulator',
    `melee-sim-light plays the game's own rules with the animations, bodies and figures of a disc, which it needs. This engine has neither disc nor animations. The figures of melee-sim-light are its own report, of recordings that it chose; nobody repeated them here. Free runs of this engine are of games longer than ${LEAST_FREE_FRAMES.toLocaleString('en-US')} frames between two humans.`,
    comparisonTable(measured),
    '## Fits, not rules',
    'These modules estimate what the game reads from data that is not public. They are as good as the recordings behind them.',
    table(
      ['module of `packages/engine/src`', 'estimates', 'the game uses'],
      FITS.map(({ module, decides, game }) => [`\`${module}\``, decides, game]),
    ),
    '## Repeat it',
    [
      '1. Get the files listed in `packages/lab/sets/*.csv`, each from its address, and [unpack](../packages/lab/sets/README.md) those that end in `.xz`, `.zip` or `.slpz`. A file is recognised by its SHA-256, whatever its name.',
      '2. `npm run accuracy -- FOLDER ...` searches the folders, measures every file of a set, and writes this page.',
    ].join('\n'),
    ...omissionsOf(input),
  ].join('\n\n')
}

function omissionsOf({ refused, others }: AccuracyInput): string[] {
  const unlisted = others > 0 ? [`${others} recordings in the folders are of no set and were not measured.`] : []
  const lines = refused.map(({ set, file, reason }) => `- \`${file}\` of \`${set}\`: ${reason}`)
  if (unlisted.length + lines.length === 0) return []
  return ['## Left out', ...unlisted, ...(lines.length > 0 ? [lines.join('\n')] : [])]
}
