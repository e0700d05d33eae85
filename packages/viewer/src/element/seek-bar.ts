/** The bar to seek with: a canvas that says what happens when, and a slider for keys and readers of screens. */
import type { Moment, MomentKind } from '@arena/engine/moments'
import { chanceWords } from './chance-bar.ts'
import { fitCanvas, h } from './dom.ts'
import { FONT } from './palette.ts'
import { FRAMES_A_SECOND, JUMP_FRAMES } from './playback.ts'
import { timeText } from './settings.ts'
import {
  areMarksSeen,
  change,
  clipRange,
  colourOf,
  goTo,
  hasFrames,
  isChanceSeen,
  isGrowing,
  paletteOf,
  seek,
  type State,
} from './state.ts'

/** Moments that are worth a mark; the rest is in the list. */
const MARKED: readonly MomentKind[] = ['kill', 'self-destruct', 'combo', 'edge-guard', 'shield-break', 'comeback']
const HEIGHT = 44
const MOMENTS_Y = 7
const TRACK_Y = 17
const TRACK_HEIGHT = 16
/** Under the track, a line for each of two players. */
const MISSED_Y = 35.5
const MISSED_HEIGHT = 4
const REACH = 7
const SIDE = 8
const MISSED_REACH = 2
/** The curve of chances leaves so much free above itself. */
const CURVE_TOP = 3
/** Shown beyond the frames that have been read, of a replay whose length is not known yet. */
const LEAST_TOTAL = 60 * FRAMES_A_SECOND

export class SeekBar {
  readonly element: HTMLElement
  readonly #canvas = h('canvas', { class: 'seek-canvas' })
  readonly #tip = h('div', { class: 'tip', hidden: true })
  readonly #state: State
  #width = 0
  /** Height of the curve of chances over the rest; 0 where it is not seen. */
  #curve = 0
  #hover: number | null = null
  #isDragged = false

  constructor(state: State) {
    this.#state = state
    this.element = h(
      'div',
      { class: 'seek', role: 'slider', tabindex: 0, 'aria-label': 'Place in the match', 'aria-valuenow': 0 },
      this.#canvas,
      this.#tip,
    )
    this.element.addEventListener('keydown', (event) => this.#key(event))
    this.element.addEventListener('pointerdown', (event) => this.#down(event))
    this.element.addEventListener('pointermove', (event) => this.#move(event))
    this.element.addEventListener('pointerup', () => (this.#isDragged = false))
    this.element.addEventListener('pointercancel', () => (this.#isDragged = false))
    this.element.addEventListener('pointerleave', () => {
      this.#hover = null
      this.#tip.hidden = true
      this.#draw()
    })
  }

  resize(): void {
    this.#width = this.element.clientWidth
    this.#curve = isChanceSeen(this.#state) ? Math.max(0, this.#canvas.clientHeight - HEIGHT) : 0
    this.#draw()
  }

  show(): void {
    const { first } = this.#state.playback.extent
    const { frame } = this.#state.playback
    const { element } = this
    // Its height says how much room there is, which changes with it.
    element.classList.toggle('with-chance', isChanceSeen(this.#state))
    element.setAttribute('aria-valuemin', String(first))
    element.setAttribute('aria-valuemax', String(Math.max(first, this.#total)))
    element.setAttribute('aria-valuenow', String(frame))
    element.setAttribute('aria-valuetext', `${timeText(frame)}, frame ${frame}${this.#chanceText(frame, ', ')}`)
    this.#draw()
  }

  /** The last frame that is expected; more than the newest while a replay is loading. */
  get #total(): number {
    const { frame, extent } = this.#state.playback
    return isGrowing(this.#state) ? Math.max(LEAST_TOTAL, Math.round(extent.last * 1.2), frame) : extent.last
  }

  #x(frame: number): number {
    const { first } = this.#state.playback.extent
    const span = Math.max(1, this.#total - first)
    return SIDE + ((frame - first) / span) * (this.#width - 2 * SIDE)
  }

  #frame(x: number): number {
    const { first } = this.#state.playback.extent
    const share = Math.min(1, Math.max(0, (x - SIDE) / Math.max(1, this.#width - 2 * SIDE)))
    return Math.round(first + share * (this.#total - first))
  }

  #momentAt(x: number, y: number): Moment | null {
    if (y < this.#curve || y >= this.#curve + TRACK_Y - 2) return null
    let best: Moment | null = null
    let least = REACH
    for (const moment of this.#state.source!.moments) {
      const away = Math.abs(this.#x(moment.startFrame) - x)
      if (!MARKED.includes(moment.kind) || away > least) continue
      best = moment
      least = away
    }
    return best
  }

  #down(event: PointerEvent): void {
    if (!hasFrames(this.#state) || event.button !== 0) return
    const moment = this.#momentAt(event.offsetX, event.offsetY)
    if (moment) {
      change(this.#state, goTo, moment)
      return
    }
    this.#isDragged = true
    this.element.setPointerCapture(event.pointerId)
    change(this.#state, seek, this.#frame(event.offsetX))
  }

  #move(event: PointerEvent): void {
    if (!hasFrames(this.#state)) return
    const x = event.clientX - this.element.getBoundingClientRect().left
    const frame = this.#frame(x)
    if (this.#isDragged) change(this.#state, seek, frame)
    const moment = this.#isDragged ? null : this.#momentAt(x, event.offsetY)
    this.#hover = frame
    this.#tip.hidden = false
    this.#tip.textContent = moment
      ? moment.text
      : `${timeText(frame)} · frame ${frame}${this.#branchText(x)}${this.#chanceText(frame, ' · ')}${this.#missedText(x)}`
    const half = this.#tip.offsetWidth / 2
    const at = Math.min(Math.max(x, half), Math.max(half, this.#width - half))
    this.#tip.style.setProperty('--x', `${at}px`)
    this.#draw()
  }

  /** Who is winning, and what bots say of it. */
  #chanceText(frame: number, between: string): string {
    const { info, source, marks } = this.#state
    const chance = source?.chance(frame) ?? null
    if (!isChanceSeen(this.#state) || chance === null || info === null) return ''
    const own = info.players.flatMap(({ port }) => {
      const told = areMarksSeen(this.#state) ? marks.chance(port, frame) : null
      return told === null ? [] : [`P${port + 1} says ${Math.round(100 * told)} %`]
    })
    return [``, chanceWords(info, chance), ...own].join(between)
  }

  /** The pads missed about a place, as wide as a finger is exact. */
  #missedText(x: number): string {
    const [from, to] = [this.#frame(x - MISSED_REACH), this.#frame(x + MISSED_REACH) + 1]
    const parts = [0, 1].flatMap((port) => {
      const count = this.#state.missed.count(port, from, to)
      return count === 0 ? [] : `P${port + 1} missed ${count} ${count === 1 ? 'pad' : 'pads'}`
    })
    return parts.length === 0 ? '' : ` · ${parts.join(', ')}`
  }

  #branchText(x: number): string {
    const isNear = this.#state.branchPoints.some((frame) => Math.abs(this.#x(frame) - x) <= REACH)
    return isNear ? ' · branch point' : ''
  }

  #key(event: KeyboardEvent): void {
    if (!hasFrames(this.#state) || event.altKey || event.ctrlKey || event.metaKey) return
    const { position, extent } = this.#state.playback
    const to: Record<string, number> = {
      Home: extent.first,
      End: extent.last,
      PageUp: position - 5 * JUMP_FRAMES,
      PageDown: position + 5 * JUMP_FRAMES,
      ArrowUp: position + FRAMES_A_SECOND,
      ArrowDown: position - FRAMES_A_SECOND,
    }
    const frame = to[event.key]
    if (frame === undefined) return
    event.preventDefault()
    event.stopPropagation()
    change(this.#state, seek, frame)
  }

  #draw(): void {
    const state = this.#state
    const width = this.#width
    if (!hasFrames(state) || width < 2 * SIDE) return
    const ratio = fitCanvas(this.#canvas, width, HEIGHT + this.#curve)
    const context = this.#canvas.getContext('2d')!
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    context.clearRect(0, 0, width, HEIGHT + this.#curve)
    if (this.#curve > 0) this.#chances(context)
    context.setTransform(ratio, 0, 0, ratio, 0, this.#curve * ratio)
    const { playback, timeline } = state
    const { extent, position } = playback
    const { marks } = timeline
    const { moments, verdict } = state.source!
    const palette = paletteOf(state)
    const range = clipRange(state)
    const total = this.#total
    const bar = (from: number, to: number, colour: string, y = TRACK_Y, height = TRACK_HEIGHT): void => {
      context.fillStyle = colour
      context.fillRect(from, y, Math.max(0, to - from), height)
    }
    context.save()
    context.beginPath()
    context.roundRect(SIDE - 2, TRACK_Y, width - 2 * SIDE + 4, TRACK_HEIGHT, 5)
    context.clip()
    bar(0, width, palette.line)
    if (extent.last > extent.first) {
      // Less than all where a longer replay is played beside this one.
      const last = Math.min(extent.last, state.source!.columns.lastFrame)
      bar(0, last >= total ? width : this.#x(last), `${palette.soft}40`)
      // The part that came out equal when it was played again.
      const checkedTo =
        verdict.state === 'equal' ? last : extent.first + (verdict.state === 'running' ? verdict.frames : 0) - 1
      bar(0, checkedTo >= total ? width : this.#x(checkedTo), '#2aa56b', TRACK_Y + TRACK_HEIGHT - 2, 2)
      bar(0, this.#x(position), `${palette.accent}b3`)
    }
    if (range) bar(this.#x(range[0]), this.#x(range[1]), `${palette.ink}40`)
    for (const { kind, port, frame, percent } of marks) {
      if (kind !== 'hit') continue
      const height = Math.min(TRACK_HEIGHT - 2, 3 + percent / 4)
      bar(
        this.#x(frame) - 0.75,
        this.#x(frame) + 0.75,
        colourOf(state, port),
        TRACK_Y + TRACK_HEIGHT - 2 - height,
        height,
      )
    }
    context.restore()
    this.#missed(context)
    for (const moment of moments) if (MARKED.includes(moment.kind)) this.#dot(context, moment)
    for (const { kind, port, frame } of marks)
      if (kind === 'stock') this.#loss(context, this.#x(frame), colourOf(state, port))
    for (const frame of state.branchPoints) this.#branchPoint(context, this.#x(frame))
    if (this.#hover !== null) bar(this.#x(this.#hover) - 0.5, this.#x(this.#hover) + 0.5, palette.ink, TRACK_Y - 2, 20)
    const x = this.#x(position)
    context.fillStyle = palette.ink
    context.strokeStyle = palette.surface
    context.lineWidth = 2
    context.beginPath()
    context.roundRect(x - 3.5, TRACK_Y - 3, 7, TRACK_HEIGHT + 6, 3.5)
    context.fill()
    context.stroke()
  }

  /** The chance over time: below the curve is port 0's part, above it the other's. What bots say of themselves is dashed. */
  #chances(context: CanvasRenderingContext2D): void {
    const state = this.#state
    const { source, playback, marks } = state
    const { ink, line } = paletteOf(state)
    const colours = [0, 1].map((port) => colourOf(state, port)) as [string, string]
    const y = (chance: number): number => CURVE_TOP + (1 - chance) * (this.#curve - CURVE_TOP)
    const bar = (x: number, from: number, to: number, colour: string, width = 1): void => {
      context.fillStyle = colour
      context.fillRect(x, y(from), width, y(to) - y(from))
    }
    const draw = (points: readonly (readonly [frame: number, chance: number])[], colour: string): void => {
      context.strokeStyle = colour
      context.beginPath()
      for (const [frame, chance] of points) context.lineTo(this.#x(frame), y(chance))
      context.stroke()
    }
    const curve: [number, number][] = []
    for (let x = SIDE; x <= this.#x(playback.extent.last); x++) {
      const frame = this.#frame(x)
      const chance = source!.chance(frame)
      if (chance === null) continue
      curve.push([frame, chance])
      bar(x, 1, chance, `${colours[1]}33`)
      bar(x, chance, 0, `${colours[0]}40`)
    }
    bar(SIDE, 0.51, 0.49, line, this.#x(playback.extent.last) - SIDE)
    context.lineWidth = 1.25
    draw(curve, ink)
    context.setLineDash([4, 3])
    for (const [port, colour] of areMarksSeen(state) ? colours.entries() : []) {
      const told = marks.chances(port).map(({ frame, chance }) => [frame, port === 0 ? chance : 1 - chance] as const)
      draw(told, colour)
    }
    context.setLineDash([])
    bar(this.#x(playback.position) - 0.5, 1, 0, ink)
  }

  /** Frames without a pad: no less than two pixels wide, so that a single one is seen in eight minutes. */
  #missed(context: CanvasRenderingContext2D): void {
    for (const port of [0, 1]) {
      context.fillStyle = colourOf(this.#state, port)
      for (const { frame, count } of this.#state.missed.of(port)) {
        const x = this.#x(frame)
        const width = Math.max(2, this.#x(frame + count) - x)
        context.fillRect(x, MISSED_Y + port * MISSED_HEIGHT, width, MISSED_HEIGHT - 0.5)
      }
    }
  }

  #dot(context: CanvasRenderingContext2D, { kind, port, startFrame }: Moment): void {
    const x = this.#x(startFrame)
    context.fillStyle = colourOf(this.#state, port)
    context.beginPath()
    if (kind === 'combo') context.arc(x, MOMENTS_Y, 2.5, 0, 2 * Math.PI)
    else {
      context.moveTo(x - 4, MOMENTS_Y - 4)
      context.lineTo(x + 4, MOMENTS_Y - 4)
      context.lineTo(x, MOMENTS_Y + 4)
    }
    context.fill()
  }

  /** Where it went otherwise than in the replay beside it: a pole with a flag, which is no other mark's. */
  #branchPoint(context: CanvasRenderingContext2D, x: number): void {
    const { accent, surface } = paletteOf(this.#state)
    context.fillStyle = accent
    context.strokeStyle = surface
    context.lineWidth = 1
    context.beginPath()
    context.moveTo(x - 1.5, HEIGHT)
    context.lineTo(x - 1.5, 0)
    context.lineTo(x + 10, 5)
    context.lineTo(x + 1.5, 10)
    context.lineTo(x + 1.5, HEIGHT)
    context.closePath()
    context.fill()
    context.stroke()
  }

  /** A stock that is gone: a full mark with a cross in it, in the colour of whose it was. */
  #loss(context: CanvasRenderingContext2D, x: number, colour: string): void {
    const palette = paletteOf(this.#state)
    const y = TRACK_Y + TRACK_HEIGHT / 2
    context.fillStyle = colour
    context.strokeStyle = palette.surface
    context.lineWidth = 1.5
    context.beginPath()
    context.arc(x, y, 6.5, 0, 2 * Math.PI)
    context.fill()
    context.stroke()
    context.font = `700 10px ${FONT}`
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.fillStyle = palette.surface
    context.fillText('×', x, y + 0.5)
  }
}
