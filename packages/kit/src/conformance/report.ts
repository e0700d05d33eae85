/** The verdicts of a check as lines for people. Pure. */
import { columns } from '../words.ts'
import { RULES, type Status, type Verdict } from './rules.ts'

const MARK: Readonly<Record<Status, string>> = {
  pass: 'pass',
  fail: 'FAIL',
  warning: 'warn',
  'not tried': '-',
}

/** A table of all rules, then each that was not kept: what was seen, and what to do. */
export function describeVerdicts(verdicts: readonly Verdict[]): string[] {
  const table = columns(verdicts.map(({ rule, status }) => [MARK[status], rule, RULES[rule].title]))
  const details = verdicts
    .filter(({ status }) => status === 'fail' || status === 'warning')
    .flatMap(({ rule, status, found, advice }) => [
      '',
      `${MARK[status]}  ${rule} (${RULES[rule].source})`,
      `      ${found}`,
      ...(advice === undefined ? [] : [`      ${advice}`]),
    ])
  const timing = verdicts.find(({ rule, status }) => rule === 'pads-in-time' && status === 'pass')
  return [...table, ...(timing === undefined ? [] : ['', `  Pads: ${timing.found}.`]), ...details]
}

/** One line: how many, and which failed. */
export function summarize(verdicts: readonly Verdict[]): string {
  const named = (status: Status) => verdicts.filter((verdict) => verdict.status === status).map(({ rule }) => rule)
  const [passed, failed, warned, untried] = (['pass', 'fail', 'warning', 'not tried'] as const).map(named)
  const parts = [
    `${passed!.length} of ${verdicts.length} rules pass`,
    ...(failed!.length > 0 ? [`${failed!.length} fail (${failed!.join(', ')})`] : []),
    ...(warned!.length > 0
      ? [`${warned!.length} ${warned!.length === 1 ? 'warning' : 'warnings'} (${warned!.join(', ')})`]
      : []),
    ...(untried!.length > 0 ? [`${untried!.length} not tried`] : []),
  ]
  return `${parts.join('; ')}.`
}
