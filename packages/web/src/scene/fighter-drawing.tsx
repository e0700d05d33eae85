/** A fighter as it is drawn: one cell of a sheet. */
import { CELL, fighterFile, FIGHTERS, fightersFile, POSES, type Pose } from './drawings.ts'

interface FighterDrawingProps {
  /** External id. */
  readonly character: number
  readonly port: number
  readonly pose: Pose
}

/** In the coordinates of an SVG around it, with its feet at the origin; it looks to the right. */
export function FighterDrawing({ character, port, pose }: FighterDrawingProps) {
  const { width, height, feet } = CELL
  return (
    <svg
      x={-width / 2}
      y={-feet}
      width={width}
      height={height}
      viewBox={`${POSES.indexOf(pose) * width} ${port * height} ${width} ${height}`}
    >
      <image href={fighterFile(character)} width={POSES.length * width} height={2 * height} />
    </svg>
  )
}

/** What is seen of a cell in a list, in units of the game: every fighter that stands, without the room for its leaps. */
const SEEN = { left: 5, top: 3, width: 30, height: 28 }

/** A fighter that stands, by itself. */
export function Portrait({ character, port }: { character: number; port: 0 | 1 }) {
  const { width, height } = CELL
  const [left, top] = [character * width + SEEN.left, port * height + SEEN.top]
  return (
    <svg className="portrait" viewBox={`${left} ${top} ${SEEN.width} ${SEEN.height}`} aria-hidden="true">
      <image href={fightersFile()} width={FIGHTERS * width} height={2 * height} />
    </svg>
  )
}
