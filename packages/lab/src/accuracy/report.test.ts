import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { emptyTally, type Tally } from '../resim/index.ts'
import { FITS } from './fitted.ts'
import type { Measurement } from './measure.ts'
import { freeRunsOf, printAccuracy, setReportOf, type AccuracyInput } from './report.ts'
import type { TestSet } from './sets.ts'

const FOX = 1
const MARTH = 18
const ENGINE = join(import.meta.dirname, '../../../engine/src')

const set = (id: string, kind: TestSet['kind'], files: number): TestSet => ({
  id,
  kind,
  definition: `What ${id} is.`,
  list: Array.from({ length: files }, (_, i) => ({
    file: `${id}-${i}.slp`,
    sha256: '',
    source: 'https://example.org/',
  })),
})

const tally = (frames: number, all: number): Tally => ({
  ...emptyTally(),
  frames,
  action: all,
  position: all,
  percent: frames,
  all,
})

function measurement(part: Partial<Measurement> = {}): Measurement {
  return {
    stage: 31,
    frames: 3000,
    byFighter: new Map([[FOX, tally(100, 90)]]),
    free: { isCounted: true, firstDivergence: 300 },
    stageScore: new Map(),
    ...part,
  }
}

describe('a set’s report', () => {
  const report = setReportOf(set('some', 'unseen', 3), [
    measurement(),
    measurement({
      byFighter: new Map([
        [FOX, tally(100, 100)],
        [MARTH, tally(50, 10)],
      ]),
    }),
    measurement({ stage: 28, stageScore: new Map([['wind, blowing', { shown: 10, right: 4 }]]) }),
    measurement({ stage: 28, stageScore: new Map([['wind, blowing', { shown: 30, right: 6 }]]) }),
  ])

  test('adds up by character, most frames lost first, and by stage', () => {
    expect(report.total).toMatchObject({ frames: 450, all: 380 })
    expect(report.characters).toMatchObject([
      { name: 'Marth', recordings: 1, tally: { frames: 50, all: 10 } },
      { name: 'Fox', recordings: 4, tally: { frames: 400, all: 370 } },
    ])
    expect(report.stages.map(({ name, recordings }) => [name, recordings])).toEqual([
      ['Battlefield', 2],
      ['Dream Land N64', 2],
    ])
    expect(report.stages[1]!.parts).toEqual(new Map([['wind, blowing', { shown: 40, right: 10 }]]))
  })
})

describe('the median of free runs', () => {
  const run = (firstDivergence: number | null, isCounted = true) => ({ isCounted, firstDivergence })

  test('is over the games that count, the lower middle one where their number is even', () => {
    expect(freeRunsOf([run(700), run(100), run(300), run(900), run(1, false)])).toEqual({
      counted: 4,
      agreeing: 0,
      median: 300,
    })
  })

  test('counts a game that never diverges as the longest', () => {
    expect(freeRunsOf([run(null), run(null), run(5)])).toEqual({ counted: 3, agreeing: 2, median: null })
    expect(freeRunsOf([run(1, false)])).toEqual({ counted: 0, agreeing: 0, median: undefined })
  })
})

describe('the page', () => {
  const input: AccuracyInput = {
    date: '2026-01-02',
    engine: '0123456789ab',
    commit: 'v1-2-gabcdef0',
    sets: [set('seen', 'known', 2), set('kept', 'unseen', 1)],
    measured: [
      { set: 'seen', file: 'seen-0.slp', measurement: measurement() },
      {
        set: 'kept',
        file: 'kept-0.slp',
        measurement: measurement({ byFighter: new Map([[MARTH, tally(1000, 912)]]) }),
      },
    ],
    refused: [{ set: 'seen', file: 'seen-1.slp', reason: 'it ends before its first frame' }],
    others: 7,
  }
  const page = printAccuracy(input)
  const sectionOf = (title: string): string => page.split('\n## ').find((text) => text.startsWith(title))!

  test('shows the date and the engine', () => {
    expect(page).toContain('| 2026-01-02 | `0123456789ab` | v1-2-gabcdef0 |')
  })

  test('lists each set separately, the unseen first', () => {
    const [, unseen, known] = sectionOf('Agreement').split('\n### ')
    expect(unseen).toMatch(/^`kept` \(unseen\)/)
    expect(unseen).toContain('| Marth | 1 | 1,000 | 91.20 | 91.20 | 100.00 | 91.20 |')
    expect(unseen).not.toContain('Fox')
    expect(known).toMatch(/^`seen` \(known\)/)
  })

  test('says how many recordings of a set were measured, and when their free runs diverge', () => {
    expect(sectionOf('Test sets')).toContain('| `seen` | known | 1 of 2 | 1 | 300 | What seen is. |')
    expect(sectionOf('Test sets')).toContain('| `kept` | unseen | 1 | 1 | 300 | What kept is. |')
  })

  test('says so where no unseen recording was measured', () => {
    expect(page).not.toContain('No unseen recording was measured')
    expect(printAccuracy({ ...input, measured: input.measured.slice(0, 1) })).toContain(
      'No unseen recording was measured',
    )
  })

  test('adds up characters that a set hardly shows', () => {
    const rare = [measurement(), measurement({ byFighter: new Map([[MARTH, tally(300, 210)]]) })]
    const shown = printAccuracy({
      ...input,
      measured: rare.map((each, i) => ({ set: 'seen', file: `seen-${i}.slp`, measurement: each })),
    })
    expect(shown).toContain('| Marth, Fox | 2 | 400 | 75.00 | 75.00 | 100.00 | 75.00 |')
  })

  test('shows wind and platforms as share of the frames that show them, for each set', () => {
    const windy = (right: number) =>
      measurement({ stage: 28, stageScore: new Map([['wind, blowing', { shown: 1000, right }]]) })
    const calm = measurement({ stage: 2, stageScore: new Map([['left platform', { shown: 7, right: 7 }]]) })
    const shown = printAccuracy({
      ...input,
      measured: [
        { set: 'seen', file: 'seen-0.slp', measurement: windy(400) },
        { set: 'kept', file: 'kept-0.slp', measurement: windy(950) },
        { set: 'kept', file: 'kept-1.slp', measurement: calm },
      ],
    })
    const section = shown.split('\n## ').find((text) => text.startsWith('Wind and platforms'))!
    expect(section).toContain(
      '| stage | part | `kept`: fighter frames | right, % | `seen`: fighter frames | right, % |',
    )
    expect(section).toContain('| Dream Land N64 | wind, blowing | 1,000 | 95.00 | 1,000 | 40.00 |')
    expect(section).toContain('| Fountain of Dreams | left platform | 7 | 100.00 | - | - |')
  })

  test('sets the nearest public simulator beside it, with what each of the two measures', () => {
    const section = sectionOf('Beside the nearest public simulator')
    expect(section).toContain('| this engine, windows of `kept` | 1 | the recorded state, every 60 frames |')
    expect(section).toMatch(/this engine, free runs of `seen` \| 1 .* the median diverges on 300; 0 agree to the end/)
    expect(section).toMatch(
      /melee-sim-light\).* \| 557 \| the first frame \| .*stage events.*bit for bit \| 531 agree to the end/,
    )
  })

  test('lists files that were left out', () => {
    expect(sectionOf('Left out')).toContain('7 recordings in the folders are of no set')
    expect(sectionOf('Left out')).toContain('`seen-1.slp` of `seen`: it ends before its first frame')
    expect(printAccuracy({ ...input, refused: [], others: 0 })).not.toContain('Left out')
  })

  test('lists every fit of the engine, with a module that exists', () => {
    for (const { module } of FITS) {
      expect(sectionOf('Fits')).toContain(`\`${module}\``)
      expect(existsSync(join(ENGINE, module)), module).toBe(true)
    }
  })
})
