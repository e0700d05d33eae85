/** What `.ci/run` says at its end, of suites that stand in for the real ones. */
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { readVitest } from './vitest-report.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

const reportOf = (passed: number, failed: readonly string[] = [], skipped = 0): string =>
  JSON.stringify({
    numPassedTests: passed,
    numPendingTests: skipped,
    testResults: [
      {
        name: '/a.test.ts',
        status: failed.length > 0 ? 'failed' : 'passed',
        message: '',
        assertionResults: failed.map((fullName) => ({ status: 'failed', fullName })),
      },
    ],
  })

/** A command that leaves a report and ends with a code. */
const leaves = (code: number, report: string): string =>
  `bash -c 'echo "$0" >"$ARENA_TEST_REPORT"; exit ${code}' '${report}'`

function gate(...lines: readonly string[]): { status: number | null; said: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'gate-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of ['scripts', 'node_modules']) symlinkSync(join(ROOT, name), join(folder, name))
  const { status, stdout } = spawnSync('bash', ['-uo', 'pipefail', '-c', lines.join('\n')], {
    cwd: folder,
    encoding: 'utf8',
  })
  return { status, said: stdout.split('\n').filter((line) => /^failed: |passed, /.test(line)) }
}

/** As `.ci/suites.sh` has it. */
const newSeed = /^new_seed\(\) \{[^]*?^\}$/m.exec(readFileSync(join(ROOT, '.ci/suites.sh'), 'utf8'))![0]

const SUITES = `source '${join(ROOT, '.ci/suites.sh')}'`

test('the gate is green where all suites and checks are', () => {
  const { status, said } = gate(SUITES, `suite unit ${leaves(0, reportOf(3, [], 2))}`, 'step lint true', 'sum_up')
  expect({ status, said }).toEqual({ status: 0, said: ['4 passed, 0 failed'] })
})

test('the gate is red where a suite fails, ends with an error that no test has, runs no test, or leaves no report', () => {
  const { status, said } = gate(
    SUITES,
    `suite unit ${leaves(0, reportOf(3))}`,
    `suite fails ${leaves(1, reportOf(2, ['one', 'other']))}`,
    `suite rejects ${leaves(1, reportOf(4))}`,
    `suite empty ${leaves(0, reportOf(0, [], 5))}`,
    'suite crashes false',
    'step lint false',
    // There is no script for it in this folder.
    'in_python python',
    'sum_up',
  )
  expect(status).toBe(1)
  expect(said.at(-1)).toBe('9 passed, 7 failed')
  expect(said.slice(0, -1).toSorted()).toEqual([
    'failed: crashes',
    'failed: empty: no test has run',
    'failed: fails: one',
    'failed: fails: other',
    'failed: lint',
    'failed: python',
    'failed: rejects: an error outside any test',
  ])
})

test('the gate does not begin where the reports of an earlier run cannot be removed', () => {
  expect(gate('rm() { return 1; }', SUITES, 'echo 0 passed, 0 failed')).toEqual({ status: 1, said: [] })
})

/** Functions of `.ci/suites.sh` that print what they are asked for. */
const SPEAKING = `
  suite() { shift; echo "$*"; }
  step() { shift; echo "$*"; }
  apart() { shift; "$@"; }
  with_postgres() { "$@"; }
  in_browser() { echo "npm run --silent test:browser -- $*"; }
  in_python() { echo "python/check $*"; }
  in_simulation() { shift; echo "simulation $*"; }
  by_third_parties() { echo "scripts/third-parties.sh $*"; }
  date() { echo 'the gate asks for the date'; }
  for name in build install meanwhile prepare_machine sum_up; do eval "$name() { :; }"; done
`

test('the gate runs the same tests each time, of every suite, but for the seeds of one series, which are new', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gate-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, '.ci'))
  copyFileSync(join(ROOT, '.ci/run'), join(folder, '.ci/run'))
  writeFileSync(join(folder, '.ci/suites.sh'), SPEAKING.concat(newSeed))
  const [first, second] = [0, 1].map(() => {
    const { stdout } = spawnSync('bash', [join(folder, '.ci/run')], { encoding: 'utf8' })
    return stdout.replaceAll(/ --from (\d{4,})/g, ' --from NEW').split('\n')
  })
  expect(first).toEqual(second)
  expect(first).toEqual(expect.arrayContaining(['npm test', 'npm run --silent typecheck', 'npm run --silent lint']))
  const asked = first!.join('\n')
  for (const kind of ['slow', 'pg', 'browser', 'pack']) {
    const [, file] = new RegExp(`test:${kind} -- (\\S+\\.${kind}\\.test\\.ts)$`, 'm').exec(asked) ?? []
    expect(existsSync(join(ROOT, file!)), kind).toBe(true)
  }
  const simulations = first!.filter((line) => line.startsWith('simulation '))
  expect(simulations.map((line) => line.replace(/ --count \d+/, ''))).toEqual([
    'simulation --from 0',
    'simulation --from NEW',
  ])
  expect(asked).toMatch(/^python\/check .*--quick tests\//m)
  expect(asked).toContain('scripts/third-parties.sh slippi-js public-log')
  expect(asked).not.toContain('date')
})

test('a file that fails while it is loaded is one failure of its report', () => {
  const testResults = [{ name: '/a.test.ts', status: 'failed', message: 'no such module', assertionResults: [] }]
  const report = JSON.stringify({ numPassedTests: 1, numPendingTests: 0, testResults })
  expect(readVitest(report)).toEqual({ passed: 1, skipped: 0, failed: ['/a.test.ts: no such module'] })
})
