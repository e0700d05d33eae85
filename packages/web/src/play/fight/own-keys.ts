/** Tells the presses of a key that are for a fight from those that are the browser's or a button's. */
import type { Bindings } from '../controls/bindings.ts'

const PRESSES_BUTTONS = ['Space', 'Enter', 'NumpadEnter']

/** Whether the fight hears the key: nobody writes, and no button that has the focus is pressed by it. */
export function isForFight(event: KeyboardEvent): boolean {
  if (event.metaKey || event.defaultPrevented) return false
  const target = event.composedPath()[0]
  if (!(target instanceof Element)) return true
  if (target.closest('input, select, textarea, dialog[open]')) return false
  return !(PRESSES_BUTTONS.includes(event.code) && target.closest('button, a, summary'))
}

/** Shortcuts of the browser stay its own, unless Ctrl or Alt play themselves. */
export function isShortcut({ ctrlKey, altKey }: KeyboardEvent, { keys }: Bindings): boolean {
  const plays = (modifier: string): boolean => Object.values(keys).some((code) => code?.startsWith(modifier))
  return (ctrlKey && !plays('Control')) || (altKey && !plays('Alt'))
}
