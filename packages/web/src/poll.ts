/**
 * Keeps a resource of the service fresh: asks again after a pause, or when the service says so because too many ask
 * from this address, holds the last good answer while the service cannot be reached, and pauses while the page is
 * hidden.
 */
import { useEffect, useState } from 'react'

export interface Polled<T> {
  /** The latest answer. */
  readonly data: T
  /** Whether a script keeps it fresh: not yet where the service renders it, and never where scripts are off or do not come. */
  readonly isKept: boolean
  /** Whether the latest attempt failed. */
  readonly isStale: boolean
}

const TIMEOUT_MS = 10_000
const PAUSE_AFTER_FAILURE_MS = 3_000

/** Without a path nothing is asked for. */
export function usePolled<T>(path: string | null, everyMs: number, first: T): Polled<T> {
  const [polled, setPolled] = useState<Polled<T>>({ data: first, isKept: false, isStale: false })

  useEffect(() => {
    if (path === null) return
    setPolled(({ data }) => ({ data, isKept: true, isStale: false }))
    const address = path
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = new AbortController()

    async function ask(): Promise<void> {
      let pauseMs = everyMs
      try {
        const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(TIMEOUT_MS)])
        const response = await fetch(address, { signal })
        if (response.status === 429) {
          const afterMs = 1000 * Number(response.headers.get('retry-after'))
          // A proxy may give a date, or nothing.
          pauseMs = Math.max(pauseMs, afterMs > 0 ? afterMs : PAUSE_AFTER_FAILURE_MS)
        } else if (response.ok) {
          const data = (await response.json()) as T
          setPolled({ data, isKept: true, isStale: false })
        } else throw new Error(`${address} answered ${response.status}`)
      } catch {
        if (stop.signal.aborted) return
        setPolled(({ data }) => ({ data, isKept: true, isStale: true }))
        pauseMs = Math.max(pauseMs, PAUSE_AFTER_FAILURE_MS)
      }
      schedule(pauseMs)
    }

    function schedule(pauseMs: number): void {
      clearTimeout(timer)
      if (document.visibilityState === 'hidden' || stop.signal.aborted) return
      timer = setTimeout(() => void ask(), pauseMs)
    }

    const onVisibility = () => schedule(0)
    document.addEventListener('visibilitychange', onVisibility)
    schedule(everyMs)
    return () => {
      stop.abort()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [path, everyMs])

  return polled
}
