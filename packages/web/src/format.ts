/** Numbers and times as people read them. */

const FRAMES_PER_SECOND = 60
const GAME_SECONDS = 8 * 60

/** What the game clock shows: `7:41`. Before play starts, at frame 0, it stands at 8:00. */
export function gameClock(frame: number): string {
  const left = Math.max(0, GAME_SECONDS - Math.floor(Math.max(0, frame) / FRAMES_PER_SECOND))
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
}

export function duration(frames: number): string {
  const seconds = Math.round(frames / FRAMES_PER_SECOND)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

const STEPS: readonly (readonly [limitS: number, unitS: number, unit: string])[] = [
  [60, 1, 's'],
  [3600, 60, 'min'],
  [86_400, 3600, 'h'],
  [Infinity, 86_400, 'd'],
]

/** How long ago: `just now`, `42 s ago`, `3 min ago`. Both times are Unix milliseconds. */
export function ago(time: number, now: number): string {
  const seconds = Math.max(0, Math.floor((now - time) / 1000))
  if (seconds < 10) return 'just now'
  const [, unitS, unit] = STEPS.find(([limitS]) => seconds < limitS)!
  return `${Math.floor(seconds / unitS)} ${unit} ago`
}

/** One decimal, with a minus sign that is as wide as a digit. */
export function oneDecimal(value: number): string {
  return value.toFixed(1).replace('-', '−')
}

export function signed(value: number): string {
  const text = oneDecimal(value)
  if (/^−?0\.0$/.test(text)) return '0.0'
  return value < 0 ? text : `+${text}`
}

/** A score from 0 to 1 as a share. */
export function share(score: number): string {
  return `${Math.round(100 * score)}%`
}

/** A day and a time of day, in UTC: readers are anywhere. `25 Nov 2026, 12:04 UTC`. */
export function moment(time: string | number): string {
  return `${day(time)}, ${clock(time)} UTC`
}

/** A time of day in UTC: `12:04`. */
export function clock(time: string | number): string {
  return new Date(time).toISOString().slice(11, 16)
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `25 Nov 2026`. */
export function day(time: string | number): string {
  return `${dayOfYear(time)} ${new Date(time).getUTCFullYear()}`
}

/** `25 Nov`. */
export function dayOfYear(time: string | number): string {
  const date = new Date(time)
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`
}

/** A span of waiting: `8 s`, `3 min`, `2 h`, `4 d`. */
export function span(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const [, unitS, unit] = STEPS.find(([limitS]) => seconds < limitS)!
  return `${Math.floor(seconds / unitS)}\u00a0${unit}`
}

export function count(value: number): string {
  return value.toLocaleString('en-US')
}

export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`
}

export function shownRating({ mu, sigma }: { readonly mu: number; readonly sigma: number }): number {
  return mu - 3 * sigma
}

/** Wins, losses and draws as they are written everywhere. */
export function tally({
  wins,
  losses,
  draws,
}: {
  readonly wins: number
  readonly losses: number
  readonly draws: number
}) {
  return `${wins}–${losses}–${draws}`
}
