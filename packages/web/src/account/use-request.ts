/** A request that a part of the page makes: whether it runs, and why the last one did not work. */
import { createContext, use, useState } from 'react'
import type { Answer, Failure } from './request.ts'

/** Called when the service no longer knows the session. */
export const SessionLost = createContext<() => void>(() => {})

interface Request {
  readonly isBusy: boolean
  readonly failure: Failure | null
  /** Null where it did not work; then `failure` says why. */
  readonly run: <T>(work: () => Promise<Answer<T>>) => Promise<{ readonly value: T } | null>
  readonly reset: () => void
}

export function useRequest(): Request {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const onSessionLost = use(SessionLost)
  return {
    isBusy,
    failure,
    reset: () => setFailure(null),
    async run(work) {
      setBusy(true)
      setFailure(null)
      const answer = await work()
      setBusy(false)
      if (answer.ok) return answer
      if (answer.failure.code === 'authentication-required') onSessionLost()
      setFailure(answer.failure)
      return null
    },
  }
}
