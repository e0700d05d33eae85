/** The lines of what a program prints. A line without an end does not fill the memory: it comes in pieces. */
import type { Readable } from 'node:stream'

/** Characters of a line that are kept together. */
const LONGEST = 16_384

export function onLines(stream: Readable, take: (line: string) => void, longest = LONGEST): void {
  let rest = ''
  stream.setEncoding('utf8')
  stream.on('data', (text: string) => {
    const lines = (rest + text).split(/\r?\n/)
    rest = lines.pop()!
    for (const line of lines) take(line)
    for (; rest.length > longest; rest = rest.slice(longest)) take(rest.slice(0, longest))
  })
  stream.on('end', () => {
    if (rest !== '') take(rest)
  })
}
