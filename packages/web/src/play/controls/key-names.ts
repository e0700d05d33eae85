/** What keys, buttons and axes are called. */
import type { AxisBinding } from './bindings.ts'

const NAMES: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  ShiftLeft: 'Shift',
  ShiftRight: 'Right shift',
  ControlLeft: 'Ctrl',
  ControlRight: 'Right ctrl',
  AltLeft: 'Alt',
  AltRight: 'Right alt',
  Semicolon: ';',
  Comma: ',',
  Period: '.',
  Slash: '/',
  Quote: '’',
  BracketLeft: '[',
  BracketRight: ']',
  Backslash: '\\',
  Backquote: '`',
  Minus: '-',
  Equal: '=',
}

/** What a key is called; `layout` knows what is printed on it. */
export function keyName(code: string, layout?: ReadonlyMap<string, string>): string {
  const printed = layout?.get(code)
  if (printed !== undefined && printed.trim() !== '') return printed.toUpperCase()
  return NAMES[code] ?? code.replace(/^(?:Key|Digit)/, '').replace(/^Numpad(.+)/, 'Num $1')
}

const BUTTON_NAMES: readonly string[] = [
  'Lower button',
  'Right button',
  'Left button',
  'Upper button',
  'Left shoulder',
  'Right shoulder',
  'Left trigger',
  'Right trigger',
  'Select',
  'Start',
  'Left stick',
  'Right stick',
  'D-pad up',
  'D-pad down',
  'D-pad left',
  'D-pad right',
]

export function buttonName(button: number): string {
  return BUTTON_NAMES[button] ?? `Button ${button}`
}

export function axisName({ axis, sign }: AxisBinding): string {
  return `Axis ${axis}${sign < 0 ? ', reversed' : ''}`
}
