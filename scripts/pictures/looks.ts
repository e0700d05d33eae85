/** In what windows and colours pictures are taken. */
import type { Browser, BrowserContext } from 'playwright-core'

export interface Look {
  readonly name: string
  readonly width: number
  readonly height: number
  readonly colorScheme: 'light' | 'dark'
}

export const LOOKS: readonly Look[] = [
  { name: 'light', width: 1280, height: 800, colorScheme: 'light' },
  { name: 'dark', width: 1280, height: 800, colorScheme: 'dark' },
  { name: 'narrow-light', width: 390, height: 844, colorScheme: 'light' },
  { name: 'narrow-dark', width: 390, height: 844, colorScheme: 'dark' },
]

export function inLook(browser: Browser, { width, height, colorScheme }: Look): Promise<BrowserContext> {
  return browser.newContext({ viewport: { width, height }, colorScheme })
}
