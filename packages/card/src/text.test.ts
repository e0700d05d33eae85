import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fontOf, newSheet } from './canvas.ts'
import { drawText, isRightToLeft, shortened, shownName, visible } from './text.ts'

const { canvas, context } = newSheet(600, 200)
const BOX = { x: 100, y: 100, width: 400, align: 'left', sizes: [60, 40, 30], lines: 2, fill: '#fff' } as const

/** The outermost pixels that a text changes: left, top, right, bottom; null where it leaves none. */
function bounds(text: string, box: typeof BOX = BOX): readonly number[] | null {
  context.clearRect(0, 0, canvas.width, canvas.height)
  drawText(context, text, box)
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  const [xs, ys]: [number[], number[]] = [[], []]
  for (let i = 3; i < data.length; i += 4) {
    if (data[i] === 0) continue
    xs.push(((i - 3) / 4) % canvas.width)
    ys.push(Math.floor((i - 3) / 4 / canvas.width))
  }
  if (xs.length === 0) return null
  const least = (all: number[]) => all.reduce((a, b) => Math.min(a, b))
  const most = (all: number[]) => all.reduce((a, b) => Math.max(a, b))
  return [least(xs), least(ys), most(xs), most(ys)]
}

test.each([
  ['a name of 64 wide characters', '龍'.repeat(64)],
  ['64 letters without a space', 'W'.repeat(64)],
  ['marks piled on one letter', `Z${'\u0301\u0324'.repeat(31)}`],
  ['a name that runs from the right', 'בוט שלום לכולם ועוד שם ארוך מאוד של בוט אחד ועוד'],
  ['families of emoji', '👨‍👩‍👧‍👦'.repeat(9)],
])('%s stays in its box', (_, name) => {
  const [left, top, right, bottom] = bounds(name)!
  expect([left! >= 100, right! <= 500, top! >= 40, bottom! <= 160]).toEqual([true, true, true, true])
})

test('no text leaves its box or fails to be drawn', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 64 }), (name) => {
      const [left, top, right, bottom] = bounds(name) ?? [100, 40, 500, 160]
      return left! >= 100 && right! <= 500 && top! >= 40 && bottom! <= 160
    }),
    { numRuns: 60, seed: 20_261_126 },
  )
})

describe('scripts', () => {
  const unknown = bounds('\u{13000}')
  const widthOf = (text: string) => {
    context.font = fontOf(40)
    return context.measureText(text).width
  }

  test.each([
    'Ąž Đặ',
    'Ёжик',
    'ελλη',
    'שלום',
    'سريع',
    'नमस्ते',
    'สวัส',
    '龍龙竜',
    '한국어',
    'ボット',
    'தமிழ்',
    'ქართ',
    'አማር',
    '🤖🔥',
  ])('%s is drawn with letters of its own', (text) => {
    const pictures = new Set(
      Array.from(text.replaceAll(/\p{M}|\s/gu, ''), (letter) => {
        context.clearRect(0, 0, canvas.width, canvas.height)
        drawText(context, letter, BOX)
        return Buffer.from(context.getImageData(100, 40, 80, 120).data.buffer).toString('base64')
      }),
    )
    // A font that lacks them draws the same box for each.
    expect(pictures.size).toBe(new Set(text.replaceAll(/\p{M}|\s/gu, '')).size)
  })

  test('a script that no font has is drawn as boxes, which is all that can be said of it', () => {
    expect(unknown).toEqual(bounds('\u{13001}'))
    expect(widthOf('\u{13000}')).toBe(widthOf('\u{13001}'))
  })
})

test('what cannot be seen, or turns text round, is left out', () => {
  expect(visible(' a\u202eb\u0000\u2066c\n\td\ue000 ')).toBe('abc d')
})

test('letters in the style of mathematics and in full width are drawn as the letters that they are', () => {
  expect(visible('𝕱𝖔𝖝 Ｆｏｘ 𝟜𝟚')).toBe('Fox Fox 42')
  expect(bounds('𝕱𝖔𝖝')).toEqual(bounds('Fox'))
})

test.each(['', '   ', '\u200b\u200d', '\u3164\u3164', '\ue000', '\u0000\u202e', '\ud800'])(
  'a name without anything to be seen is said to be one: %j',
  (name) => {
    expect(shownName(name)).toBe('(a name that cannot be seen)')
    expect(bounds(shownName(name))).not.toBeNull()
  },
)

test.each(['x', 'שלום', '👨‍👩‍👧‍👦', '<b>"&\'', 'Z\u0351\u036b', '龍'])('any other is drawn as it is: %j', (name) => {
  expect(shownName(name)).toBe(name)
})

test('a text is cut between characters as people see them, and the ellipsis is where it would go on', () => {
  expect(shortened('e\u0301'.repeat(5), 4)).toBe(`${'e\u0301'.repeat(3)}…`)
  expect(shortened('שלום לכם', 5)).toBe('שלום…\u200f')
  expect(shortened('short', 5)).toBe('short')
})

test('the first letter gives the direction', () => {
  expect(['12 שלום', 'abc שלום', '🤖', ''].map(isRightToLeft)).toEqual([true, false, false, false])
})
