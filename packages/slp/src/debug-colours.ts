/** The colours of debug marks (debug-marks.ts). Whoever draws marks needs no more than these. */

/** Colours by name, made to be told apart over every stage; any other is `#rgb` or `#rrggbb`. */
export const DEBUG_COLOURS = {
  red: '#ff5a5f',
  orange: '#ff9f40',
  yellow: '#ffe14d',
  green: '#5fdc7a',
  cyan: '#4dd8e6',
  blue: '#5aa2ff',
  purple: '#b98cff',
  pink: '#ff8ad8',
  white: '#ffffff',
  grey: '#a9b0bb',
  black: '#101418',
} as const
export type DebugColour = keyof typeof DEBUG_COLOURS | `#${string}`
