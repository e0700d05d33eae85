/** What a viewer is made of: the picture's frame, the bar under it, the line of words. Built once, and told what to show. */
import { characterName, stageName } from '@arena/slp'
import type { ReplayInfo, Verdict } from '../replay/replay-info.ts'
import type { Commands } from './controls.ts'
import { h, iconButton, setIcon, setLabel, setText, textButton } from './dom.ts'
import { GivingWay } from './giving-way.ts'
import { Help } from './help.ts'
import { Thoughts } from './thoughts.ts'
import { Hud, nameOf } from './hud.ts'
import type { Menu } from './menu.ts'
import type { Playback } from './playback.ts'
import { clockText, timeText } from './settings.ts'

export interface PanelParts {
  readonly commands: Commands
  readonly seekBar: HTMLElement
  readonly moments: HTMLElement
  readonly menus: Readonly<Record<'speed' | 'overlays' | 'share', Menu>>
  readonly follow: () => void
}

export interface ControlsState {
  readonly playback: Playback
  /** The match is, or was, watched while it is played. */
  readonly isLive: boolean
  /** It ended without a result. */
  readonly isBrokenOff: boolean
  /** A person has played or moved it, or a link has. */
  readonly isPlaced: boolean
  /** A picture has been shown. */
  readonly isReady: boolean
  readonly areInputsOn: boolean
}

const NOTICE_MS = 6000

export class Panels {
  readonly picture = h('canvas', { class: 'picture', role: 'img', 'aria-label': 'The match' })
  readonly drop = h('div', { class: 'drop', hidden: true }, 'Drop the replay here')
  readonly strip = h('canvas', { class: 'strip', role: 'img', 'aria-label': 'Inputs over time', hidden: true })
  readonly hud = new Hud()
  readonly help = new Help()
  readonly thoughts = new Thoughts()
  readonly stage: HTMLElement
  readonly viewer: HTMLElement
  readonly givingWay: GivingWay
  readonly #moments: HTMLElement
  readonly #clock = h('b', {}, '8:00.00')
  readonly #frameText = h('span', {})
  readonly #clockBox = h('div', { class: 'clock' }, this.#clock, this.#frameText)
  readonly #badge = h('span', { class: 'badge', hidden: true })
  readonly #corner = h('div', { class: 'corner' }, this.#badge)
  readonly #bigPlay: HTMLButtonElement
  readonly #wait = h('div', { class: 'wait', hidden: true })
  readonly #failure = h('div', { class: 'failure', role: 'alert', hidden: true })
  readonly #playButton: HTMLButtonElement
  readonly #liveButton: HTMLButtonElement
  readonly #inputsButton: HTMLButtonElement
  readonly #momentsButton: HTMLButtonElement
  readonly #now = h('span', {})
  readonly #all = h('small', {})
  readonly #controls: HTMLElement
  readonly #verdict = h('span', { class: 'verdict' })
  readonly #where = h('span', { class: 'long' })
  readonly #notice = h('span', { class: 'notice' })
  #noticeTimer: ReturnType<typeof setTimeout> | undefined

  constructor({ commands, seekBar, moments, menus, follow }: PanelParts) {
    this.#moments = moments
    this.#bigPlay = iconButton('play', 'Play', commands.toggle)
    this.#bigPlay.className = 'big-play'
    this.#playButton = iconButton('play', 'Play', commands.toggle)
    this.#liveButton = textButton('Live', follow, { class: 'go-live', hidden: true })
    this.#inputsButton = iconButton('inputs', 'Inputs', commands.inputs)
    this.#momentsButton = iconButton('moments', 'Moments', commands.moments)
    this.stage = h(
      'div',
      { class: 'stage' },
      // The drawing of the page for the time until there is a picture.
      h('slot', { name: 'poster' }),
      this.picture,
      this.#clockBox,
      this.#corner,
      this.#wait,
      this.#bigPlay,
      this.#failure,
      this.drop,
    )
    this.givingWay = new GivingWay(this.stage)
    this.#controls = this.#buttons(commands, menus)
    this.viewer = h(
      'div',
      { class: 'viewer unready', tabindex: -1, role: 'group', 'aria-label': 'Replay' },
      h('div', { class: 'screen' }, this.stage, this.hud.element),
      h('div', { class: 'bar' }, seekBar, this.strip, this.#controls),
      this.thoughts.element,
      h('div', { class: 'status' }, this.#verdict, this.#where, this.#notice),
      moments,
      this.help.element,
    )
  }

  get isFailed(): boolean {
    return !this.#failure.hidden
  }

  setDark(isDark: boolean): void {
    this.viewer.classList.toggle('dark', isDark)
  }

  setControls(controls: 'on' | 'minimal' | 'off'): void {
    this.viewer.classList.toggle('minimal', controls === 'minimal')
    this.viewer.classList.toggle('none', controls === 'off')
  }

  /** Whether what the picture shows of the players stands in it and under it, too. */
  setHud(hud: 'on' | 'off'): void {
    this.viewer.classList.toggle('bare', hud === 'off')
  }

  destroy(): void {
    this.givingWay.destroy()
    clearTimeout(this.#noticeTimer)
  }

  #buttons(commands: Commands, menus: PanelParts['menus']): HTMLElement {
    const optional = (element: HTMLElement): HTMLElement => {
      element.classList.add('optional')
      return element
    }
    return h(
      'div',
      { class: 'buttons', role: 'group', 'aria-label': 'Controls' },
      this.#playButton,
      optional(iconButton('back', 'One frame back', () => commands.step(-1))),
      optional(iconButton('forward', 'One frame on', () => commands.step(1))),
      h('span', { class: 'time' }, this.#now, this.#all),
      this.#liveButton,
      h('span', { class: 'gap' }),
      optional(menus.speed.element),
      optional(menus.overlays.element),
      optional(this.#inputsButton),
      optional(this.#momentsButton),
      optional(menus.share.element),
      optional(iconButton('help', 'Keys', commands.help)),
      iconButton('full', 'Full screen', commands.fullscreen),
    )
  }

  setPlayers(info: ReplayInfo): void {
    const { players, stage } = info
    this.hud.build(info)
    this.givingWay.watch([this.#clockBox, this.#corner, ...this.hud.element.children])
    const who = players.map((player) => `${nameOf(player)}, ${characterName(player.character)}`).join(', against ')
    this.thoughts.setNames((port) => {
      const player = players.find((each) => each.port === port)
      return player ? nameOf(player) : `P${port + 1}`
    })
    this.picture.setAttribute('aria-label', `The match: ${who}, on ${stageName(stage)}`)
    const characters = players.map(({ character }) => characterName(character)).join(' against ')
    setText(this.#where, `${stageName(stage)} · ${characters}`)
  }

  showFrame(frame: number, timeLimit: number | null): void {
    setText(this.#clock, clockText(frame, timeLimit))
    setText(this.#frameText, `frame ${frame}`)
  }

  /** Where it is; `last` is null while it is not known how long the match is. */
  showTime(frame: number, last: number | null): void {
    setText(this.#now, timeText(frame))
    setText(this.#all, ` / ${last === null ? '…' : timeText(last)}`)
  }

  showVerdict(verdict: Verdict): void {
    setText(this.#verdict, verdictText(verdict))
    this.#verdict.className = `verdict ${verdict.state}`
  }

  /** The sign for waiting, where nothing is to be pressed in its place. */
  showWait(isWaiting: boolean): void {
    this.#wait.hidden = this.isFailed || !this.#bigPlay.hidden || !isWaiting
  }

  showControls({ playback, isLive, isBrokenOff, isPlaced, isReady, areInputsOn }: ControlsState): void {
    const { isPlaying, isAtEnd, isFollowing, isStalled, extent } = playback
    const label = isPlaying ? 'Pause' : isAtEnd ? 'Play again' : 'Play'
    const name = isPlaying ? 'pause' : isAtEnd ? 'again' : 'play'
    for (const button of [this.#playButton, this.#bigPlay]) {
      setIcon(button, name)
      setLabel(button, label)
    }
    // In the middle only before the beginning and behind the end: in between it would hide what was paused for.
    this.#bigPlay.hidden = isPlaying || this.isFailed || (isPlaced && !isAtEnd)
    this.showWait(!isReady || isStalled)
    this.viewer.classList.toggle('unready', !isReady)
    const isOn = isLive && !extent.isComplete
    this.#liveButton.hidden = !isOn
    this.#liveButton.setAttribute('aria-pressed', String(isFollowing))
    setLabel(this.#liveButton, isFollowing ? 'Live' : 'Live: to the newest frame')
    this.#badge.hidden = !isLive
    this.#badge.classList.toggle('live', isOn)
    setText(
      this.#badge,
      isOn ? (isFollowing ? 'Live' : 'Live, behind') : isBrokenOff ? 'Match broken off' : 'Match over',
    )
    this.#inputsButton.setAttribute('aria-pressed', String(areInputsOn))
    this.#momentsButton.setAttribute('aria-pressed', String(!this.#moments.hidden))
    this.strip.hidden = !areInputsOn
  }

  get notice(): string {
    return this.#notice.textContent
  }

  notify(text: string, stays = false): void {
    clearTimeout(this.#noticeTimer)
    setText(this.#notice, text)
    if (text !== '' && !stays) this.#noticeTimer = setTimeout(() => setText(this.#notice, ''), NOTICE_MS)
  }

  /** Nothing can be shown: why, and what may be done; null takes it back. */
  showFailure(failure: { what: string; hint: string; actions: readonly HTMLElement[] } | null): void {
    if (failure) {
      this.#failure.replaceChildren(
        h('p', { class: 'what' }, failure.what),
        h('p', { class: 'hint' }, failure.hint),
        h('div', { class: 'actions' }, ...failure.actions),
      )
    }
    const isFailed = failure !== null
    this.#failure.hidden = !isFailed
    this.viewer.classList.toggle('failed', isFailed)
    for (const button of this.#controls.querySelectorAll('button')) button.disabled = isFailed
  }
}

function verdictText(verdict: Verdict): string {
  const number = (frame: number): string => frame.toLocaleString('en')
  const count = (frames: number): string => `${number(frames)} ${frames === 1 ? 'frame' : 'frames'}`
  switch (verdict.state) {
    case 'running':
      return `Run again in this browser: ${count(verdict.frames)} so far`
    case 'equal':
      return `Run again in this browser: ${count(verdict.frames)}, equal`
    case 'differs':
      return `Run again in this browser: differs at frame ${number(verdict.frame)}${verdict.what === undefined ? '' : `. ${verdict.what}`}`
    case 'foreign':
      return 'A recording of another game: poses only'
  }
}
