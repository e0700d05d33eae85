/** A controller as a drawing, with the key on each of its parts. */
import type { Bindings } from './controls/bindings.ts'
import { INPUTS, type Input } from './controls/inputs.ts'

const BODY =
  'M176 84Q360 52 544 84Q640 100 668 214Q692 322 640 338Q594 346 566 276Q530 262 494 284Q436 318 360 290Q284 318 226 284Q190 262 154 276Q126 346 80 338Q28 322 52 214Q80 100 176 84Z'
const GATE = '0,-50 35,-35 50,0 35,35 0,50 -35,35 -50,0 -35,-35'

/** Where the name of a key stands. */
const PLACES: readonly (readonly [input: Input, x: number, y: number])[] = [
  ['up', 165, 108],
  ['left', 92, 168],
  ['down', 165, 228],
  ['right', 238, 168],
  ['taunt', 282, 212],
  ['cUp', 412, 202],
  ['cLeft', 360, 248],
  ['cDown', 412, 294],
  ['cRight', 464, 256],
  ['a', 556, 182],
  ['b', 506, 244],
  ['x', 660, 156],
  ['y', 490, 122],
  ['l', 166, 56],
  ['r', 546, 56],
  ['z', 498, 66],
]

/** What is written on the controller itself. */
const LETTERS: readonly (readonly [text: string, x: number, y: number, className: string])[] = [
  ['START', 360, 152, 'letter'],
  ['L', 126, 61, 'letter'],
  ['R', 590, 61, 'letter'],
  ['Z', 468, 71, 'letter light'],
  ['A', 556, 163, 'letter light'],
  ['B', 500, 213, 'letter light'],
  ['X', 616, 161, 'letter'],
  ['Y', 542, 119, 'letter'],
]

const SPOKEN: ReadonlyMap<Input, string> = new Map(INPUTS.map(({ id, label }) => [id, label]))

interface ControllerDrawingProps {
  readonly keys: Bindings['keys']
  readonly nameOf: (code: string | null) => string
}

export function ControllerDrawing({ keys, nameOf }: ControllerDrawingProps) {
  const spoken = PLACES.flatMap(([input]) =>
    keys[input] === null ? [] : [`${nameOf(keys[input])}, ${SPOKEN.get(input) ?? input}`],
  )
  return (
    <svg
      className="controller"
      viewBox="0 20 720 340"
      role="img"
      aria-label={`The keys on a controller. ${spoken.join('. ')}.`}
    >
      <rect className="part trigger" x="104" y="36" width="96" height="60" rx="22" />
      <rect className="part trigger" x="512" y="36" width="96" height="60" rx="22" />
      <rect className="part z" x="452" y="48" width="68" height="40" rx="12" />
      <path className="body" d={BODY} />
      <g transform="translate(165 168)">
        <polygon className="gate" points={GATE} />
        <circle className="part stick" r="28" />
      </g>
      <path className="part pad" d="M270 222h24v22h22v24h-22v22h-24v-22h-22v-24h22z" />
      <g transform="translate(412 248)">
        <polygon className="gate" points={GATE} transform="scale(.62)" />
        <circle className="part c" r="17" />
      </g>
      <circle className="part a" cx="556" cy="172" r="33" />
      <circle className="part b" cx="500" cy="208" r="21" />
      <ellipse className="part grey" cx="616" cy="156" rx="19" ry="32" transform="rotate(14 616 156)" />
      <ellipse className="part grey" cx="542" cy="114" rx="32" ry="17" transform="rotate(-12 542 114)" />
      <circle className="part grey" cx="360" cy="168" r="9" />
      {LETTERS.map(([text, x, y, className]) => (
        <text key={text} className={className} x={x} y={y}>
          {text}
        </text>
      ))}
      {PLACES.map(
        ([input, x, y]) => keys[input] !== null && <Cap key={input} x={x} y={y} text={nameOf(keys[input])} />,
      )}
    </svg>
  )
}

function Cap({ x, y, text }: { readonly x: number; readonly y: number; readonly text: string }) {
  const width = Math.max(24, 12 + 9 * text.length)
  return (
    <g className="cap">
      <rect x={x - width / 2} y={y - 12} width={width} height="24" rx="5" />
      <text x={x} y={y + 5}>
        {text}
      </text>
    </g>
  )
}
