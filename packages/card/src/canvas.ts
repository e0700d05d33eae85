/**
 * The canvas that cards are drawn on: Skia without a browser. Only the fonts of this package are named, so that a card
 * looks the same on every machine, also on one without any font.
 */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Canvas, GlobalFonts, Path2D } from '@napi-rs/canvas'

/** What the drawing of the viewer takes from a browser. */
Object.assign(globalThis, { Path2D, OffscreenCanvas: Canvas })

const BOLD = 700
/** By package: the parts of a font that hold the scripts that names are most often in. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  'noto-sans': ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese', 'devanagari'],
  'noto-sans-arabic': ['arabic'],
  'noto-sans-hebrew': ['hebrew'],
  'noto-sans-thai': ['thai'],
}
/** Every other script, drawn from squares. */
const LAST_RESORT = 'unifontex'

const { resolve } = createRequire(import.meta.url)
const fileOf = (font: string, file: string) => join(dirname(resolve(`@fontsource/${font}/package.json`)), 'files', file)

function register(font: string, part: string, weight: number): string {
  const family = `Card ${font} ${part}`
  const file = fileOf(font, `${font}-${part}-${weight}-normal.woff2`)
  if (GlobalFonts.registerFromPath(file, family) === null) throw new Error(`The font ${file} cannot be read`)
  return `"${family}"`
}

const FAMILIES = [
  ...Object.entries(PARTS).flatMap(([font, parts]) => parts.map((part) => register(font, part, BOLD))),
  register(LAST_RESORT, 'latin', 400),
].join(', ')

export type Context = CanvasRenderingContext2D

export interface Sheet {
  readonly canvas: OffscreenCanvas
  readonly context: Context
}

/** For the viewer, which sets weight and size itself. */
export const CARD_FONT = FAMILIES

export function fontOf(size: number): string {
  return `${BOLD} ${size}px ${FAMILIES}`
}

export function newSheet(width: number, height: number): Sheet {
  const canvas = new Canvas(width, height) as unknown as OffscreenCanvas
  return { canvas, context: canvas.getContext('2d') as unknown as Context }
}

export function pngOf({ canvas }: Sheet): Promise<Uint8Array> {
  return (canvas as unknown as Canvas).encode('png')
}

export function webpOf({ canvas }: Sheet, quality: number): Promise<Uint8Array> {
  return (canvas as unknown as Canvas).encode('webp', quality)
}
