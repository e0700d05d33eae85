/**
 * A match from afar: the stage in outline and the two players on it. Positions arrive about twice a second; markers
 * glide from one to the next, except after a jump that no player could have made (a respawn) or where motion is
 * unwanted.
 */
import { useEffect, useRef } from 'react'
import type { LiveMatch, StageId } from '@arena/protocol'
import { STAGES } from './stages.ts'

const GLIDE_MS = 500
/** World units within one glide; anything further is a respawn. */
const FURTHEST_GLIDE = 130
const MARGIN = 4

interface Point {
  readonly x: number
  readonly y: number
}

export function StageView({ stage, players }: { stage: StageId; players: LiveMatch['players'] }) {
  const { half, platforms, blastZone } = STAGES[stage]
  const { left, right, top, bottom } = blastZone
  const outline = [...half, ...half.map(([x, y]) => [-x, y] as const).reverse()]
  return (
    <svg
      className="stage-view"
      viewBox={`${left} ${-top} ${right - left} ${top - bottom}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <polygon className="stage-ground" points={outline.map(([x, y]) => `${x},${-y}`).join(' ')} />
      {platforms.map(([from, to, y]) => (
        <line key={`${from}`} className="stage-platform" x1={from} x2={to} y1={-y} y2={-y} />
      ))}
      {players.map((player) => (
        <Marker
          key={player.port}
          port={player.port}
          isOut={player.stocks === 0}
          x={clamp(player.x, left + MARGIN, right - MARGIN)}
          y={-clamp(player.y, bottom + MARGIN, top - MARGIN)}
        />
      ))}
    </svg>
  )
}

/** Port 0 is a disc, port 1 a diamond: told apart without colour. */
function Marker({ port, isOut, x, y }: Point & { port: 0 | 1; isOut: boolean }) {
  const element = useRef<SVGGElement>(null)
  const shown = useRef<Point>({ x, y })

  useEffect(() => {
    const from = shown.current
    const jump = Math.hypot(x - from.x, y - from.y) > FURTHEST_GLIDE
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    const began = performance.now()
    let request = 0
    function draw(now: number): void {
      const part = jump || still ? 1 : Math.min(1, (now - began) / GLIDE_MS)
      shown.current = { x: from.x + (x - from.x) * part, y: from.y + (y - from.y) * part }
      element.current?.setAttribute('transform', `translate(${shown.current.x} ${shown.current.y})`)
      if (part < 1) request = requestAnimationFrame(draw)
    }
    draw(began)
    return () => cancelAnimationFrame(request)
  }, [x, y])

  if (isOut) return null
  return (
    <g ref={element} className={`marker port-${port}`} transform={`translate(${shown.current.x} ${shown.current.y})`}>
      {/* The position is that of the feet, so the body stands above it. */}
      {port === 0 ? <circle cy={-8} r={8} /> : <path d="M0-18.5L9.5-8.5 0 1.5-9.5-8.5z" />}
    </g>
  )
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}
