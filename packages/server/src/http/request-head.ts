/**
 * What a request is refused for by its head alone, before anything is concluded from a header or from its absence. Node keeps
 * about a thousand header lines and drops the rest in silence, and of a header that comes twice it may keep the first alone:
 * a caller could make a header disappear that a proxy has added.
 */
import type { IncomingMessage } from 'node:http'
import { Problem } from '@arena/protocol'

/** Lines of headers. A browser or proxy sends a few dozen. */
const MOST_LINES = 500
/** Headers with one value, of which Node drops each further line. */
const SINGLE = ['host', 'authorization', 'content-type']
/** PostgreSQL holds no text with a NUL, so none gets in; in bodies the schemas see to it. */
const NUL_IN_URL = /%00/

type Head = Pick<IncomingMessage, 'rawHeaders' | 'headers' | 'httpVersion' | 'url'>

/** Null for a head that says one thing. */
export function faultOfHead({ rawHeaders, headers, httpVersion, url = '' }: Head): Problem | null {
  // Name and value of each line in turn.
  const lines = rawHeaders.length / 2
  if (lines > MOST_LINES) {
    return new Problem('headers-too-large', { detail: `A request has at most ${MOST_LINES} lines of headers.` })
  }
  if (headers.host === undefined && httpVersion === '1.1') return unclear('HTTP/1.1 requires a Host header.')
  const repeated = SINGLE.find((name) => countOf(name, rawHeaders) > 1)
  if (repeated !== undefined) return unclear(`The header ${repeated} comes more than once.`)
  return NUL_IN_URL.test(url) ? unclear('The URL holds a NUL character.') : null
}

function countOf(name: string, rawHeaders: readonly string[]): number {
  return rawHeaders.filter((text, i) => i % 2 === 0 && text.toLowerCase() === name).length
}

function unclear(detail: string): Problem {
  return new Problem('invalid-request', { detail })
}
