/** What a check finds by each of its rules: those of a bot (rules.ts), or those of an engine (../engine-check/rules.ts). */

/** What is right, and where that stands. */
export interface Rule {
  readonly title: string
  readonly source: string
}

/** A `warning` is what is left to the author, or what may be chance. */
export type Status = 'pass' | 'fail' | 'warning' | 'not tried'

export interface VerdictOn<Name extends string> {
  readonly rule: Name
  readonly status: Status
  /** What was seen, or why the rule was not tried. */
  readonly found: string
  /** What it means and what to do. */
  readonly advice?: string
}

export const pass = <Name extends string>(rule: Name, found: string): VerdictOn<Name> => ({
  rule,
  status: 'pass',
  found,
})

export const fail = <Name extends string>(rule: Name, found: string, advice: string): VerdictOn<Name> => ({
  rule,
  status: 'fail',
  found,
  advice,
})

export const warn = <Name extends string>(rule: Name, found: string, advice: string): VerdictOn<Name> => ({
  rule,
  status: 'warning',
  found,
  advice,
})

export const notTried = <Name extends string>(rule: Name, found: string): VerdictOn<Name> => ({
  rule,
  status: 'not tried',
  found,
})

/** Every rule once, in the order of the report; those that no verdict is about were not tried, for the reason given. */
export function inOrder<Name extends string>(
  rules: Readonly<Record<Name, Rule>>,
  verdicts: readonly VerdictOn<Name>[],
  why: string,
): readonly VerdictOn<Name>[] {
  return (Object.keys(rules) as Name[]).map(
    (rule) => verdicts.find((verdict) => verdict.rule === rule) ?? notTried(rule, why),
  )
}
