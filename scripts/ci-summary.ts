/** Sums the suites' reports and the checks of `.ci/run` into its closing line; fails when anything failed. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readJUnit, type SuiteReport } from './junit.ts'
import { readVitest } from './vitest-report.ts'

const READERS: Readonly<Record<string, (text: string) => SuiteReport>> = { json: readVitest, xml: readJUnit }

const dir = process.argv[2] ?? 'reports'
let passed = 0
let failed = 0
let skipped = 0

function fail(what: string): void {
  failed++
  console.log(`failed: ${what}`)
}

for (const file of readdirSync(dir)) {
  const [suite, kind] = file.split('.')
  const read = READERS[kind!]
  if (!read) continue
  const report = read(readFileSync(join(dir, file), 'utf8'))
  passed += report.passed
  skipped += report.skipped
  for (const test of report.failed) fail(`${suite}: ${test}`)
  // Such a run must not pass unseen: its report has no word of what no test has thrown, a rejection that nobody handles for instance.
  if (report.failed.length > 0) continue
  if (existsSync(join(dir, `${suite}.failed`))) fail(`${suite}: an error outside any test`)
  else if (report.passed === 0) fail(`${suite}: no test has run`)
}

const checks = join(dir, 'checks.txt')
if (existsSync(checks))
  for (const line of readFileSync(checks, 'utf8').trim().split('\n')) {
    if (line.endsWith(' pass')) passed++
    else if (line.endsWith(' skip')) {
      skipped++
      console.log(`skipped: ${line.replace(/ skip$/, '')}`)
    } else fail(line.replace(/ fail$/, ''))
  }

if (skipped > 0) console.log(`skipped: ${skipped}, most of them series that the nightly run has`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
