/** Variables that are no setting of the arena, and those that they may be meant for. */
import { distance } from '../spelling.ts'
import { VARIABLE_NAMES } from './variables.ts'

const PREFIX = /^ARENA_/i
/** Letters that may be wrong, missing or too many in a name that is taken for another. */
const MOST_WRONG = 2

/** A misspelt variable would silently do nothing. */
export function refuseUnknown(env: Readonly<Record<string, string | undefined>>, mistakes: string[]): void {
  const known: readonly string[] = VARIABLE_NAMES
  for (const [name, text = ''] of Object.entries(env).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!PREFIX.test(name) || known.includes(name) || text.trim() === '') continue
    const meant = meantBy(name.toUpperCase())
    mistakes.push(
      `${name} is no setting of the arena${meant.length === 0 ? '' : `. Did you mean ${meant.join(' or ')}?`}`,
    )
  }
}

/** Settings that this may be: without the prefix that not all of them have, and those of the nearest spelling. */
function meantBy(name: string): string[] {
  const distances = new Map(VARIABLE_NAMES.map((known) => [known, distance(name, known)]))
  const least = Math.min(...distances.values())
  return VARIABLE_NAMES.filter(
    (known) => known === name.replace(PREFIX, '') || (least <= MOST_WRONG && distances.get(known) === least),
  )
}
