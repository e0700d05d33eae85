/** Moves a viewer through its replay: playing, seeking, stepping, and how fast; with the menu of speeds. */
import type { Moment } from '@arena/engine/moments'
import { setLabel, setText } from './dom.ts'
import { Menu, type MenuItem } from './menu.ts'
import { FRAMES_A_SECOND, Playback, SPEEDS } from './playback.ts'

/** Frames before a moment that lead to it. */
const LEAD = FRAMES_A_SECOND

export class Driving {
  readonly playback = new Playback()
  readonly menu = new Menu('speed', 'Speed', () => this.#items())
  readonly #changed: (isCut: boolean) => void
  #hasMoved = false

  /** `changed` is called after each move; a cut when the next picture does not follow from the last one. */
  constructor(changed: (isCut: boolean) => void) {
    this.#changed = changed
  }

  /** Has been played or moved by whoever watches. */
  get hasMoved(): boolean {
    return this.#hasMoved
  }

  /** Another replay is opened. */
  open({ isLive, frame, isPlaying }: { isLive: boolean; frame: number | null; isPlaying: boolean }): void {
    this.#hasMoved = isPlaying
    this.playback.open({ isLive, frame })
    if (isPlaying) this.playback.play()
  }

  play(): void {
    this.playback.play()
    this.#hasMoved = true
    this.#changed(false)
  }

  pause(): void {
    this.playback.pause()
    this.#changed(false)
  }

  toggle(): void {
    if (this.playback.isPlaying) this.pause()
    else this.play()
  }

  seek(frame: number): void {
    this.#move(() => this.playback.seek(frame))
  }

  seekShare(share: number): void {
    this.#move(() => this.playback.seekShare(share))
  }

  jump(frames: number): void {
    this.#move(() => this.playback.jump(frames))
  }

  step(by: 1 | -1): void {
    this.#move(() => this.playback.step(by))
  }

  follow(): void {
    this.#move(() => this.playback.follow())
  }

  goTo(moment: Moment): void {
    this.seek(moment.startFrame - LEAD)
    this.play()
  }

  setSpeed(speed: number): void {
    this.playback.speed = speed
    this.#showSpeed()
  }

  changeSpeed(by: 1 | -1): void {
    this.playback.changeSpeed(by)
    this.#showSpeed()
  }

  #move(move: () => void): void {
    const before = this.playback.position
    move()
    this.#hasMoved = true
    this.#changed(this.playback.position !== before)
  }

  #showSpeed(): void {
    const { speed } = this.playback
    setText(this.menu.button.querySelector('span')!, speed === 1 ? '' : `${speed}×`)
    setLabel(this.menu.button, `Speed: ${speed}`)
    this.menu.refresh()
  }

  #items(): MenuItem[] {
    return SPEEDS.map((speed) => ({
      label: speed === 1 ? 'Normal' : `${speed}×`,
      isOn: this.playback.speed === speed,
      act: () => this.setSpeed(speed),
    }))
  }
}
