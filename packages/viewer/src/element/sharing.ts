/** What can be taken out of a viewer: a link to a frame, a picture, a clip, the replay itself. */
import { NOT_LOADED } from '../replay/not-loaded.ts'
import type { Caption, Clip } from './capture.ts'
import { clipType } from './clip-type.ts'
import type { Acts } from './controls.ts'
import { h } from './dom.ts'
import { leaderOf, linesOf } from './hud.ts'
import type { MenuItem } from './menu.ts'
import { FRAMES_A_SECOND } from './playback.ts'
import { clockText, embedCode, linkTo } from './settings.ts'
import {
  change,
  clipRange,
  colourOf,
  notify,
  paletteOf,
  pause,
  play,
  seek,
  setSpeed,
  shownFrame,
  type State,
} from './state.ts'

type Capture = typeof import('./capture.ts')

interface Recording {
  readonly capture: Capture
  readonly clip: Clip
  readonly target: HTMLCanvasElement
  readonly from: number
  readonly to: number
}

const CLIP_FRAMES = 10 * FRAMES_A_SECOND
const NO_VIDEO = 'This browser does not record video'

export class Sharing {
  readonly #host: HTMLElement
  readonly #state: State
  readonly #picture: HTMLCanvasElement
  readonly #acts: Acts
  #recording: Recording | null = null

  constructor(host: HTMLElement, state: State, picture: HTMLCanvasElement, acts: Acts) {
    this.#host = host
    this.#state = state
    this.#picture = picture
    this.#acts = acts
  }

  /** Another replay is opened. */
  reset(): void {
    void this.#recording?.clip.stop()
    this.#recording = null
  }

  items(): MenuItem[] {
    const { frame } = this.#state.playback
    const hasPicture = this.#caption() !== null
    const canClip = clipType() !== null
    const isDisabled = !canClip || !hasPicture || this.#recording !== null
    const note = canClip ? {} : { note: NO_VIDEO }
    const range = clipRange(this.#state)
    return [
      { label: 'Copy a link to this frame', act: () => this.#copyLink() },
      ...this.#embedItems(),
      {
        label: 'Picture (PNG)',
        isDisabled: !hasPicture,
        act: () => this.#capture((capture) => this.#savePicture(capture)),
      },
      {
        label: 'Clip of the last 10 s (WebM)',
        ...note,
        isDisabled,
        act: () => this.#capture((capture) => this.#startClip(capture, frame - CLIP_FRAMES, frame)),
      },
      range === null
        ? { label: 'Begin a clip here', ...note, isDisabled, act: () => change(this.#state, beginClip, frame) }
        : {
            label: `Clip of frames ${range[0]} to ${range[1]}`,
            ...note,
            isDisabled: isDisabled || range[0] === range[1],
            act: () => this.#capture((capture) => this.#startClip(capture, ...range)),
          },
      { label: 'Open a .slp file…', act: this.#acts.choose },
      ...this.#replayItems(),
    ]
  }

  #replayItems(): MenuItem[] {
    const { place, options } = this.#state
    if (!place || !('url' in place) || options.isLive) return []
    const { href, pathname } = new URL(place.url, document.baseURI)
    const name = pathname.split('/').at(-1) || 'match'
    return [
      { label: 'Download the replay (.slp)', href, download: name.endsWith('.slp') ? name : `${name}.slp` },
      {
        label: 'Open in Slippi',
        note: 'Needs Slippi and a disc of the game',
        href: `slippi://play?path=${encodeURIComponent(href)}`,
      },
    ]
  }

  /** What is written into a picture; null while none is shown. */
  #caption(): Caption | null {
    const state = this.#state
    const { info, source } = state
    const frame = shownFrame(state)
    const picture = source?.picture(frame)
    if (!info || !picture) return null
    const lines = linesOf(info, picture).filter(({ port }) => leaderOf(picture, port) !== null)
    const clock = clockText(frame, info.timeLimit)
    return { lines, clock, palette: paletteOf(state), colourOf: (port) => colourOf(state, port) }
  }

  #copyLink(): void {
    this.#copy(linkTo(location.href, shownFrame(this.#state)), 'The link to this frame')
  }

  #embedItems(): MenuItem[] {
    // The address of the page that shows the match alone, for frames.
    const address = this.#host.getAttribute('embed-src')
    if (address === null) return []
    const act = (): void => this.#copy(embedCode(address), 'The code')
    return [{ label: 'Copy the code to embed it', act }]
  }

  /** `what` begins the sentence that says that it is copied. */
  #copy(text: string, what: string): void {
    const state = this.#state
    const failed = (): void => change(state, notify, `${what}: ${text}`, true)
    // Pages that are not served securely have none.
    const clipboard = navigator.clipboard as Clipboard | undefined
    if (clipboard) clipboard.writeText(text).then(() => change(state, notify, `${what} is copied.`), failed)
    else failed()
  }

  #capture(act: (capture: Capture) => void): void {
    import('./capture.ts').then(act, () => change(this.#state, notify, NOT_LOADED, true))
  }

  #savePicture({ paint, saveFile }: Capture): void {
    const caption = this.#caption()
    if (!caption) return
    const { frame } = this.#state.playback
    const target = h('canvas')
    paint(target, this.#picture, caption)
    target.toBlob((blob) => {
      if (blob) saveFile(blob, `${fileName(caption)}-frame-${frame}.png`)
    }, 'image/png')
  }

  #startClip(capture: Capture, from: number, to: number): void {
    const state = this.#state
    const picture = this.#picture
    const { first, last } = state.playback.extent
    const [start, end] = [Math.max(first, from), Math.min(last, to)]
    change(state, pause)
    change(state, seek, start)
    change(state, setSpeed, 1)
    const target = h('canvas', { width: picture.width, height: picture.height })
    const caption = this.#caption()
    if (caption) capture.paint(target, picture, caption)
    this.#recording = { capture, clip: new capture.Clip(target), target, from: start, to: end }
    state.clipFrom = null
    change(state, play)
  }

  /** A picture has been drawn: it is a part of the clip that is being recorded. */
  record(): void {
    const recording = this.#recording
    const caption = recording && this.#caption()
    if (!recording || !caption) return
    const state = this.#state
    const { from, to, clip, target, capture } = recording
    capture.paint(target, this.#picture, caption)
    const { frame, isPlaying } = state.playback
    const share = Math.round((100 * (frame - from)) / Math.max(1, to - from))
    change(state, notify, `The clip is being recorded: ${Math.min(100, Math.max(0, share))} %`, true)
    if (frame < to && isPlaying) return
    this.#recording = null
    change(state, pause)
    clip.stop().then(
      (blob) => {
        capture.saveFile(blob, `${fileName(caption)}-frame-${from}.webm`)
        change(state, notify, 'The clip is saved.')
      },
      () => change(state, notify, 'The clip could not be recorded.'),
    )
  }
}

function beginClip(state: State, frame: number): void {
  state.clipFrom = frame
  notify(state, 'The clip begins here. Go to its end, and choose the clip in the same menu.')
}

function fileName({ lines }: Caption): string {
  const names = lines.map(({ name }) => name).join('-vs-')
  return names.replace(/[^\p{L}\p{N}_-]+/gu, '-') || 'match'
}
