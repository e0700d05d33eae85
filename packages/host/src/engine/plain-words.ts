/**
 * Words that came from outside and are to be shown: an engine's last ones, a library's about a connection. One line of
 * what can be printed, and of bounded length: fit for a record (PostgreSQL takes no NUL), a log and a terminal.
 */

/** At most `max` characters; a longer text ends in "...". */
export function plainWords(text: string, max: number): string {
  // Control, format and unassigned characters, lone surrogates and all kinds of space.
  const words = text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
  const characters = Array.from(words.slice(0, 2 * (max + 1)))
  return characters.length <= max ? words : `${characters.slice(0, max).join('')}...`
}
