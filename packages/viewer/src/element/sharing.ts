/** What can be taken out of a viewer: a link to a frame, a picture, a clip, the replay itself. */
import type { Picture } from '@arena/engine'
import type { ReplayPlace } from '../replay/messages.ts'
import type { ReplayInfo } from '../replay/replay-info.ts'
import { canClip, Clip, paint, saveFile, type Caption } from './capture.ts'
import { h } from './dom.ts'
import { leaderOf, linesOf } from './hud.ts'
import type { Look } from './look.ts'
import type { MenuItem } from './menu.ts'
import { FRAMES_A_SECOND, type Playback } from './playback.ts'
import { clockText, embedCode, linkTo } from './settings.ts'

/** The viewer, as far as sharing needs it. */
export interface SharedView {
  readonly playback: Playback
  readonly picture: HTMLCanvasElement
  readonly place: () => ReplayPlace | null
  readonly isLive: () => boolean
  readonly look: Look
  readonly info: () => ReplayInfo | null
  /** The picture of the present frame; null while it is on its way. */
  readonly shown: () => Picture | null
  readonly seek: (frame: number) => void
  readonly setSpeed: (speed: number) => void
  readonly play: () => void
  readonly pause: () => void
  readonly choose: () => void
  /** The address of the page that shows the match alone, for frames; null where there is none. */
  readonly embedAddress: () => string | null
  readonly notify: (text: string, stays?: boolean) => void
}

interface Recording {
  readonly clip: Clip
  readonly target: HTMLCanvasElement
  readonly from: number
  readonly to: number
}

const CLIP_FRAMES = 10 * FRAMES_A_SECOND
const NO_VIDEO = 'This browser does not record video'

export class Sharing {
  readonly #view: SharedView
  #mark: number | null = null
  #recording: Recording | null = null

  constructor(view: SharedView) {
    this.#view = view
  }

  /** The part that a clip would be of, while its beginning is marked. */
  get range(): readonly [number, number] | null {
    const { frame } = this.#view.playback
    return this.#mark === null ? null : [Math.min(this.#mark, frame), Math.max(this.#mark, frame)]
  }

  /** Another replay is opened. */
  reset(): void {
    this.#mark = null
    void this.#recording?.clip.stop()
    this.#recording = null
  }

  items(): MenuItem[] {
    const { playback, choose } = this.#view
    const { frame } = playback
    const hasPicture = this.#caption() !== null
    const isDisabled = !canClip() || !hasPicture || this.#recording !== null
    const note = canClip() ? {} : { note: NO_VIDEO }
    const { range } = this
    return [
      { label: 'Copy a link to this frame', act: () => this.#copyLink() },
      ...this.#embedItems(),
      { label: 'Picture (PNG)', isDisabled: !hasPicture, act: () => this.#savePicture() },
      {
        label: 'Clip of the last 10 s (WebM)',
        ...note,
        isDisabled,
        act: () => this.#startClip(frame - CLIP_FRAMES, frame),
      },
      range === null
        ? { label: 'Begin a clip here', ...note, isDisabled, act: () => this.#setMark(frame) }
        : {
            label: `Clip of frames ${range[0]} to ${range[1]}`,
            ...note,
            isDisabled: isDisabled || range[0] === range[1],
            act: () => this.#startClip(...range),
          },
      { label: 'Open a .slp file…', act: choose },
      ...this.#replayItems(),
    ]
  }

  #replayItems(): MenuItem[] {
    const place = this.#view.place()
    if (!place || !('url' in place) || this.#view.isLive()) return []
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
    const { look, playback } = this.#view
    const info = this.#view.info()
    const picture = this.#view.shown()
    if (!info || !picture) return null
    const lines = linesOf(info, picture).filter(({ port }) => leaderOf(picture, port) !== null)
    const clock = clockText(playback.frame, info.timeLimit)
    return { lines, clock, palette: look.palette, colourOf: look.colourOf }
  }

  #setMark(frame: number): void {
    this.#mark = frame
    this.#view.notify('The clip begins here. Go to its end, and choose the clip in the same menu.')
  }

  #copyLink(): void {
    this.#copy(linkTo(location.href, this.#view.playback.frame), 'The link to this frame')
  }

  #embedItems(): MenuItem[] {
    const address = this.#view.embedAddress()
    if (address === null) return []
    const act = (): void => this.#copy(embedCode(address), 'The code')
    return [{ label: 'Copy the code to embed it', act }]
  }

  /** `what` begins the sentence that says that it is copied. */
  #copy(text: string, what: string): void {
    const { notify } = this.#view
    const failed = (): void => notify(`${what}: ${text}`, true)
    // Pages that are not served securely have none.
    const clipboard = navigator.clipboard as Clipboard | undefined
    if (clipboard) clipboard.writeText(text).then(() => notify(`${what} is copied.`), failed)
    else failed()
  }

  #savePicture(): void {
    const { picture, playback } = this.#view
    const caption = this.#caption()
    if (!caption) return
    const { frame } = playback
    const target = h('canvas')
    paint(target, picture, caption)
    target.toBlob((blob) => {
      if (blob) saveFile(blob, `${fileName(caption)}-frame-${frame}.png`)
    }, 'image/png')
  }

  #startClip(from: number, to: number): void {
    const { playback, picture, seek, setSpeed, play, pause } = this.#view
    const { first, last } = playback.extent
    const [start, end] = [Math.max(first, from), Math.min(last, to)]
    pause()
    seek(start)
    setSpeed(1)
    const target = h('canvas', { width: picture.width, height: picture.height })
    const caption = this.#caption()
    if (caption) paint(target, picture, caption)
    this.#recording = { clip: new Clip(target), target, from: start, to: end }
    this.#mark = null
    play()
  }

  /** A picture has been drawn: it is a part of the clip that is being recorded. */
  record(): void {
    const recording = this.#recording
    const caption = recording && this.#caption()
    if (!recording || !caption) return
    const { playback, picture, notify, pause } = this.#view
    const { from, to, clip, target } = recording
    paint(target, picture, caption)
    const { frame, isPlaying } = playback
    const share = Math.round((100 * (frame - from)) / Math.max(1, to - from))
    notify(`The clip is being recorded: ${Math.min(100, Math.max(0, share))} %`, true)
    if (frame < to && isPlaying) return
    this.#recording = null
    pause()
    clip.stop().then(
      (blob) => {
        saveFile(blob, `${fileName(caption)}-frame-${from}.webm`)
        notify('The clip is saved.')
      },
      () => notify('The clip could not be recorded.'),
    )
  }
}

function fileName({ lines }: Caption): string {
  const names = lines.map(({ name }) => name).join('-vs-')
  return names.replace(/[^\p{L}\p{N}_-]+/gu, '-') || 'match'
}
