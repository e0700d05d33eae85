/** A text of the public log that is not what it has to be; the message is a sentence for a person. */
export class NoteError extends Error {
  override readonly name = 'NoteError'
}
