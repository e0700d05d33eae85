/** Words that are nearly another. */

/** How many letters have to be changed, left out or put in to make one word of the other (Levenshtein). */
export function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const changed = row[j - 1]! + Number(from[i - 1] !== to[j - 1])
      next.push(Math.min(changed, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row.at(-1)!
}
