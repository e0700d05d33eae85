/** What the list of keys says. It is loaded when it is first asked for. */
import { h } from './dom.ts'

const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ['Space', 'Play or pause'],
  ['← →', 'Two seconds back or on'],
  ['Shift ← →', 'Ten seconds back or on'],
  [', .', 'One frame back or on'],
  ['0 … 9', 'To 0 % … 90 % of the match'],
  ['↑ ↓', 'Faster or slower'],
  ['F', 'Full screen'],
  ['O', 'Overlays'],
  ['D', 'Debug marks, where the bots drew any'],
  ['I', 'Inputs'],
  ['M', 'Moments'],
  ['T', 'Take over here, where the page offers it'],
  ['C', 'Chance of winning'],
  ['?', 'This list'],
]

export function helpWords(): HTMLElement[] {
  const keys = KEYS.flatMap(([key, what]) => [h('dt', {}, key), h('dd', {}, what)])
  return [
    h('dl', {}, ...keys),
    h('p', {}, 'By touch: tap to play or pause, drag to scrub, tap twice at a side to jump two seconds.'),
    h('p', {}, 'By gamepad: A plays or pauses, the shoulder buttons step, the stick scrubs.'),
    h(
      'p',
      {},
      'Hatched in the inputs: frames without a pad of the bot’s, with a line through them where it came too late.',
    ),
  ]
}
