/** What a viewer shows of its replay around the picture: the players, the place in the match, the controllers, the moments. */
import type { DebugMark } from '@arena/slp'
import type { ReplayInfo } from '../replay/replay-info.ts'
import type { ReplaySource } from '../replay/replay-source.ts'
import { Announcer } from './announcer.ts'
import type { Commands } from './controls.ts'
import { iconButton } from './dom.ts'
import type { Driving } from './driving.ts'
import { drawStrip } from './input-strip.ts'
import type { Look } from './look.ts'
import type { Menu } from './menu.ts'
import { MissedPads, NONE_MISSED } from './missed-pads.ts'
import { NO_MARKS, type DebugMarks } from './debug-marks.ts'
import { MomentsList } from './moments-list.ts'
import { Panels } from './panels.ts'
import type { Drawn } from './picture-loop.ts'
import { FRAMES_A_SECOND } from './playback.ts'
import { SeekBar } from './seek-bar.ts'
import { Timeline } from './timeline.ts'

export interface DisplayParts {
  readonly commands: Commands
  readonly driving: Driving
  readonly look: Look
  readonly shareMenu: Menu
  /** The part that a clip would be of. */
  readonly range: () => readonly [number, number] | null
  /** The room for the picture may be another. */
  readonly resized: () => void
}

const SEEK_BAR_MS = 100
/** What a seek bar shows beyond the frames that have been read, of a replay whose length is not known yet. */
const LEAST_TOTAL = 60 * FRAMES_A_SECOND

export class Display {
  readonly panels: Panels
  readonly announcer = new Announcer()
  readonly #parts: DisplayParts
  readonly #seekBar: SeekBar
  readonly #moments: MomentsList
  #timeline = new Timeline()
  #missed = NONE_MISSED
  #marks = NO_MARKS
  #source: ReplaySource | null = null
  #isLive = false
  #seekBarAt = -Infinity

  constructor(parts: DisplayParts) {
    this.#parts = parts
    const { commands, driving, look, shareMenu } = parts
    this.#seekBar = new SeekBar({ seek: (frame) => driving.seek(frame), moment: (moment) => driving.goTo(moment) })
    this.#moments = new MomentsList(
      (moment) => driving.goTo(moment),
      iconButton('close', 'Close the moments', () => this.setMoments(false)),
    )
    this.#moments.element.hidden = true
    this.panels = new Panels({
      commands,
      seekBar: this.#seekBar.element,
      moments: this.#moments.element,
      menus: { speed: driving.menu, overlays: look.menu, share: shareMenu },
      follow: () => driving.follow(),
    })
  }

  get seekBar(): HTMLElement {
    return this.#seekBar.element
  }

  /** Another replay is opened, or another stream of it. */
  reset(isLive: boolean): void {
    this.#timeline = new Timeline()
    this.#isLive = isLive
  }

  setPlayers(info: ReplayInfo): void {
    this.#moments.setPlayers(info)
    this.#parts.look.setPlayers(info)
    this.panels.setPlayers(info)
  }

  /** The list of the attribute; null for a replay that a page knows nothing of. */
  setMissed(list: string | null): void {
    this.#missed = new MissedPads(list)
    this.showPlace()
  }

  /** What the bots of the replay drew. */
  setMarks(marks: DebugMarks): void {
    this.#marks = marks
    this.#parts.look.setHasMarks(marks.count > 0)
    this.panels.thoughts.show(null)
  }

  /** The marks of a frame that are to be seen. */
  marksAt(frame: number): readonly DebugMark[] {
    return this.#parts.look.areMarksOn ? this.#marks.at(frame) : []
  }

  /** Something of the source has changed. */
  take(source: ReplaySource): void {
    this.#source = source
    if (source.columns.count > 0) this.#timeline.extend(source.columns)
    this.#moments.setMoments(source.moments)
    this.panels.showVerdict(source.verdict)
  }

  /** Before a picture is drawn, also where it is not there yet. */
  placed(now: number, hasPicture: boolean): void {
    const { isStalled, isPlaying } = this.#parts.driving.playback
    this.panels.showWait(!hasPicture || isStalled)
    if (isPlaying && now - this.#seekBarAt <= SEEK_BAR_MS) return
    this.#seekBarAt = now
    this.showPlace()
  }

  drawn({ frame, picture, source, info, bodies }: Drawn): void {
    const { palette, arePlain, areInputsOn, colourOf } = this.#parts.look
    const { hud, strip, givingWay } = this.panels
    givingWay.show(bodies)
    const { columns } = source
    hud.show({ picture, columns, row: frame - info.firstFrame, missed: this.#missed, arePlain, areInputsOn, palette })
    if (areInputsOn) {
      const ports = info.players.map(({ port }) => port)
      const { position } = this.#parts.driving.playback
      drawStrip(strip, strip.clientWidth, { columns, missed: this.#missed, ports, position, palette, colourOf })
    }
    this.panels.thoughts.show(this.#parts.look.areMarksOn ? this.#marks.at(frame) : null)
    this.panels.showFrame(frame, info.timeLimit)
  }

  showPlace(): void {
    const source = this.#source
    const { extent, position, frame } = this.#parts.driving.playback
    if (!source || extent.last < extent.first) return
    const { verdict } = source
    const isGrowing = !extent.isComplete && !this.#isLive
    const total = isGrowing ? Math.max(LEAST_TOTAL, Math.round(extent.last * 1.2), frame) : extent.last
    const isChecked = verdict.state === 'equal' || verdict.state === 'running'
    const checked = isChecked ? extent.first + verdict.frames : extent.first
    const { palette, colourOf } = this.#parts.look
    this.#seekBar.show({
      extent,
      total,
      position,
      checkedTo: verdict.state === 'equal' ? extent.last : checked - 1,
      marks: this.#timeline.marks,
      moments: source.moments,
      missed: this.#missed,
      range: this.#parts.range(),
      palette,
      colourOf,
    })
    this.panels.showTime(frame, isGrowing ? null : extent.last)
    this.#moments.setFrame(frame)
  }

  resize(): void {
    this.#seekBar.resize(this.#seekBar.element.clientWidth)
  }

  toggleMoments(): void {
    this.setMoments(this.#moments.element.hidden === true)
  }

  setMoments(isOn: boolean): void {
    this.#moments.element.hidden = !isOn
    this.panels.viewer.classList.toggle('with-moments', isOn)
    this.#parts.resized()
    this.showPlace()
  }
}
