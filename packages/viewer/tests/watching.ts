/** What the browser suite runs in its page: opens a replay and waits for all that is known of it. */
import { ColumnReader } from '@arena/slp'
import { ReplaySource, type ReplayInfo, type Verdict } from '@arena/viewer'

export interface Watched {
  readonly error: string | null
  readonly verdict: Verdict
  readonly info: ReplayInfo | null
  /** Milliseconds until the first picture, until everything was played, and for pictures of frames all over the replay. */
  readonly firstPictureMs: number
  readonly doneMs: number
  readonly seekMs: readonly number[]
  /** Longest stretch in which the page could not draw. */
  readonly longestTaskMs: number
  readonly moments: number
  readonly exact: number
}

const SEEKS = 20

export async function watch(url: string): Promise<Watched> {
  let longestTaskMs = 0
  let lastAt = performance.now()
  const beat = setInterval(() => {
    longestTaskMs = Math.max(longestTaskMs, performance.now() - lastAt)
    lastAt = performance.now()
  }, 5)
  const startedAt = performance.now()
  const source = ReplaySource.open({ url })
  const when = (claim: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!claim() && source.error === null) return
        source.onChange = null
        resolve()
      }
      source.onChange = look
      look()
    })
  await when(() => source.info !== null && source.picture(source.info.firstFrame) !== null)
  const firstPictureMs = performance.now() - startedAt
  await when(() => source.isDone)
  const doneMs = performance.now() - startedAt
  const seekMs: number[] = []
  let exact = 0
  const frames = source.columns.count
  for (let i = 0; i < SEEKS; i++) {
    const frame = Math.floor((((i * 7) % SEEKS) / SEEKS) * frames) + source.columns.firstFrame
    const askedAt = performance.now()
    await when(() => source.picture(frame) !== null)
    seekMs.push(performance.now() - askedAt)
    if (source.isExact(frame)) exact++
  }
  clearInterval(beat)
  const { error, verdict, info, moments } = source
  source.close()
  return { error, verdict, info, firstPictureMs, doneMs, seekMs, longestTaskMs, moments: moments.length, exact }
}

const PIECE_BYTES = 1 << 16

/** Milliseconds to read a replay into columns in pieces, as often as told. */
export async function readingMs(url: string, rounds: number): Promise<number[]> {
  const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer())
  return Array.from({ length: rounds }, () => {
    const startedAt = performance.now()
    const reader = new ColumnReader()
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) reader.push(bytes.subarray(at, at + PIECE_BYTES))
    reader.end()
    return performance.now() - startedAt
  })
}

Object.assign(globalThis, { watch, readingMs })
