/** Fighters, stages and moments of a match as the viewer draws them, on sheets. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { loadAllFighters, STAGE_IDS, type PickId } from '@arena/engine'
import { ACTION_NAMES, actionsOf } from './sheets/actions.ts'
import { bundle } from './sheets/bundle.ts'
import { CHARACTERS } from './sheets/names.ts'
import { moments, stageMoment, stageViews, type Shown } from './sheets/match.ts'

const THEMES = ['light', 'dark'] as const
const NO_OVERLAYS = { hurtboxes: false, hitboxes: false, ecb: false, ledgeBoxes: false, shields: false, zones: false }
const ALL_OVERLAYS = { hurtboxes: true, hitboxes: true, ecb: true, ledgeBoxes: true, shields: true, zones: true }

/** A page that draws, and the folder that its drawings are written to. */
export class Sheets {
  readonly #page: Page
  readonly #folder: string

  private constructor(page: Page, folder: string) {
    this.#page = page
    this.#folder = folder
  }

  static async open(browser: Browser, folder: string): Promise<Sheets> {
    await loadAllFighters()
    const page = await browser.newPage()
    await page.addScriptTag({ content: await bundle(new URL('sheets/page.ts', import.meta.url)) })
    return new Sheets(page, folder)
  }

  /** All fighters side by side, and each in what it does most. */
  async fighters(): Promise<void> {
    const rows = Array.from({ length: 26 }, (_, character) => ({
      name: CHARACTERS[character]!,
      moments: actionsOf(character as PickId),
    }))
    const parts = (size: number): (typeof rows)[] =>
      Array.from({ length: Math.ceil(rows.length / size) }, (_, i) => rows.slice(i * size, (i + 1) * size))
    for (const theme of THEMES) {
      await this.#save(`fighters-${theme}`, 'portraits', rows, theme)
      for (const [i, part] of parts(13).entries())
        await this.#save(`actions-60-${i + 1}-${theme}`, 'actions', part, ACTION_NAMES, theme, 60, ACTION_NAMES.length)
      for (const [i, part] of parts(3).entries())
        await this.#save(`actions-130-${i + 1}-${theme}`, 'actions', part, ACTION_NAMES, theme, 130, 7)
    }
  }

  async stages(): Promise<void> {
    const rows = []
    for (const stage of STAGE_IDS) rows.push(await stageViews(stage))
    for (const theme of THEMES) await this.#save(`stages-${theme}`, 'stages', rows, theme)
    for (const stage of STAGE_IDS) await this.#saveMoment(`stage-${stage}`, await stageMoment(stage))
  }

  async match(): Promise<void> {
    const shown = await moments()
    for (const [i, each] of shown.entries()) {
      await this.#saveMoment(`match-${i}`, each)
      await this.#save(`match-${i}-narrow`, 'moment', each, 'light', 390, 300, 2, NO_OVERLAYS)
    }
    await this.#saveMoment('overlays', shown[2]!, ALL_OVERLAYS)
  }

  async #saveMoment(name: string, shown: Shown, overlays: object = NO_OVERLAYS): Promise<void> {
    for (const theme of THEMES) await this.#save(`${name}-${theme}`, 'moment', shown, theme, 1280, 720, 1, overlays)
  }

  async #save(name: string, call: string, ...values: readonly unknown[]): Promise<void> {
    const text = await this.#page.evaluate(
      ([method, given]) => {
        const { sheet } = globalThis as unknown as {
          sheet: Record<string, (...all: readonly unknown[]) => string>
        }
        return sheet[method]!(...given)
      },
      [call, values] as const,
    )
    writeFileSync(join(this.#folder, `${name}.png`), Buffer.from(text.slice(text.indexOf(',') + 1), 'base64'))
  }
}
