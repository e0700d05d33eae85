/** Prints plain values as JSON: objects and lists have a line for each member down to a depth, so that a change is one line. */

const LINES_TO = 2

export function print(value: unknown, depth = 0): string {
  if (ArrayBuffer.isView(value)) return JSON.stringify(Array.from(value as Int16Array))
  // JSON reads this as infinity.
  if (value === Infinity) return '1e999'
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const isList = Array.isArray(value)
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([key, member]) => `${isList ? '' : `${JSON.stringify(key)}:`}${print(member, depth + 1)}`)
  const hasLines = depth < LINES_TO && members.length > 0 && (!isList || typeof value[0] === 'object')
  const [open, close] = isList ? '[]' : '{}'
  return hasLines ? `${open}\n${members.join(',\n')}\n${close}` : `${open}${members.join(',')}${close}`
}

/** The shortest number that is the same as another in single precision. */
export function shortest(value: number): number {
  for (let digits = 1; ; digits++) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === Math.fround(value)) return short + 0
  }
}
