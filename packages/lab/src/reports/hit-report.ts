/** Reports how far hit detection agrees with labelled frames: in total, and by victim. */
import {
  emptyHitScore,
  FIGHTERS,
  judgeCase,
  scoreSwing,
  type HitCase,
  type HitScore,
  type JudgedCase,
  type Recording,
} from '../resim/index.ts'
import { share, table, type Cell } from './text.ts'

export interface HitReport {
  readonly all: HitScore
  readonly byVictim: [name: string, score: HitScore][]
  /** Cases whose recording was not given, or is too short. */
  readonly unjudged: number
  readonly wrong: JudgedCase[]
}

export function hitReportOf(cases: readonly HitCase[], recordings: ReadonlyMap<string, Recording>): HitReport {
  const swings = new Map<string, JudgedCase[]>()
  let unjudged = 0
  for (const hit of cases) {
    const recording = recordings.get(hit.file)
    const judged = recording ? judgeCase(recording, hit) : null
    if (!judged) {
      unjudged++
      continue
    }
    const key = `${hit.file} ${hit.swing}`
    swings.set(key, [...(swings.get(key) ?? []), judged])
  }
  const all = emptyHitScore()
  const victims = new Map<string, HitScore>()
  for (const swing of swings.values()) {
    swing.sort((a, b) => a.case.frame - b.case.frame)
    const { name } = FIGHTERS[swing[0]!.victim]!
    const score = victims.get(name) ?? emptyHitScore()
    victims.set(name, score)
    scoreSwing(score, swing)
    scoreSwing(all, swing)
  }
  const wrong = [...swings.values()].flat().filter((judged) => judged.result !== judged.case.result)
  const byVictim = [...victims].sort(([, a], [, b]) => b.cases - b.right - (a.cases - a.right))
  return { all, byVictim, unjudged, wrong }
}

function cellsOf({
  cases,
  right,
  connecting,
  found,
  predicted,
  swings,
  exact,
  early,
  late,
  misses,
  falseSwings,
}: HitScore): Cell[] {
  return [
    cases,
    share(right, cases),
    share(found, connecting),
    share(found, predicted),
    swings,
    share(exact, swings),
    share(early, swings),
    share(late, swings),
    `${falseSwings}/${misses}`,
  ]
}

const HEADER = [
  'victim',
  'frames',
  'right',
  'recall',
  'precision',
  'swings',
  'exact',
  'early',
  'not yet',
  'false swings',
]

export function printHitReport({ all, byVictim, unjudged, wrong }: HitReport, top: number): string {
  const parts = [
    table(HEADER, [['all', ...cellsOf(all)], ...byVictim.map(([name, score]) => [name, ...cellsOf(score)])]),
    `Wrong cases, ${Math.min(top, wrong.length)} of ${wrong.length}`,
    table(
      ['file', 'frame', 'swing', 'expected', 'got'],
      wrong
        .slice(0, top)
        .map(({ case: hit, result }) => [hit.file, String(hit.frame), String(hit.swing), hit.result, result]),
    ),
  ]
  if (unjudged > 0) parts.push(`${unjudged} cases could not be judged: their recordings were not given`)
  return parts.join('\n\n')
}
