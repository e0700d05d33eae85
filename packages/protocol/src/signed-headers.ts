/** What both kinds of signature share: header names, reading a header, and the age of a timestamp. */

export const HEADER = {
  match: 'x-arena-match',
  key: 'x-arena-key',
  timestamp: 'x-arena-timestamp',
  signature: 'x-arena-signature',
} as const

/** Headers as Node gives them: lower-case names, an array where a header came twice. */
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/** The one value of a header; null when it is absent or came more than once. */
export function headerValue(headers: Headers, name: string): string | null {
  const value = headers[name]
  return typeof value === 'string' ? value : null
}

/** Whether a timestamp header is Unix milliseconds in plain digits, at most `toleranceMs` from `now` either side. */
export function isFresh(timestamp: string, now: number, toleranceMs: number): boolean {
  return /^[0-9]{1,15}$/.test(timestamp) && Math.abs(now - Number(timestamp)) <= toleranceMs
}
