/** The screen of a fight: the picture, the two cards, what is called out, and a panel over it. What happens is decided elsewhere. */
import { Picture } from '@arena/engine'
import { FIRST_FRAME, type ReplayColumns } from '@arena/slp'
import {
  clockText,
  fitCanvas,
  GivingWay,
  onPixelRatio,
  h,
  Hud,
  iconButton,
  Menu,
  NO_OVERLAYS,
  NONE_MISSED,
  OVERLAYS,
  PALETTES,
  setIcon,
  setLabel,
  setText,
  StageCanvas,
  styleSheet,
  teamOf,
  type Overlays,
  type ReplayInfo,
  type Theme,
} from '@arena/viewer/parts'
import type { Sparring } from './sparring.ts'
import { fightSheet } from './styles.ts'

export interface ScreenCommands {
  readonly pause: () => void
  readonly step: () => void
}

export interface Shot {
  readonly before: Picture | null
  readonly picture: Picture
  readonly next: Picture | null
  readonly alpha: number
}

export class Screen {
  readonly element = h('div', { class: 'fight-screen' })
  readonly #info: ReplayInfo
  readonly #hud = new Hud()
  readonly #picture = h('canvas', { class: 'picture', role: 'img' })
  readonly #clock = h('b', {}, '8:00.00')
  readonly #badge = h('span', { class: 'badge', hidden: true })
  readonly #called = h('span', {})
  readonly #hint = h('small', {})
  readonly #call = h('div', { class: 'call', 'aria-hidden': 'true' }, this.#called, this.#hint)
  readonly #panel = h('div', { class: 'panel', hidden: true })
  readonly #says = h('div', { class: 'silent', role: 'status' })
  readonly #pauseButton: HTMLButtonElement
  readonly #stepButton: HTMLButtonElement
  readonly #overlaysMenu: Menu
  readonly #inputsButton: HTMLButtonElement
  readonly #stageBox: HTMLElement
  readonly #givingWay: GivingWay
  readonly #viewer: HTMLElement
  readonly #teams = new CSSStyleSheet()
  readonly #dark = matchMedia('(prefers-color-scheme: dark)')
  readonly #resizes = new ResizeObserver(() => this.#fit())
  readonly #listening = new AbortController()
  #stage: StageCanvas | null = null
  #overlays: Overlays = NO_OVERLAYS
  #lastOverlays: Overlays = { ...NO_OVERLAYS, hitboxes: true, hurtboxes: true, ecb: true }
  #areInputsOn = false
  #isCut = true
  /** Called when what is shown has to be drawn again. */
  onDirty: () => void = () => {}

  constructor(game: Sparring, { pause, step }: ScreenCommands) {
    const info = infoOf(game)
    this.#info = info
    this.#pauseButton = iconButton('pause', 'Pause', pause)
    this.#stepButton = iconButton('forward', 'One frame on', step)
    this.#overlaysMenu = new Menu('overlays', 'Overlays', () =>
      OVERLAYS.map(({ key, label }) => ({
        label,
        isOn: this.#overlays[key],
        isSwitch: true,
        act: () => this.#setOverlays({ ...this.#overlays, [key]: !this.#overlays[key] }),
      })),
    )
    this.#inputsButton = iconButton('inputs', 'Inputs', () => this.toggleInputs())
    const clock = h('div', { class: 'clock' }, this.#clock)
    const corner = h('div', { class: 'corner' }, this.#badge)
    this.#stageBox = h('div', { class: 'stage' }, this.#picture, clock, corner, this.#call, this.#panel)
    const buttons = h(
      'div',
      { class: 'buttons', role: 'group', 'aria-label': 'Screen' },
      this.#pauseButton,
      this.#stepButton,
      h('span', { class: 'gap' }),
      this.#overlaysMenu.element,
      this.#inputsButton,
      iconButton('full', 'Full screen', () => this.toggleFullscreen()),
    )
    // A button that was clicked would be pressed again by the space bar, which jumps.
    buttons.addEventListener('click', ({ detail }) => {
      if (detail > 0 && !this.#overlaysMenu.isOpen && this.#panel.hidden) this.#viewer.focus({ preventScroll: true })
    })
    this.#viewer = h(
      'div',
      { class: 'viewer', tabindex: -1, role: 'group', 'aria-label': 'The fight' },
      h('div', { class: 'screen' }, this.#stageBox, this.#hud.element),
      h('div', { class: 'bar' }, buttons),
      this.#says,
    )
    const names = info.players.map(({ name }) => name).join(' against ')
    this.#picture.setAttribute('aria-label', `The fight: ${names}`)
    this.#hud.build(info)
    this.#givingWay = new GivingWay(this.#stageBox)
    this.#givingWay.watch([clock, corner, ...this.#hud.element.children])
    const root = this.element.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [styleSheet(), fightSheet(), this.#teams]
    root.append(this.#viewer)
    this.#dark.addEventListener('change', () => this.#applyTheme(), { signal: this.#listening.signal })
    this.#applyTheme()
    this.#resizes.observe(this.#stageBox)
    onPixelRatio(() => this.#fit(), this.#listening.signal)
    this.setPaused(false)
    this.#setOverlays(NO_OVERLAYS)
  }

  draw({ before, picture, next, alpha }: Shot, newest: Picture, columns: ReplayColumns, time: number): void {
    if (!this.#stage) return
    const info = this.#info
    const overlays = this.#overlays
    const shot = { info, previous: before, picture, next, alpha, time }
    this.#givingWay.show(this.#stage.draw({ ...shot, overlays, cut: this.#isCut }))
    this.#isCut = false
    const palette = PALETTES[this.#theme]
    const row = columns.count - 1
    const areInputsOn = this.#areInputsOn
    this.#hud.show({ picture: newest, columns, row, missed: NONE_MISSED, arePlain: true, areInputsOn, palette })
    setText(this.#clock, clockText(newest.head.frame, info.timeLimit))
  }

  call(text: string, hint = ''): void {
    setText(this.#called, text)
    setText(this.#hint, hint)
  }

  badge(text: string): void {
    this.#badge.hidden = text === ''
    setText(this.#badge, text)
  }

  /** For those that do not see it. */
  say(text: string): void {
    setText(this.#says, text)
  }

  /** A panel over the picture; without content there is none, and the keys play. */
  panel(...content: readonly Node[]): void {
    this.#panel.replaceChildren(...content)
    this.#panel.hidden = content.length === 0
    if (content.length === 0) this.#viewer.focus({ preventScroll: true })
    else this.#panel.querySelector<HTMLElement>('[data-focus]')?.focus({ preventScroll: true })
  }

  setPaused(isPaused: boolean): void {
    setIcon(this.#pauseButton, isPaused ? 'play' : 'pause')
    setLabel(this.#pauseButton, isPaused ? 'Continue' : 'Pause')
    this.#stepButton.disabled = !isPaused
  }

  setOver(): void {
    this.#pauseButton.disabled = true
    this.#stepButton.disabled = true
  }

  toggleOverlays(): void {
    const isOn = Object.values(this.#overlays).includes(true)
    this.#setOverlays(isOn ? NO_OVERLAYS : this.#lastOverlays)
  }

  toggleInputs(): void {
    this.#areInputsOn = !this.#areInputsOn
    this.#inputsButton.setAttribute('aria-pressed', String(this.#areInputsOn))
    this.onDirty()
  }

  toggleFullscreen(): void {
    const change = document.fullscreenElement ? document.exitFullscreen() : this.element.requestFullscreen?.()
    change?.catch(() => this.say('This page does not allow full screen.'))
  }

  destroy(): void {
    this.#listening.abort()
    this.#resizes.disconnect()
    this.#givingWay.destroy()
    this.element.remove()
  }

  get #theme(): Theme {
    return this.#dark.matches ? 'dark' : 'light'
  }

  #setOverlays(overlays: Overlays): void {
    this.#overlays = overlays
    const isOn = Object.values(overlays).includes(true)
    if (isOn) this.#lastOverlays = overlays
    this.#overlaysMenu.button.setAttribute('aria-pressed', String(isOn))
    this.#overlaysMenu.refresh()
    this.onDirty()
  }

  #applyTheme(): void {
    this.#viewer.classList.toggle('dark', this.#dark.matches)
    const rules = this.#info.players.map(
      ({ port, costume }) => `.port-${port} { --team: ${teamOf(port, costume, this.#theme).mark}; }`,
    )
    this.#teams.replaceSync(rules.join('\n'))
    this.#stage = null
    this.#fit()
  }

  #fit(): void {
    const { clientWidth: width, clientHeight: height } = this.#stageBox
    if (width === 0 || height === 0) return
    const ratio = fitCanvas(this.#picture, width, height)
    const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
    this.#stage ??= new StageCanvas(this.#picture, { theme: this.#theme, reducedMotion })
    this.#stage.resize(width, height, ratio)
    this.#isCut = true
    this.onDirty()
  }
}

function infoOf({ stage, players }: Sparring): ReplayInfo {
  return {
    version: [3, 18, 0],
    stage,
    players: players.map((player, port) => ({ port, ...player })),
    timeLimit: 8 * 60,
    kind: 'arena',
    firstFrame: FIRST_FRAME,
    lastFrame: FIRST_FRAME - 1,
    end: null,
  }
}
