/** Reads as much of Vitest's JSON report as a summary needs. */
import type { SuiteReport } from './junit.ts'

interface VitestReport {
  readonly numPassedTests: number
  readonly numPendingTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}

/** A file that fails outside its tests, as while it is loaded, is one failure. */
export function readVitest(json: string): SuiteReport {
  const report = JSON.parse(json) as VitestReport
  const failed = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed').map((test) => test.fullName)
    return status === 'failed' && tests.length === 0 ? [`${name}: ${message}`] : tests
  })
  return { passed: report.numPassedTests, skipped: report.numPendingTests, failed }
}
