/** The verdicts of a check as lines for people. Pure. */
import { columns } from '../words.ts'
import type { Rule, Status, VerdictOn } from './verdicts.ts'

const MARK: Readonly<Record<Status, string>> = {
  pass: 'pass',
  fail: 'FAIL',
  warning: 'warn',
  'not tried': '-',
}

/**
 * A table of all rules, then the figures of `measured`, a rule that has some, under a name; then each rule that was not kept: what was
 * seen, and what to do.
 */
export function describeVerdicts<Name extends string>(
  rules: Readonly<Record<Name, Rule>>,
  verdicts: readonly VerdictOn<Name>[],
  measured: { readonly rule: Name; readonly as: string },
): string[] {
  const table = columns(verdicts.map(({ rule, status }) => [MARK[status], rule, rules[rule].title]))
  const details = verdicts
    .filter(({ status }) => status === 'fail' || status === 'warning')
    .flatMap(({ rule, status, found, advice }) => [
      '',
      `${MARK[status]}  ${rule} (${rules[rule].source})`,
      `      ${found}`,
      ...(advice === undefined ? [] : [`      ${advice}`]),
    ])
  const figures = verdicts.find(({ rule, status }) => rule === measured.rule && status === 'pass')
  return [...table, ...(figures === undefined ? [] : ['', `  ${measured.as}: ${figures.found}.`]), ...details]
}

/** One line: how many, and which failed. */
export function summarize(verdicts: readonly VerdictOn<string>[]): string {
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
