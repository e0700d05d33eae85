/** What the browser suite runs in its page: opens a replay and waits for all that is known of it. */
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

Object.assign(globalThis, { watch })
