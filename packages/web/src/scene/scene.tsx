/**
 * A stage as it is drawn, with the fighters of a match on it where it is known how they stand. Places arrive about twice a second:
 * fighters and camera glide from one to the next, except after a jump that no player could have made (a respawn) or where motion is
 * unwanted. Nothing is painted by a script, so that many matches cost little.
 */
import { useEffect, useRef } from 'react'
import type { LiveMatch, StageId } from '@arena/protocol'
import { FighterDrawing } from './fighter-drawing.tsx'
import { aspect, stageFile, STAGES } from './drawings.ts'
import { CARD_ASPECT, facingOf, poseOf, shotOf, within, type Place } from './shot.ts'

const GLIDE_MS = 500
/** Between two places of a glide: many matches are painted at once, each small. */
const STEP_MS = 45
/** World units within one glide; anything further is a respawn. */
const FURTHEST_GLIDE = 130
const EDGE_RADIUS = 13

type Player = LiveMatch['players'][number]

interface SceneProps {
  readonly stage: StageId
  readonly players?: readonly Player[]
  /** Whether it stands in a viewer until that has a picture. */
  readonly isPoster?: boolean
}

const NOBODY: readonly Player[] = []

export function Scene({ stage, players = NOBODY, isPoster = false }: SceneProps) {
  const world = useRef<HTMLDivElement>(null)
  const seen = players.filter(({ stocks, character }) => stocks > 0 && character !== null)
  const { zoom, left, top } = shotOf(stage, seen, isPoster ? aspect : CARD_ASPECT)
  useEffect(() => {
    // The policy of the pages allows no style in markup; what a script sets is no markup.
    world.current!.style.transform = `scale(${zoom}) translate(${-100 * left}%, ${-100 * top}%)`
  }, [zoom, left, top])

  const { x, y, width } = STAGES[stage]
  const height = width / aspect
  return (
    <div className="scene" slot={isPoster ? 'poster' : undefined} aria-hidden="true">
      <div className="scene-world" ref={world}>
        <StageDrawing stage={stage} isEager={isPoster} />
        {seen.length > 0 && (
          <svg className="scene-fighters" viewBox={`${x - width / 2} ${-(y + height / 2)} ${width} ${height}`}>
            {seen.map((player) => (
              <Fighter key={player.port} stage={stage} player={player} other={players[1 - player.port] ?? player} />
            ))}
          </svg>
        )}
      </div>
    </div>
  )
}

interface StageDrawingProps {
  readonly stage: StageId
  /** Whether it is seen at once, not when a reader scrolls to it. */
  readonly isEager?: boolean
}

export function StageDrawing({ stage, isEager = false }: StageDrawingProps) {
  return (
    <picture>
      <source media="(prefers-color-scheme: dark)" srcSet={stageFile(stage, 'dark')} />
      <img
        className="scene-stage"
        src={stageFile(stage, 'light')}
        width="960"
        height="540"
        alt=""
        loading={isEager ? 'eager' : 'lazy'}
      />
    </picture>
  )
}

/** Coordinates are those of the world, y upwards. */
function Fighter({ stage, player, other }: { stage: StageId; player: Player; other: Player }) {
  const element = useRef<SVGGElement>(null)
  const last = useRef<{ now: Place; before: Place | null }>({ now: player, before: null })
  if (last.current.now.x !== player.x || last.current.now.y !== player.y) {
    const { now } = last.current
    last.current = { now: player, before: isFar(now, player) ? null : now }
  }
  const { before } = last.current
  const { x, y, isAway } = within(stage, player)
  const glided = useRef<Place>({ x, y })

  useEffect(() => {
    const from = glided.current
    const isAtOnce = isFar(from, { x, y }) || matchMedia('(prefers-reduced-motion: reduce)').matches
    const began = performance.now()
    let request = 0
    let drawnAt = -Infinity
    function draw(now: number): void {
      const part = isAtOnce ? 1 : Math.min(1, (now - began) / GLIDE_MS)
      if (part < 1) request = requestAnimationFrame(draw)
      if (part < 1 && now - drawnAt < STEP_MS) return
      drawnAt = now
      glided.current = { x: from.x + (x - from.x) * part, y: from.y + (y - from.y) * part }
      element.current?.setAttribute('transform', transformOf(glided.current))
    }
    draw(began)
    return () => cancelAnimationFrame(request)
  }, [x, y])

  const pose = poseOf(stage, player, before)
  return (
    <g ref={element} className={`fighter port-${player.port}`} data-away={isAway} transform={transformOf({ x, y })}>
      {isAway && <circle cy={-8} r={EDGE_RADIUS} />}
      <g transform={`scale(${facingOf(pose, player, before, other)} 1)`}>
        <FighterDrawing character={player.character!} port={player.port} pose={pose} />
      </g>
    </g>
  )
}

function isFar(one: Place, other: Place): boolean {
  return Math.hypot(one.x - other.x, one.y - other.y) > FURTHEST_GLIDE
}

function transformOf({ x, y }: Place): string {
  return `translate(${x.toFixed(2)} ${(-y).toFixed(2)})`
}
