/** What stands over the picture while nothing is played. */
import { h, textButton } from '@arena/viewer/parts'

/** A button. */
export interface Choice {
  readonly label: string
  readonly act: () => void
}

interface PauseActs {
  readonly goOn: () => void
  readonly again: () => void
  readonly giveUp: Choice
  /** Where nobody plays. */
  readonly hurry: (() => void) | null
  readonly leave: Choice
}

export function pausePanel({ goOn, again, giveUp, hurry, leave }: PauseActs): readonly Node[] {
  return [
    h('h2', {}, 'Paused'),
    actions(
      textButton('Continue', goOn, { class: 'first', 'data-focus': true }),
      ...(hurry ? [textButton('To the end at once', hurry)] : []),
      textButton('Start again', again),
      buttonOf(giveUp),
      buttonOf(leave),
    ),
    soft('P continues. A full stop plays one frame, with the keys that are held.'),
  ]
}

const NO_VIEWER =
  'The viewer could not be loaded: the connection is lost, or the arena has been updated. Keep the .slp before you reload the page.'

interface ResultPanel {
  readonly title: string
  readonly detail: string
  /** The replay: its address in the page, and the name of the file. */
  readonly url: string
  readonly fileName: string
  readonly again: () => void
  readonly watch: Choice
  readonly leave: Choice
  /** The viewer could not be loaded. */
  readonly isUnwatchable: boolean
}

export function resultPanel(panel: ResultPanel): readonly Node[] {
  const { title, detail, url, fileName, again, watch, leave, isUnwatchable } = panel
  return [
    // Not a button: whoever still jumps would press it.
    h('h2', { tabindex: -1, 'data-focus': true }, title),
    h('p', {}, detail),
    h('p', { role: 'alert', hidden: !isUnwatchable }, NO_VIEWER),
    actions(
      textButton('Play again', again, { class: 'first' }),
      buttonOf(watch),
      h('a', { href: url, download: fileName }, 'Keep the .slp'),
      buttonOf(leave),
    ),
    soft('The replay is in this page only: what is not kept is gone when the page is.'),
  ]
}

const actions = (...of: readonly Node[]): Node => h('div', { class: 'actions' }, ...of)
const soft = (text: string): Node => h('p', { class: 'soft' }, text)
const buttonOf = ({ label, act }: Choice): Node => textButton(label, act)
