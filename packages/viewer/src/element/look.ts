/** How a match is shown: theme, overlays, controllers, and the words for actions. */
import { teamOf, type Theme } from '../draw/colours.ts'
import { NO_OVERLAYS, type Overlays } from '../draw/overlays.ts'
import type { ReplayInfo } from '../replay/replay-info.ts'
import { Menu, type MenuItem } from './menu.ts'
import { PALETTES, type Palette } from './palette.ts'
import { choice, INPUTS_WORD, OVERLAYS, overlaysOf, wordsIn, wordsOfOverlays } from './settings.ts'

export class Look {
  /** The players' colours, as rules: a strict policy of a page forbids styles in attributes. */
  readonly teams = new CSSStyleSheet()
  readonly menu = new Menu('overlays', 'Overlays', () => this.#items())
  readonly #changed: () => void
  #theme: Theme = 'light'
  #overlays: Overlays = NO_OVERLAYS
  #lastOverlays: Overlays = { ...NO_OVERLAYS, hitboxes: true, hurtboxes: true }
  #areInputsOn = false
  #areMarksOn = true
  #hasMarks = false
  #arePlain = true
  #info: ReplayInfo | null = null

  constructor(changed: () => void) {
    this.#changed = changed
  }

  get theme(): Theme {
    return this.#theme
  }

  get palette(): Palette {
    return PALETTES[this.#theme]
  }

  get overlays(): Overlays {
    return this.#overlays
  }

  get areInputsOn(): boolean {
    return this.#areInputsOn
  }

  /** Whether what bots drew is seen; it can be switched where there is any. */
  get areMarksOn(): boolean {
    return this.#hasMarks && this.#areMarksOn
  }

  /** Actions in plain words, not by the game's own names. */
  get arePlain(): boolean {
    return this.#arePlain
  }

  readonly colourOf = (port: number): string => {
    const costume = this.#info?.players.find((player) => player.port === port)?.costume ?? 0
    return teamOf(port, costume, this.#theme).mark
  }

  setPlayers(info: ReplayInfo): void {
    this.#info = info
    this.#colourTeams()
  }

  /** The theme as the attribute has it; without one it is the system's. */
  setTheme(value: string | null): void {
    const wanted = choice(value, ['auto', 'light', 'dark'])
    const isDark = wanted === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : wanted === 'dark'
    this.#theme = isDark ? 'dark' : 'light'
    this.#colourTeams()
  }

  /** The list of the attribute: overlays, and the word for the controllers. */
  setWords(list: string | null): void {
    this.#setOverlays(overlaysOf(list))
    this.setInputs(wordsIn(list).includes(INPUTS_WORD))
  }

  #setOverlays(overlays: Overlays): void {
    this.#overlays = overlays
    const isOn = wordsOfOverlays(overlays).length > 0
    if (isOn) this.#lastOverlays = overlays
    this.menu.button.setAttribute('aria-pressed', String(isOn))
    this.menu.refresh()
    this.#changed()
  }

  toggleOverlays(): void {
    const isOn = wordsOfOverlays(this.#overlays).length > 0
    this.#setOverlays(isOn ? NO_OVERLAYS : this.#lastOverlays)
  }

  setInputs(isOn: boolean): void {
    this.#areInputsOn = isOn
    this.#changed()
  }

  /** The replay has marks of bots, or has none. */
  setHasMarks(hasMarks: boolean): void {
    this.#hasMarks = hasMarks
    this.menu.refresh()
    this.#changed()
  }

  toggleMarks(): void {
    if (!this.#hasMarks) return
    this.#areMarksOn = !this.#areMarksOn
    this.menu.refresh()
    this.#changed()
  }

  #colourTeams(): void {
    const rules = (this.#info?.players ?? []).map(({ port }) => `.port-${port} { --team: ${this.colourOf(port)}; }`)
    this.teams.replaceSync(rules.join('\n'))
  }

  #items(): MenuItem[] {
    const switches = OVERLAYS.map(({ key, label }) => ({
      label,
      isOn: this.#overlays[key],
      isSwitch: true,
      act: () => this.#setOverlays({ ...this.#overlays, [key]: !this.#overlays[key] }),
    }))
    const words = {
      label: 'Actions in plain words',
      note: 'Off: the game’s own names',
      isOn: this.#arePlain,
      isSwitch: true,
      act: () => {
        this.#arePlain = !this.#arePlain
        this.#changed()
      },
    }
    const marks = {
      label: 'Debug marks',
      note: 'What the bots drew at home',
      isOn: this.#areMarksOn,
      isSwitch: true,
      act: () => this.toggleMarks(),
    }
    return [...switches, ...(this.#hasMarks ? [marks] : []), words]
  }
}
