/** The one error of this package: what is wrong with the bytes (`code`) and where (`offset`). */

export type SlpErrorCode =
  /** The file does not begin like a .slp file. */
  | 'not-slp'
  /** The bytes end inside something that should have been whole, or only zero bytes follow. */
  | 'truncated'
  /** The stream does not begin with Event Payloads, or that event contradicts itself or the tables. */
  | 'bad-event-payloads'
  /** An event code that Event Payloads did not announce. */
  | 'unknown-event'
  /** A split message whose blocks do not fit together. */
  | 'bad-split-message'
  /** The metadata element is not UBJSON, or not an object. */
  | 'bad-metadata'
  /** A frame number before the first, or far ahead of the frames before it. */
  | 'bad-frame'
  /** Frames are not counted as in a game, which some modes do, such as training. */
  | 'unsupported-mode'
  /** More bytes or frames than the reader accepts. */
  | 'too-long'

export class SlpError extends Error {
  override readonly name = 'SlpError'
  readonly code: SlpErrorCode
  /** Byte offset of the fault: in the file for a replay, since the first byte for a stream. */
  readonly offset: number

  constructor(code: SlpErrorCode, offset: number, detail: string) {
    super(`${detail} (${code} at byte ${offset})`)
    this.code = code
    this.offset = offset
  }
}
