import { expect, test } from 'vitest'
import { readJUnit } from './junit.ts'

const REPORT = `<?xml version="1.0" encoding="utf-8"?><testsuites name="pytest tests"><testsuite name="pytest" errors="1" failures="1" \
skipped="1" tests="4" time="2"><testcase classname="tests.test_pad" name="test_one" time="0.1" />
<testcase classname="tests.test_pad" name="test_two[a&gt;b]" time="0.1"><failure message="assert 1 == 2">1 &lt; 2</failure></testcase>
<testcase classname="tests.test_read" name="test_three" time="0"><skipped type="pytest.skip" message="no Node">why</skipped></testcase>
<testcase classname="tests" name="test_four" time="0"><error message="failed on setup">x</error></testcase></testsuite></testsuites>`

test('passed, skipped and failed tests are counted, and failed ones named', () => {
  expect(readJUnit(REPORT)).toEqual({
    passed: 1,
    skipped: 1,
    failed: ['tests.test_pad.test_two[a&gt;b]', 'tests.test_four'],
  })
})

test('a report that is broken off, or lacks a test that it counts, is a failure', () => {
  expect(readJUnit(REPORT.slice(0, -20)).failed).toContain('the report is broken off')
  expect(readJUnit(REPORT.replace('tests="4"', 'tests="5"')).failed).toContain('the report is broken off')
  expect(readJUnit('').failed).toEqual(['the report is broken off'])
})
