/** Figures in the sentences of a receipt. */
import { MODES } from '@arena/protocol'

export const counted = (n: number, what: string): string => `${n.toLocaleString('en')} ${what}${n === 1 ? '' : 's'}`

/** Rounds so that 999 in 1,000 are not 100 %. */
export function percentOf(part: number, whole: number): string {
  const percent = (100 * part) / whole
  return `${percent >= 99.5 && part < whole ? '99' : percent.toFixed(percent < 1 ? 1 : 0)} %`
}

export const inMs = (ms: number): string =>
  ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms).toLocaleString('en')} ms`

export const inSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

/** So many frames of time. */
export const framesMs = (frames: number): number => frames * MODES.live.frameMs
