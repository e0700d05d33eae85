/** What comes of an operator’s request. */

/** Facts of one thing, as JSON has them. */
export type Row = Readonly<Record<string, unknown>>

/** What cannot be done, in words for the operator. */
export class OperatorFailure extends Error {
  override readonly name = 'OperatorFailure'
}
