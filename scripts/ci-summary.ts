/** Sums the suites' reports and the checks of `.ci/run` into its closing line; fails when anything failed. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readJUnit } from './junit.ts'

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numFailedTestSuites: number
  numPendingTests: number
  success: boolean
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string }[]
  }[]
}

const dir = process.argv[2] ?? 'reports'
let passed = 0
let failed = 0
let skipped = 0

for (const file of readdirSync(dir).filter((name) => name.endsWith('.json'))) {
  const report = JSON.parse(readFileSync(join(dir, file), 'utf8')) as VitestReport
  const broken = report.testResults.filter((t) => t.status === 'failed' && t.assertionResults.length === 0)
  // A run that failed outside any test (an unhandled rejection, say) must not pass unseen.
  const outside = !report.success && report.numFailedTests === 0 && broken.length === 0 ? 1 : 0
  passed += report.numPassedTests
  failed += report.numFailedTests + broken.length + outside
  skipped += report.numPendingTests
  for (const result of report.testResults)
    for (const test of result.assertionResults) if (test.status === 'failed') console.log(`failed: ${test.fullName}`)
  for (const result of broken) console.log(`failed: ${result.name}: ${result.message}`)
  if (outside) console.log(`failed: ${file}: an error outside any test`)
}

for (const file of readdirSync(dir).filter((name) => name.endsWith('.xml'))) {
  const report = readJUnit(readFileSync(join(dir, file), 'utf8'))
  passed += report.passed
  failed += report.failed.length
  skipped += report.skipped
  for (const name of report.failed) console.log(`failed: ${file}: ${name}`)
}

const checks = join(dir, 'checks.txt')
if (existsSync(checks))
  for (const line of readFileSync(checks, 'utf8').trim().split('\n')) {
    if (line.endsWith(' pass')) passed++
    else if (line.endsWith(' skip')) {
      skipped++
      console.log(`skipped: ${line.replace(/ skip$/, '')}`)
    } else {
      failed++
      console.log(`failed: ${line.replace(/ fail$/, '')}`)
    }
  }

if (skipped > 0) console.log(`skipped: ${skipped}, most of them series of another day`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
