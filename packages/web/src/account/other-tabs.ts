/**
 * News between the tabs of a browser: who is signed in, by id, '' for nobody. The link of a mail opens a tab of its own, and
 * the tab that asked for the mail goes on from there.
 */
import { useEffect, useRef } from 'react'

const CHANNEL = 'arena-account'

/** Tells the other tabs who is signed in here; `onOther` learns when it is somebody else there. */
export function useOtherTabs(userId: string, onOther: () => void): void {
  const latest = useRef({ userId, onOther })
  useEffect(() => {
    latest.current = { userId, onOther }
  })
  const channel = useRef<BroadcastChannel | null>(null)
  useEffect(() => {
    const opened = new BroadcastChannel(CHANNEL)
    opened.addEventListener('message', ({ data }) => {
      if (data !== latest.current.userId) latest.current.onOther()
    })
    channel.current = opened
    return () => opened.close()
  }, [])
  useEffect(() => channel.current!.postMessage(userId), [userId])
}
