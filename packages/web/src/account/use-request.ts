/** A request that a part of the page makes: whether it runs, and why the last one did not work. */
import { createContext, use, useState } from 'react'
import type { Answer, Failure } from './request.ts'

interface Shown {
  /** The account that is shown; undefined where nobody is signed in. */
  readonly userId: string | undefined
  /** Whether the page still shows the account that asked: an answer for another one is dropped. */
  readonly isShownStill: () => boolean
  /** Called when the service no longer knows the session, or it is that of another account. */
  readonly onRefused: () => void
}

export const ShownAccount = createContext<Shown>({
  userId: undefined,
  isShownStill: () => true,
  onRefused: () => {},
})

interface Request {
  readonly isBusy: boolean
  readonly failure: Failure | null
  /** Null where it did not work; then `failure` says why. `work` is given the account to ask for. */
  readonly run: <T>(work: (userId: string | undefined) => Promise<Answer<T>>) => Promise<{ readonly value: T } | null>
  readonly reset: () => void
}

export function useRequest(): Request {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const { userId, isShownStill, onRefused } = use(ShownAccount)
  return {
    isBusy,
    failure,
    reset: () => setFailure(null),
    async run(work) {
      setBusy(true)
      setFailure(null)
      const answer = await work(userId)
      setBusy(false)
      if (!isShownStill()) return null
      if (answer.ok) return answer
      if (answer.failure.code === 'authentication-required') onRefused()
      setFailure(answer.failure)
      return null
    },
  }
}
