/** What a page sets: attributes of the element, and the same by a link. */
import type { Overlays } from '../draw/overlays.ts'
import type { Ratings } from '../replay/messages.ts'
import { FRAMES_A_SECOND } from './playback.ts'

/** Overlays by the word in the `overlays` attribute and in the menu. */
export const OVERLAYS: readonly { readonly word: string; readonly key: keyof Overlays; readonly label: string }[] = [
  { word: 'hitboxes', key: 'hitboxes', label: 'Hitboxes' },
  { word: 'hurtboxes', key: 'hurtboxes', label: 'Hurtboxes' },
  { word: 'ecb', key: 'ecb', label: 'Collision diamonds (ECB)' },
  { word: 'ledges', key: 'ledgeBoxes', label: 'Ledge grab boxes' },
  { word: 'shields', key: 'shields', label: 'Shields' },
  { word: 'zones', key: 'zones', label: 'Blast and camera zones' },
]
/** A word of the list that is no overlay: the controllers. */
export const INPUTS_WORD = 'inputs'

export function wordsIn(list: string | null): readonly string[] {
  return (list ?? '').split(',').flatMap((word) => word.trim().toLowerCase() || [])
}

export function overlaysOf(list: string | null): Overlays {
  const words = wordsIn(list)
  return Object.fromEntries(OVERLAYS.map(({ word, key }) => [key, words.includes(word)])) as unknown as Overlays
}

export function wordsOfOverlays(overlays: Overlays): string[] {
  return OVERLAYS.flatMap(({ word, key }) => (overlays[key] ? [word] : []))
}

/**
 * The names in an attribute, by port: one on each line. No name has an end of a line in it, but any other mark; a list on one line is
 * parted by commas.
 */
export function namesIn(list: string | null): readonly string[] {
  if (list === null) return []
  return list.split(list.includes('\n') ? '\n' : ',').map((name) => name.trim())
}

/** The ratings in an attribute, by port, as `25.1 1.9;24.8 2.3`: mu and sigma. Null where it says nothing that can be understood. */
export function ratingsIn(list: string | null): Ratings | null {
  const [first, second, ...more] = (list ?? '').split(';').map((each) => {
    const [mu, sigma, ...rest] = each.trim().split(/\s+/).map(Number)
    const isRating = rest.length === 0 && Number.isFinite(mu) && Number.isFinite(sigma) && sigma! > 0
    return isRating ? { mu: mu!, sigma: sigma! } : null
  })
  return first && second && more.length === 0 ? [first, second] : null
}

/** The frames in an attribute, parted by commas. */
export function framesIn(list: string | null): readonly number[] {
  return wordsIn(list).flatMap((word) => frameOf(word, null) ?? [])
}

export function choice<T extends string>(value: string | null, choices: readonly [T, ...T[]]): T {
  return choices.find((each) => each === value) ?? choices[0]
}

/** The frame that `frame="200"` or `t="1:20"` means; null for neither. */
export function frameOf(frame: string | null, time: string | null): number | null {
  if (frame !== null && /^-?\d+$/.test(frame.trim())) return Number(frame)
  const match = /^(?:(\d+):)?(\d+(?:\.\d+)?)$/.exec(time?.trim() ?? '')
  return match ? Math.round((Number(match[1] ?? 0) * 60 + Number(match[2])) * FRAMES_A_SECOND) : null
}

const FROM_QUERY = ['t', 'speed', 'overlays', 'theme', 'controls'] as const

/**
 * Attributes that a link asks for: `#f=200` opens paused at that frame, `?t=1:20&speed=0.5&overlays=hitboxes,inputs&embed` the rest.
 *
 *     for (const [name, value] of Object.entries(settingsFromUrl(location.href))) replay.setAttribute(name, value)
 */
export function settingsFromUrl(url: string): Record<string, string> {
  const { searchParams, hash } = new URL(url, 'http://localhost/')
  const settings: Record<string, string> = {}
  for (const name of FROM_QUERY) {
    const value = searchParams.get(name)
    if (value !== null) settings[name] = value
  }
  if (searchParams.has('embed')) settings['embed'] = ''
  const frame = new URLSearchParams(hash.slice(1)).get('f')
  if (frame !== null && frameOf(frame, null) !== null) {
    settings['frame'] = frame
    settings['paused'] = ''
  }
  return settings
}

/** The address of a page with a frame in it. */
export function linkTo(url: string, frame: number): string {
  const link = new URL(url)
  link.hash = `f=${frame}`
  return link.href
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<"]/g, (mark) => ESCAPES[mark]!)

/** HTML for a page of anybody's: a frame that shows the match at an address, with the title of this page. */
export function embedCode(address: string): string {
  const { baseURI, title } = document
  const { href } = new URL(address, baseURI)
  const size = 'width="800" height="450"'
  return `<iframe src="${escaped(href)}" title="${escaped(title)}" ${size} style="border: 0; max-width: 100%" allow="fullscreen" loading="lazy"></iframe>`
}

/** Minutes and seconds since the start, as `1:05`; before it, `-0:02`. */
export function timeText(frame: number): string {
  const seconds = Math.floor(Math.abs(frame) / FRAMES_A_SECOND)
  return `${frame <= -FRAMES_A_SECOND ? '-' : ''}${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** What the match's clock shows, which counts down from a limit in seconds, or up where there is none. */
export function clockText(frame: number, timeLimit: number | null): string {
  const played = Math.max(0, frame)
  const shown = timeLimit === null ? played : Math.max(0, timeLimit * FRAMES_A_SECOND - played)
  const hundredths = Math.floor((shown * 100) / FRAMES_A_SECOND)
  const [minutes, seconds] = [Math.floor(hundredths / 6000), Math.floor(hundredths / 100) % 60]
  return `${minutes}:${String(seconds).padStart(2, '0')}.${String(hundredths % 100).padStart(2, '0')}`
}
