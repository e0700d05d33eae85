/** What is wrong with a replay, in sentences for whoever wants to watch it. */
import { MOST_REPLAY_BYTES, SlpError } from '@arena/slp'

const TOO_BIG = `The replay is too big: a viewer reads ${MOST_REPLAY_BYTES >> 20} MB and 36 minutes at most.`
export const NO_ANSWER = 'The replay could not be fetched: the server does not answer.'
export const HANGS = 'The replay could not be read: reading it took too long.'
export const FAILED = 'The replay could not be read: the viewer failed.'
export const NOT_DRAWN = 'A picture could not be drawn: the viewer failed.'
export const BROKEN_OFF = 'The match’s stream ended before the match did.'
export const BAD_SEED = 'The seed is not made of 64 hexadecimal digits.'

/** The server's answer is none that holds a replay, or a script to play it. */
export class FetchError extends Error {
  override readonly name = 'FetchError'
}

export function refusal(status: number): FetchError {
  const what = status === 404 ? 'there is none at this address' : `the server answers with status ${status}`
  return new FetchError(`The replay could not be fetched: ${what}.`)
}

/**
 * A sentence for an error of reading; `frames` is the number of those that were read before it, and `game` says who plays where; null
 * where that was not read.
 */
export function errorSentence(error: unknown, frames: number, game: string | null): string {
  if (error instanceof FetchError) return error.message
  const shown = frames > 0 ? ' What comes before is shown.' : ''
  const known = game === null ? '' : ` All that can be shown: ${game}.`
  // An error of this kind is thrown by fetch.
  if (error instanceof TypeError) return frames > 0 ? `The connection broke off.${shown}` : NO_ANSWER
  if (!(error instanceof SlpError)) return FAILED
  switch (error.code) {
    case 'not-slp':
      return 'This is no replay: the file does not begin like one.'
    case 'truncated':
      return `The replay is cut off: the file ends before it should.${shown}`
    case 'too-long':
      return `${TOO_BIG}${shown}`
    case 'bad-event-payloads':
      return error.offset === 0
        ? 'This is no replay: the file does not begin like one.'
        : 'The replay is damaged: its list of events is wrong.'
    case 'unknown-event':
    case 'bad-split-message':
    case 'bad-frame':
      return `The replay is damaged at byte ${error.offset}.${shown}`
    case 'unsupported-mode':
      return `The recording is of a mode that is not supported: its frames are not counted as those of a game.${shown || known}`
    case 'bad-metadata':
      return `The replay is damaged behind its last frame.${shown}`
  }
}

/** For a recording of a format that the viewer does not know; null for one that it does. */
export function versionSentence(version: readonly number[]): string | null {
  const [major = 0, minor = 0, build = 0] = version
  if (major <= 3) return null
  return `The replay is of format ${major}.${minor}.${build}, which is newer than this viewer: it may be shown wrongly.`
}
