/** Keeps up how the bots of the account stand: their matches go on while the page is open. */
import { useEffect, useRef, useState } from 'react'
import type { Bot } from '@arena/protocol'
import { paths } from '../paths.ts'
import { ask } from './request.ts'

const EVERY_MS = 10_000

/** `now` is the service's clock. `hasChanged` is to be called when the page has changed a bot. */
export function useFreshBots(
  firstNow: number,
  userId: string | undefined,
  onFresh: (bots: readonly Bot[]) => void,
): { readonly now: number; readonly hasChanged: () => void } {
  const [now, setNow] = useState(firstNow)
  const [changes, setChanges] = useState(0)
  const show = useRef(onFresh)
  useEffect(() => {
    show.current = onFresh
  })

  useEffect(() => {
    if (userId === undefined) return
    const ahead = firstNow - Date.now()
    let isOver = false
    async function refresh(): Promise<void> {
      if (document.hidden) return
      const answer = await ask<{ bots: Bot[] }>('GET', paths.data.bots(), undefined, userId)
      // An answer to a question from before a change would undo it.
      if (isOver || !answer.ok) return
      show.current(answer.value.bots)
      setNow(Date.now() + ahead)
    }
    if (changes > 0) void refresh()
    const timer = setInterval(() => void refresh(), EVERY_MS)
    return () => {
      isOver = true
      clearInterval(timer)
    }
  }, [userId, changes, firstNow])

  return { now, hasChanged: () => setChanges((count) => count + 1) }
}
