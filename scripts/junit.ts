/** Reads as much of a JUnit report as a summary needs: how many tests passed and were skipped, and which failed. */

export interface SuiteReport {
  readonly passed: number
  readonly skipped: number
  readonly failed: readonly string[]
}

/** A report that is broken off, as by a crash, counts as a failure. */
export function readJUnit(xml: string): SuiteReport {
  const failed: string[] = []
  let [passed, skipped] = [0, 0]
  for (const [, attributes = '', body = ''] of xml.matchAll(/<testcase\b([^>]*?)(?:\/>|>(.*?)<\/testcase>)/gs)) {
    if (/<(?:failure|error)\b/.test(body)) failed.push(nameOf(attributes))
    else if (/<skipped\b/.test(body)) skipped++
    else passed++
  }
  const count = Number(/<testsuite\b[^>]*\btests="(\d+)"/.exec(xml)?.[1] ?? 0)
  const isWhole = /<\/testsuites>\s*$/.test(xml) && count === passed + skipped + failed.length
  return { passed, skipped, failed: isWhole ? failed : [...failed, 'the report is broken off'] }
}

function nameOf(attributes: string): string {
  const value = (name: string): string => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? ''
  return `${value('classname')}.${value('name')}`
}
