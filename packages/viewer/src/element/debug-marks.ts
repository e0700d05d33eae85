/** The marks of a replay, by frame: what its bots drew at home. A page or a person gives the file that lies beside the replay. */
import { readDebugFile, type DebugMark } from '@arena/slp'

/** More than the kit writes for a match. */
const MOST_BYTES = 64 * 1024 * 1024

export type MarksPlace = { readonly url: string } | { readonly file: Blob }

export class DebugMarks {
  readonly #marks: readonly DebugMark[]
  /** Lines of the file that hold no mark. */
  readonly skipped: number

  constructor(text = '') {
    const { marks, skipped } = readDebugFile(text)
    this.#marks = marks
    this.skipped = skipped
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

/** Reads a file of marks; rejects with a sentence. One of another site is not asked for. */
export async function readMarks(place: MarksPlace, signal: AbortSignal): Promise<DebugMarks> {
  return new DebugMarks('file' in place ? await textOf(place.file) : await fetched(place.url, signal))
}

async function textOf(file: Blob): Promise<string> {
  if (file.size > MOST_BYTES) throw new Error('The file of debug marks is larger than 64 MB.')
  return file.text()
}

async function fetched(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { mode: 'same-origin', signal }).catch(() => null)
  if (response?.ok !== true) throw new Error('The debug marks of this replay cannot be read.')
  return textOf(await response.blob())
}
