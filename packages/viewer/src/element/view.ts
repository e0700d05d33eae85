/** The parts of a viewer: the picture's frame, the bar under it, the line of words. They are built once, and show what the state says. */
import { characterName, stageName } from '@arena/slp'
import type { Box } from '../draw/boxes.ts'
import { NOT_LOADED } from '../replay/not-loaded.ts'
import type { Proof, ReplayInfo, Verdict } from '../replay/replay-info.ts'
import { Announcer } from './announcer.ts'
import { ChanceBar } from './chance-bar.ts'
import type { Acts } from './controls.ts'
import { h, iconButton, setIcon, setLabel, setText, textButton } from './dom.ts'
import { GivingWay } from './giving-way.ts'
import { Help } from './help.ts'
import { Hud, nameOf } from './hud.ts'
import type { drawStrip } from './input-strip.ts'
import { Menu } from './menu.ts'
import { overlayItems, speedItems } from './menus.ts'
import { MomentsList } from './moments-list.ts'
import { NOT_LOADED_HINT, notLoadedActions } from './not-loaded.ts'
import type { Shown } from './picture.ts'
import { SeekBar } from './seek-bar.ts'
import { clockText, timeText } from './settings.ts'
import { Sharing } from './sharing.ts'
import {
  areMarksSeen,
  areOverlaysOn,
  branch,
  change,
  colourOf,
  follow,
  goTo,
  hasFrames,
  isChanceSeen,
  isGrowing,
  notify,
  paletteOf,
  step,
  toggle,
  toggleInputs,
  toggleMoments,
  type State,
} from './state.ts'
import { Thoughts } from './thoughts.ts'

const NOTICE_MS = 6000
const SEEK_BAR_MS = 100
/** Game End's method of a match that was broken off. */
const NO_CONTEST = 7
const HINTS = {
  none: 'Drop a .slp file here, or choose one.',
  file: 'Drop another .slp file here, or choose one.',
  url: 'Try again, or drop a .slp file here.',
}

export class View {
  readonly picture = h('canvas', { class: 'picture', role: 'img', 'aria-label': 'The match' })
  readonly drop = h('div', { class: 'drop', hidden: true }, 'Drop the replay here')
  readonly help = new Help()
  readonly announcer = new Announcer()
  /** The players' colours, as rules: a strict policy of a page forbids styles in attributes. */
  readonly teams = new CSSStyleSheet()
  readonly sharing: Sharing
  readonly seekBar: SeekBar
  readonly stage: HTMLElement
  readonly viewer: HTMLElement
  readonly #state: State
  readonly #acts: Acts
  readonly #strip = h('canvas', { class: 'strip', role: 'img', 'aria-label': 'Inputs over time', hidden: true })
  readonly #hud = new Hud()
  readonly #chance = new ChanceBar()
  readonly #thoughts = new Thoughts()
  readonly #moments: MomentsList
  readonly #givingWay: GivingWay
  readonly #speedMenu: Menu
  readonly #overlaysMenu: Menu
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
  readonly #branchButton: HTMLButtonElement
  readonly #now = h('span', {})
  readonly #all = h('small', {})
  readonly #controls: HTMLElement
  readonly #verdict = h('span', { class: 'verdict' })
  readonly #where = h('span', { class: 'long' })
  readonly #notice = h('span', { class: 'notice' })
  #drawStrip: typeof drawStrip | null = null
  #isStripAsked = false
  #noticeTimer: ReturnType<typeof setTimeout> | undefined
  #seekBarAt = -Infinity
  /** The values that are shown of those parts that are built anew only where they differ. */
  #shown: Partial<Pick<State, 'place' | 'failure' | 'notice'>> & { players?: string; teams?: string } = {}

  constructor(host: HTMLElement, state: State, acts: Acts) {
    this.#state = state
    this.#acts = acts
    this.sharing = new Sharing(host, state, this.picture, acts)
    this.seekBar = new SeekBar(state)
    const press = (what: (state: State) => void) => () => change(state, what)
    this.#moments = new MomentsList(
      (moment) => change(state, goTo, moment),
      iconButton('close', 'Close the moments', press(toggleMoments)),
    )
    this.#speedMenu = new Menu('speed', 'Speed', () => speedItems(state))
    this.#overlaysMenu = new Menu('overlays', 'Overlays', () => overlayItems(state))
    this.#bigPlay = iconButton('play', 'Play', press(toggle))
    this.#bigPlay.className = 'big-play'
    this.#playButton = iconButton('play', 'Play', press(toggle))
    this.#liveButton = textButton('Live', press(follow), { class: 'go-live', hidden: true })
    this.#inputsButton = iconButton('inputs', 'Inputs', press(toggleInputs))
    this.#momentsButton = iconButton('moments', 'Moments', press(toggleMoments))
    this.#branchButton = iconButton('branch', 'Take over here', press(branch))
    this.stage = h(
      'div',
      { class: 'stage' },
      // The page's drawing for the time until there is a picture.
      h('slot', { name: 'poster' }),
      this.picture,
      this.#clockBox,
      this.#corner,
      this.#wait,
      this.#bigPlay,
      this.#failure,
      this.drop,
    )
    this.#givingWay = new GivingWay(this.stage)
    this.#controls = this.#buttons()
    this.viewer = h(
      'div',
      { class: 'viewer unready', tabindex: -1, role: 'group', 'aria-label': 'Replay' },
      h('div', { class: 'screen' }, this.stage, this.#chance.element, this.#hud.element),
      h('div', { class: 'bar' }, this.seekBar.element, this.#strip, this.#controls),
      this.#thoughts.element,
      h('div', { class: 'status' }, this.#verdict, this.#where, this.#notice),
      this.#moments.element,
      this.help.element,
      this.announcer.element,
    )
  }

  destroy(): void {
    this.#givingWay.destroy()
    clearTimeout(this.#noticeTimer)
  }

  #buttons(): HTMLElement {
    const state = this.#state
    const { help, fullscreen } = this.#acts
    const optional = (element: HTMLElement): HTMLElement => {
      element.classList.add('optional')
      return element
    }
    return h(
      'div',
      { class: 'buttons', role: 'group', 'aria-label': 'Controls' },
      this.#playButton,
      optional(iconButton('back', 'One frame back', () => change(state, step, -1))),
      optional(iconButton('forward', 'One frame on', () => change(state, step, 1))),
      h('span', { class: 'time' }, this.#now, this.#all),
      this.#liveButton,
      h('span', { class: 'gap' }),
      optional(this.#speedMenu.element),
      optional(this.#overlaysMenu.element),
      optional(this.#inputsButton),
      optional(this.#momentsButton),
      optional(this.#branchButton),
      optional(new Menu('share', 'Share and save', () => this.sharing.items()).element),
      optional(iconButton('help', 'Keys', help)),
      iconButton('full', 'Full screen', fullscreen),
    )
  }

  /** All but what follows the picture. */
  render(): void {
    const { info, source, theme, controls, hud, isReady, areMomentsOn } = this.#state
    const { classList } = this.viewer
    classList.toggle('dark', theme === 'dark')
    classList.toggle('minimal', controls === 'minimal')
    classList.toggle('none', controls === 'off')
    // Whether what the picture shows of the players stands in it and under it, too.
    classList.toggle('bare', hud === 'off')
    classList.toggle('with-moments', areMomentsOn)
    classList.toggle('unready', !isReady)
    if (info) this.#showPlayers(info)
    this.#showTeams()
    this.#moments.element.hidden = !areMomentsOn
    if (source && info) {
      this.#moments.setMoments(source.moments)
      const { verdict, proof } = source
      setText(this.#verdict, verdictText(verdict, proof))
      this.#verdict.className = `verdict ${proof?.state === 'differs' ? 'differs' : verdict.state}`
    }
    this.#showFailure()
    this.#showNotice()
    this.#showControls()
    this.#showMenus()
  }

  /** Shows where it is, also while the picture of that place is on its way. */
  showPlace(now: number, hasPicture: boolean): void {
    const { playback } = this.#state
    this.#showWait(!hasPicture || playback.isStalled)
    if ((playback.isPlaying && now - this.#seekBarAt <= SEEK_BAR_MS) || !hasFrames(this.#state)) return
    this.#seekBarAt = now
    this.seekBar.show()
    const { frame, extent } = playback
    setText(this.#now, timeText(frame))
    setText(this.#all, ` / ${isGrowing(this.#state) ? '…' : timeText(extent.last)}`)
    this.#moments.setFrame(frame)
  }

  /** Shows what stands in and under a picture. `bodies` is where fighters are seen in it. */
  showFrame({ frame, picture, source, info }: Shown, bodies: readonly Box[]): void {
    const state = this.#state
    const { missed, arePlain, areInputsOn, playback } = state
    const { columns } = source
    const palette = paletteOf(state)
    this.#givingWay.show(bodies)
    this.#hud.show({ picture, columns, row: frame - info.firstFrame, missed, arePlain, areInputsOn, palette })
    this.#chance.show(info, isChanceSeen(state) ? source.chance(frame) : null)
    if (areInputsOn) {
      this.#loadStrip()
      const ports = info.players.map(({ port }) => port)
      const { position } = playback
      const colours = (port: number): string => colourOf(state, port)
      const strip = this.#strip
      this.#drawStrip?.(strip, strip.clientWidth, { columns, missed, ports, position, palette, colourOf: colours })
    }
    if (areMarksSeen(state)) this.#thoughts.show(state.marks.at(frame))
    setText(this.#clock, clockText(frame, info.timeLimit))
    setText(this.#frameText, `frame ${frame}`)
  }

  /** Few look at inputs: what draws them is loaded when they are first shown. */
  #loadStrip(): void {
    if (this.#isStripAsked) return
    this.#isStripAsked = true
    import('./input-strip.ts').then(
      (module) => {
        this.#drawStrip = module.drawStrip
        this.#state.redraw()
      },
      () => change(this.#state, notify, NOT_LOADED, true),
    )
  }

  #showPlayers(info: ReplayInfo): void {
    const { players, stage } = info
    const shown = JSON.stringify([players, stage])
    if (this.#shown.players === shown) return
    this.#shown.players = shown
    this.#hud.build(info)
    this.#moments.setPlayers(info)
    this.#givingWay.watch([this.#clockBox, this.#corner, ...this.#hud.element.children])
    const who = players.map((player) => `${nameOf(player)}, ${characterName(player.character)}`).join(', against ')
    this.#thoughts.setNames((port) => {
      const player = players.find((each) => each.port === port)
      return player ? nameOf(player) : `P${port + 1}`
    })
    this.picture.setAttribute('aria-label', `The match: ${who}, on ${stageName(stage)}`)
    const characters = players.map(({ character }) => characterName(character)).join(' against ')
    setText(this.#where, `${stageName(stage)} · ${characters}`)
  }

  #showTeams(): void {
    const players = this.#state.info?.players ?? []
    const rules = players.map(({ port }) => `.port-${port} { --team: ${colourOf(this.#state, port)}; }`).join('\n')
    if (this.#shown.teams !== rules) this.teams.replaceSync(rules)
    this.#shown.teams = rules
  }

  /** Nothing can be shown: why, and what may be done. */
  #showFailure(): void {
    const { failure, place } = this.#state
    if (this.#shown.failure === failure && this.#shown.place === place) return
    Object.assign(this.#shown, { failure, place })
    const isFailed = failure !== null
    if (isFailed) {
      const { again, choose } = this.#acts
      const from = place === null ? 'none' : 'file' in place ? 'file' : 'url'
      const chooseButton = textButton('Choose a file…', choose)
      const isUnloaded = failure === NOT_LOADED
      const anew = from === 'url' ? [textButton('Try again', again), chooseButton] : [chooseButton]
      this.#failure.replaceChildren(
        h('p', { class: 'what' }, failure),
        h('p', { class: 'hint' }, isUnloaded ? NOT_LOADED_HINT : HINTS[from]),
        h('div', { class: 'actions' }, ...(isUnloaded ? notLoadedActions(again) : anew)),
      )
    }
    this.#failure.hidden = !isFailed
    this.viewer.classList.toggle('failed', isFailed)
    for (const button of this.#controls.querySelectorAll('button')) button.disabled = isFailed
  }

  #showNotice(): void {
    const { notice } = this.#state
    if (this.#shown.notice === notice) return
    this.#shown.notice = notice
    clearTimeout(this.#noticeTimer)
    setText(this.#notice, notice.text)
    if (!notice.stays) this.#noticeTimer = setTimeout(() => change(this.#state, notify, '', true), NOTICE_MS)
  }

  #showControls(): void {
    const { playback, options, info, failure, isReady, hasMoved, areInputsOn, areMomentsOn, isBranchable } = this.#state
    const { isPlaying, isAtEnd, isFollowing, isStalled, extent } = playback
    const label = isPlaying ? 'Pause' : isAtEnd ? 'Play again' : 'Play'
    const name = isPlaying ? 'pause' : isAtEnd ? 'again' : 'play'
    for (const button of [this.#playButton, this.#bigPlay]) {
      setIcon(button, name)
      setLabel(button, label)
    }
    // A button in the middle would hide what was paused for: it is there only before a person has moved it, and behind the end.
    const isPlaced = options.frame !== null || hasMoved
    this.#bigPlay.hidden = isPlaying || failure !== null || (isPlaced && !isAtEnd)
    this.#showWait(!isReady || isStalled)
    const isOn = options.isLive && !extent.isComplete
    this.#liveButton.hidden = !isOn
    this.#liveButton.setAttribute('aria-pressed', String(isFollowing))
    setLabel(this.#liveButton, isFollowing ? 'Live' : 'Live: to the newest frame')
    this.#badge.hidden = !options.isLive
    this.#badge.classList.toggle('live', isOn)
    const over = info?.end?.method === NO_CONTEST ? 'Match broken off' : 'Match over'
    setText(this.#badge, isOn ? (isFollowing ? 'Live' : 'Live, behind') : over)
    this.#inputsButton.setAttribute('aria-pressed', String(areInputsOn))
    this.#momentsButton.setAttribute('aria-pressed', String(areMomentsOn))
    this.#branchButton.hidden = !isBranchable
    this.#strip.hidden = !areInputsOn
    if (!areMarksSeen(this.#state)) this.#thoughts.show(null)
  }

  #showMenus(): void {
    const { speed } = this.#state.playback
    const { button } = this.#speedMenu
    setText(button.querySelector('span')!, speed === 1 ? '' : `${speed}×`)
    setLabel(button, speed === 1 ? 'Speed' : `Speed: ${speed}`)
    this.#overlaysMenu.button.setAttribute('aria-pressed', String(areOverlaysOn(this.#state)))
    this.#speedMenu.refresh()
    this.#overlaysMenu.refresh()
  }

  /** The sign for waiting, where nothing is to be pressed in its place. */
  #showWait(isWaiting: boolean): void {
    this.#wait.hidden = this.#state.failure !== null || !this.#bigPlay.hidden || !isWaiting
  }
}

/** What was proved, in a sentence. */
function verdictText(verdict: Verdict, proof: Proof | null): string {
  const number = (frame: number): string => frame.toLocaleString('en')
  const count = (frames: number): string => `${number(frames)} ${frames === 1 ? 'frame' : 'frames'}`
  switch (verdict.state) {
    case 'running':
      return `Run again in this browser: ${count(verdict.frames)} so far`
    case 'equal':
      return `Run again in this browser: ${count(verdict.frames)}, equal${proof === null ? '' : proofText(proof)}`
    case 'differs':
      return `Run again in this browser: differs at frame ${number(verdict.frame)}${verdict.what === undefined ? '' : `. ${verdict.what}`}`
    case 'foreign':
      return 'A recording of another game: poses only'
  }
}

function proofText(proof: Proof): string {
  if (proof.state === 'differs') return `, but ${proof.what}`
  return `${proof.hasSeed ? ', from the seed to' : ':'} the bytes that ${proof.by} has signed`
}
