/**
 * Gathers the measurements of the test sets and writes docs/accuracy.md. Pure: the measurements and their date are
 * arguments.
 */
import { STAGE_BY_ID } from '../../../engine/src/stages/index.ts'
import type { StageId } from '../../../engine/src/seed.ts'
import { addTally, emptyTally, FIGHTERS, type Tally } from '../resim/index.ts'
import { NOTHING, share } from '../reports/text.ts'
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

function sharesOf({ frames, action, position, percent, all }: Tally): string[] {
  return [action, position, percent, all].map((part) => share(part, frames))
}

const SHARES = ['action', 'position', 'percent', 'all three']

function medianText({ median }: FreeRuns): string {
  return median === undefined ? NOTHING : median === null ? 'none' : `frame ${median.toLocaleString('en-US')}`
}

function setTable(reports: readonly SetReport[]): string {
  const rows = reports.map(({ set, files }): Row => {
    const measured = files > 0 ? files : 'not measured'
    return [`\`${set.id}\``, set.kind, set.files, set.list?.length ?? 'no list', measured, set.definition]
  })
  return table(['set', 'kind', 'recordings', 'listed', 'measured', 'what it is'], rows)
}

function sectionOf({ set, files, total, characters, stages }: SetReport): string {
  const of = files < set.files ? ` of ${set.files}` : ''
  const row = (name: string, recordings: number, tally: Tally): Row => [
    name,
    recordings,
    tally.frames,
    ...sharesOf(tally),
  ]
  return [
    `### \`${set.id}\` (${set.kind}): ${files}${of} recordings`,
    table(
      ['character', 'recordings', 'fighter frames', ...SHARES],
      [...characters.map(({ name, recordings, tally }) => row(name, recordings, tally)), row('all', files, total)],
    ),
    table(
      ['stage', 'recordings', 'fighter frames', ...SHARES],
      stages.map(({ name, recordings, tally }) => row(name, recordings, tally)),
    ),
  ].join('\n\n')
}

function partTable(reports: readonly SetReport[]): string {
  const rows = reports.flatMap(({ set, stages }) =>
    stages.flatMap(({ name, recordings, parts }) =>
      [...parts]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([part, { shown, right }]): Row => [name, part, `\`${set.id}\``, recordings, shown, share(right, shown)]),
    ),
  )
  return table(['stage', 'part', 'set', 'recordings', 'fighter frames that show it', 'right'], rows)
}

export function printAccuracy(input: AccuracyInput): string {
  const reports = reportsOf(input)
  const measured = reports.filter(({ files }) => files > 0)
  const isClean = ({ set }: SetReport): boolean => set.kind !== 'known'
  const clean = measured.filter(isClean)
  const known = measured.filter((report) => !isClean(report))
  return [
    '# Accuracy',
    'How far the engine agrees with recordings of the real game. `npm run accuracy` writes this page; edits by hand are lost.',
    table(['measured on', 'engine', 'commit'], [[input.date, `\`${input.engine}\``, input.commit ?? NOTHING]]),
    'The engine is identified by a digest of games that it plays. A commit that changes no rule does not change the digest. `npm run accuracy -- --engine` prints the digest of a checkout.',
    '## What is measured',
    [
      '- **Windows.** Every 60 frames the fighters are set to their recorded state. The engine then plays 60 frames from the recorded controllers and random seeds, and each fighter frame is compared.',
      '- **action**: the action state is the recorded one. **position**: within 0.05 on both axes. **percent**: equal. **all three**: the same frame passes all of them.',
      '- **Free run.** The engine gets the first frame and then only controllers and random seeds. A run diverges on the first frame on which an action state differs, or a position by more than 0.5 on an axis.',
      `- Free runs count for games between two humans that are longer than ${LEAST_FREE_FRAMES.toLocaleString('en-US')} frames.`,
      "- **The stage is the engine's own** in both: wind and platforms follow its rules from the first frame on, and no stage data is taken from the recording. If wind or platforms differ, most of the remaining window disagrees; the tables by stage show the effect. `npm run resim` measures the same windows with the stage as recorded.",
      '- On a Pokémon Stadium that transforms, only the frames before its first change count.',
      '- State that a recording does not hold is [rebuilt](resimulation.md) from the frames before a window. Two values also depend on later frames: hitlag before format 3.8, and the time that a fighter has been off the screen.',
      '- Recordings before format 3.5 hold no speeds, so they have no windows, only a free run.',
    ].join('\n'),
    '## Test sets',
    '_Known_ recordings were used to correct rules and to fit figures, so the engine agrees with them more than with others. _Held out_ recordings are never used for either. _Unseen_ recordings are not inspected by anyone; only their totals are measured.',
    'A set without a list of files cannot be measured again. The [notebook](../research/agreement.md) has the results of earlier engines on those sets, which cannot be verified.',
    setTable(reports),
    '## Agreement on recordings that are not known',
    clean.length > 0
      ? clean.map(sectionOf).join('\n\n')
      : 'Not measured: no file of such a set was available. So this page does not show how far the engine agrees with recordings that it was not fitted to.',
    '## Agreement on known recordings',
    known.length > 0 ? known.map(sectionOf).join('\n\n') : 'Not measured.',
    '## Free run',
    'For an even number of games, the median is the lower of the two middle values.',
    table(
      ['set', 'kind', 'games', 'median game diverges on', 'games that agree to the end'],
      measured.map(({ set, free }): Row => [`\`${set.id}\``, set.kind, free.counted, medianText(free), free.agreeing]),
    ),
    "## The engine's own stage",
    `Fighters are as recorded on every frame; wind and platforms follow the engine's rules and the recorded random seeds. A fighter that stands on a platform shows the platform's position. A fighter in front of the tree shows whether it is pushed (_${BLOWING}_) or not (_${CALM}_). _right_: the engine's platform is at the same position, or the engine's wind does the same. The platforms of the frozen Stadium do not move.`,
    measured.some(({ stages }) => stages.some(({ parts }) => parts.size > 0)) ? partTable(measured) : 'Not measured.',
    '## Fits, not rules',
    'These modules estimate what the game reads from data that is not public. They are as good as the recordings behind them.',
    table(
      ['module of `packages/engine/src`', 'estimates', 'the game uses'],
      FITS.map(({ module, decides, game }) => [`\`${module}\``, decides, game]),
    ),
    '## Repeat it',
    [
      `1. Get the files listed in \`packages/lab/sets/*.csv\`, each from its address. [Unpack](../packages/lab/sets/README.md) those that end in \`.xz\`, \`.zip\` or \`.slpz\`. A file is recognised by its SHA-256; its name and folder do not matter.`,
      '2. `npm run accuracy -- FOLDER ...` searches the folders, measures every file of a set, and writes this page.',
      '3. The engine is the same when `npm run accuracy -- --engine` prints the same digits.',
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
