/** The marks of a replay, by frame: what its bots drew at home. A page or a person gives the file that lies beside the replay. */
import { readDebugFile, type DebugMark } from '@arena/slp'

/** More than the kit writes for a match. */
const MOST_BYTES = 64 * 1024 * 1024

const TOO_LARGE = 'The file of debug marks is larger than 64 MB.'

export type MarksPlace = { readonly url: string } | { readonly file: Blob }

/** New marks of a file that grows are drawn this much later at most. */
const PIECE_MS = 200

export class DebugMarks {
  #marks: readonly DebugMark[] = []
  /** Lines of the file that hold no mark. */
  skipped = 0

  constructor(text = '') {
    this.add(text)
  }

  /** Adds more lines of the file, whole ones. */
  add(text: string): void {
    const { marks, skipped } = readDebugFile(text)
    this.skipped += skipped
    // In the order of frames, as each of them is: almost sorted already.
    this.#marks = [...this.#marks, ...marks].sort((one, other) => one.frame - other.frame)
  }

  get count(): number {
    return this.#marks.length
  }

  at(frame: number): readonly DebugMark[] {
    const first = this.#firstFrom(frame)
    return this.#marks.slice(first, this.#firstFrom(frame + 1, first))
  }

  #firstFrom(frame: number, from = 0): number {
    let [low, high] = [from, this.#marks.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#marks[middle]!.frame < frame) low = middle + 1
      else high = middle
    }
    return low
  }
}

export const NO_MARKS = new DebugMarks()

/**
 * Reads a file of marks, and gives them after each part of it: that of a running match grows as it is played. Rejects with a sentence.
 * One of another site is not asked for.
 */
export async function* readMarks(place: MarksPlace, signal: AbortSignal): AsyncGenerator<DebugMarks> {
  const marks = new DebugMarks()
  if ('file' in place) {
    marks.add(await textOf(place.file))
    yield marks
    return
  }
  for await (const lines of linesFrom(place.url, signal)) {
    marks.add(lines)
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
  if (!response?.ok || response.body === null) throw new Error('The debug marks of this replay cannot be read.')
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
