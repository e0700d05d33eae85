/**
 * Makes text from outside fit to be shown, such as an engine's last output or a library's error message: one line of
 * printable characters of limited length. It is safe in a record (PostgreSQL refuses NUL), a log and a terminal.
 */

/** At most `max` characters; a longer text ends in "...". */
export function plainWords(text: string, max: number): string {
  // Control, format and unassigned characters, lone surrogates and all kinds of space.
  const words = text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
  const characters = Array.from(words.slice(0, 2 * (max + 1)))
  return characters.length <= max ? words : `${characters.slice(0, max).join('')}...`
}
