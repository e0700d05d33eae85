/** Reads the file of debug marks that lies beside a replay; a page or a person gives it. */
import { readDebugFile } from '@arena/slp'
import { DebugMarks, UNREADABLE, type MarksPlace } from './debug-marks.ts'

/** More than the kit writes for a match. */
const MOST_BYTES = 64 * 1024 * 1024

const TOO_LARGE = 'The file of debug marks is larger than 64 MB.'

/** New marks of a file that grows are drawn this much later at most. */
const PIECE_MS = 200

/**
 * Reads a file of marks, and gives them after each part of it: that of a running match grows as it is played. Rejects with a sentence.
 * One of another site is not asked for.
 */
export async function* readMarks(place: MarksPlace, signal: AbortSignal): AsyncGenerator<DebugMarks> {
  const marks = new DebugMarks()
  if ('file' in place) {
    marks.add(readDebugFile(await textOf(place.file)))
    yield marks
    return
  }
  for await (const lines of linesFrom(place.url, signal)) {
    marks.add(readDebugFile(lines))
    yield marks
  }
  yield marks
}

async function textOf(file: Blob): Promise<string> {
  if (file.size > MOST_BYTES) throw new Error(TOO_LARGE)
  return file.text()
}

/** Whole lines, those of a moment together. */
async function* linesFrom(url: string, signal: AbortSignal): AsyncGenerator<string> {
  const response = await fetch(url, { mode: 'same-origin', signal }).catch(() => null)
  if (!response?.ok || response.body === null) throw new Error(UNREADABLE)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let [rest, length, givenAt] = ['', 0, 0]
  for (;;) {
    const { done, value = '' } = await reader.read()
    rest += value
    length += value.length
    if (length > MOST_BYTES) throw new Error(TOO_LARGE)
    const end = done ? rest.length : rest.lastIndexOf('\n') + 1
    if (end > 0 && (done || performance.now() - givenAt >= PIECE_MS)) {
      givenAt = performance.now()
      yield rest.slice(0, end)
      rest = rest.slice(end)
    }
    if (done) return
  }
}
