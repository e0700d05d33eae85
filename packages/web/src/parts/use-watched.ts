/**
 * A running match as its viewer shows it. The list of running matches is ahead of the viewer: to show both would give away each hit. So
 * what stands beside a viewer follows the frame in its picture; until there is one it stays as it was, and without a picture it follows
 * the list.
 */
import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { LiveMatch } from '@arena/protocol'

interface Shown {
  readonly frame: number
  readonly players: readonly { readonly port: number; readonly stocks: number; readonly percent: number }[]
}

type Follows = 'nothing' | 'viewer' | 'list'

const FRAMES_A_SECOND = 60

/** `place`: of the element that holds the viewer; `match`: as the list has it. */
export function useWatched(place: RefObject<HTMLElement | null>, match: LiveMatch): LiveMatch {
  const [follows, setFollows] = useState<Follows>('nothing')
  const [shown, setShown] = useState<Shown | null>(null)
  const first = useRef(match)

  useEffect(() => {
    const element = place.current
    if (element === null) return
    const stop = new AbortController()
    let said = ''
    const listen = (name: string, heard: (event: Event) => void) =>
      element.addEventListener(name, heard, { signal: stop.signal })
    listen('arena-replay-frame', (event) => {
      const { frame, players } = (event as CustomEvent<Shown>).detail
      const all = players.map(({ port, stocks, percent }) => ({ port, stocks, percent }))
      const says = JSON.stringify([Math.floor(frame / FRAMES_A_SECOND), all])
      if (says === said) return
      said = says
      setShown({ frame, players: all })
      setFollows('viewer')
    })
    listen('arena-replay-error', () => setFollows('list'))
    return () => stop.abort()
  }, [place])

  // A viewer that lost the match says so by its state; its picture stands still.
  useEffect(() => {
    if (follows === 'viewer' && place.current?.querySelector('arena-replay:state(shown)') === null) setFollows('list')
  }, [follows, match, place])

  if (match.stage === null || follows === 'list') return match
  if (follows === 'nothing' || shown === null) return first.current.stage === null ? match : first.current
  return {
    ...match,
    frame: shown.frame,
    players: match.players.map((player) => ({
      ...player,
      ...shown.players.find(({ port }) => port === player.port),
    })) as LiveMatch['players'],
  }
}
