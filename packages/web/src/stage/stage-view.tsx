/**
 * A match from afar: the stage in outline and the two players on it. Positions arrive about twice a second; markers
 * glide from one to the next, except after a jump that no player could have made (a respawn) or where motion is
 * unwanted.
 */
import { useEffect, useRef } from 'react'
import type { LiveMatch, StageId } from '@arena/protocol'
import { STAGE_SHAPES } from './stages.ts'

const GLIDE_MS = 500
/** World units within one glide; anything further is a respawn. */
const FURTHEST_GLIDE = 130
/** What is shown, in world units: the stage and its surroundings. A fighter further out is drawn hollow at the edge. */
const VIEW = { left: -160, right: 160, top: 110, bottom: -50 }
const MARGIN = 12

interface Point {
  readonly x: number
  readonly y: number
}

export function StageView({ stage, players }: { stage: StageId; players: readonly LiveMatch['players'][number][] }) {
  const { half, platforms } = STAGE_SHAPES[stage]
  const { left, right, top, bottom } = VIEW
  const outline = [...half, ...half.map(([x, y]) => [-x, y] as const).reverse()]
  return (
    <svg className="stage-view" viewBox={`${left} ${-top} ${right - left} ${top - bottom}`} aria-hidden="true">
      <polygon className="stage-ground" points={outline.map(([x, y]) => `${x},${-y}`).join(' ')} />
      {platforms.map(([from, to, y]) => (
        <line key={`${from}`} className="stage-platform" x1={from} x2={to} y1={-y} y2={-y} />
      ))}
      {players.map((player) => (
        <Marker key={player.port} port={player.port} isOut={player.stocks === 0} x={player.x} y={player.y} />
      ))}
    </svg>
  )
}

/** Port 0 is a disc, port 1 a diamond: distinct without colour. Coordinates are those of the world, y upwards. */
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
      element.current?.setAttribute('transform', transformOf(shown.current))
      if (part < 1) request = requestAnimationFrame(draw)
    }
    draw(began)
    return () => cancelAnimationFrame(request)
  }, [x, y])

  if (isOut) return null
  return (
    <g ref={element} className={`marker port-${port}`} data-away={isAway({ x, y })} transform={transformOf({ x, y })}>
      {/* The position is that of the feet, so the body stands above it. */}
      {port === 0 ? <circle cy={-7} r={7} /> : <path d="M0-16L8-7.5 0 1-8-7.5z" />}
    </g>
  )
}

function transformOf({ x, y }: Point): string {
  const shownX = clamp(x, VIEW.left + MARGIN, VIEW.right - MARGIN)
  const shownY = clamp(y, VIEW.bottom + MARGIN / 2, VIEW.top - 2 * MARGIN)
  return `translate(${shownX.toFixed(2)} ${(-shownY).toFixed(2)})`
}

function isAway({ x, y }: Point): boolean {
  return x < VIEW.left || x > VIEW.right || y < VIEW.bottom || y > VIEW.top
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}
