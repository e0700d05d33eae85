/** Colours of what is drawn on canvases beside the picture, by theme. */
import type { Theme } from '../draw/colours.ts'

export interface Palette {
  readonly theme: Theme
  readonly ground: string
  readonly surface: string
  readonly line: string
  readonly ink: string
  readonly soft: string
  readonly accent: string
}

export const PALETTES: Readonly<Record<Theme, Palette>> = {
  light: {
    theme: 'light',
    ground: '#f4f3ee',
    surface: '#ffffff',
    line: '#d9d6cb',
    ink: '#191b21',
    soft: '#5a5f6b',
    accent: '#2a4fc4',
  },
  dark: {
    theme: 'dark',
    ground: '#101216',
    surface: '#1b1e26',
    line: '#343944',
    ink: '#eef0f4',
    soft: '#a9afbc',
    accent: '#93b1ff',
  },
}

export const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif'
