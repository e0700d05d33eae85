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
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL)
    channel.addEventListener('message', ({ data }) => {
      if (data !== latest.current.userId) latest.current.onOther()
    })
    // A channel has no origin to name: it reaches pages of this one only.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    channel.postMessage(userId)
    return () => channel.close()
  }, [userId])
}
