/**
 * What a bot thinks, drawn over the replay of a match at home: texts, lines, circles and points on the frame to which the bot answers.
 * The local kit asks for them (`ARENA_DEBUG=1`); each is a line of error output that the kit keeps beside the replay. Without it, as on
 * the ladder, nothing is written and a call does nothing.
 */
import { DEBUG_LIMITS, debugLine, readDebugMark, type DebugColour, type DebugShape } from '@arena/slp'
import { wordsOf } from '@arena/protocol/words-of'

/** A place in the game; a fighter, an item or `{ x: 0, y: 20 }`. */
export interface Place {
  readonly x: number
  readonly y: number
}

/** A place on the picture: `{ screen: [0, 0] }` is its top left corner, `{ screen: [1, 1] }` the bottom right. */
export interface ScreenPlace {
  readonly screen: readonly [x: number, y: number]
}

export interface MarkOptions {
  /** A name of the palette, such as `red`, or `#rrggbb`. */
  readonly colour?: DebugColour
}

/**
 * Draws over a replay of a match at home, see docs/sdk.md.
 *
 * @example
 * frame: ({ me, opponent, debug }) => {
 *   debug.line(me, opponent, { colour: 'cyan' })
 *   debug.text({ x: me.x, y: me.y + 20 }, `approach, ${me.situation}`)
 *   return stick(Math.sign(opponent.x - me.x))
 * }
 */
export interface Debug {
  /** False where nothing is kept, as on the ladder: then what is costly to say need not be worked out. */
  readonly isOn: boolean
  /** A text at a place; one that is longer than 200 characters is cut off. */
  text(at: Place | ScreenPlace, text: string, options?: MarkOptions): void
  line(from: Place, to: Place, options?: MarkOptions): void
  circle(centre: Place, radius: number, options?: MarkOptions & { readonly isFilled?: boolean }): void
  point(at: Place, options?: MarkOptions): void
  /** A text without a place, listed beside the picture. */
  log(text: string): void
  /** The chance of winning that the bot gives itself, 0 to 1: a curve beside the arena's own. */
  chance(chance: number): void
}

const nothing = (): void => {}

/** The marks of a bot whose marks nobody keeps. */
export const NO_DEBUG: Debug = {
  isOn: false,
  text: nothing,
  line: nothing,
  circle: nothing,
  point: nothing,
  log: nothing,
  chance: nothing,
}

/** Takes the marks of a frame; they are written when the bot's answer is sent, so that they cost it no time. */
export class DebugPen implements Debug {
  readonly isOn = true
  readonly #write: (lines: string) => void
  readonly #onError: (error: unknown) => void
  #shapes: DebugShape[] = []
  #hasComplained = false

  constructor(write: (lines: string) => void, onError: (error: unknown) => void) {
    this.#write = write
    this.#onError = onError
  }

  text(at: Place | ScreenPlace, text: string, options?: MarkOptions): void {
    const place = 'screen' in at ? { screen: at.screen } : pointOf(at)
    this.#add({ kind: 'text', at: place, text, ...options })
  }

  line(from: Place, to: Place, options?: MarkOptions): void {
    this.#add({ kind: 'line', from: pointOf(from), to: pointOf(to), ...options })
  }

  circle(centre: Place, radius: number, options?: MarkOptions & { readonly isFilled?: boolean }): void {
    this.#add({ kind: 'circle', at: pointOf(centre), radius, ...options })
  }

  point(at: Place, options?: MarkOptions): void {
    this.#add({ kind: 'point', at: pointOf(at), ...options })
  }

  log(text: string): void {
    this.#add({ kind: 'log', text })
  }

  chance(chance: number): void {
    this.#add({ kind: 'chance', chance })
  }

  /** Writes what was drawn since the last frame, as marks of this frame. */
  flush(frame: number): void {
    if (this.#shapes.length === 0) return
    const shapes = this.#shapes
    this.#shapes = []
    const lines: string[] = []
    for (const shape of shapes) {
      try {
        lines.push(debugLine(readDebugMark(shape, frame)))
      } catch (error) {
        this.#complain(`debug.${shape.kind}: ${wordsOf(error)}`)
      }
    }
    if (lines.length > 0) this.#write(`${lines.join('\n')}\n`)
  }

  #add(shape: DebugShape): void {
    if (this.#shapes.length < DEBUG_LIMITS.marksPerFrame) this.#shapes.push(shape)
    else this.#complain(`More than ${DEBUG_LIMITS.marksPerFrame} debug marks on a frame: the rest is not kept`)
  }

  /** Once: a mistake in a mark is made on every frame. */
  #complain(what: string): void {
    if (this.#hasComplained) return
    this.#hasComplained = true
    this.#onError(new Error(what))
  }
}

const pointOf = ({ x, y }: Place): [number, number] => [x, y]
