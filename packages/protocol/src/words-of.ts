/**
 * What was thrown, in words for a person. Anything can be thrown: a library throws objects that are no `Error`, a bot whatever it likes.
 * An entry of its own, for programs that have not loaded the schemas.
 */
const MOST_FACTS = 200

export function wordsOf(thrown: unknown): string {
  // A name with several addresses fails with an error for each of them, and none for all.
  if (thrown instanceof AggregateError && thrown.message === '') return thrown.errors.map(wordsOf).join(', ')
  // The cause of the error says why.
  if (thrown instanceof TypeError && thrown.message === 'fetch failed' && thrown.cause) return wordsOf(thrown.cause)
  if (typeof thrown === 'string' && thrown.trim() !== '') return thrown
  if (typeof thrown !== 'object' || thrown === null) {
    return `${typeof thrown === 'string' ? JSON.stringify(thrown) : String(thrown)} was thrown`
  }
  try {
    const { message, name, ...facts } = thrown as { readonly message?: unknown; readonly name?: unknown }
    if (typeof message === 'string' && message.trim() !== '') return message
    const kind = typeof name === 'string' && name !== '' ? name : 'an object'
    const shown = JSON.stringify(facts)
    return shown === '{}' ? `${kind} without a message` : `${kind} ${shown.slice(0, MOST_FACTS)}`
  } catch {
    return 'an object that cannot be read'
  }
}

/** For a log: with the calls that led there, where they are known. */
export function traceOf(thrown: unknown): string {
  return thrown instanceof Error && thrown.stack !== undefined ? thrown.stack : wordsOf(thrown)
}
