/** Whether pages can be used without sight, without a mouse, and read by weak eyes: by the rules of axe. */
import axe from 'axe-core'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

/** Only faults are listed: a page of the docs has thousands of elements without any. */
const OPTIONS = { resultTypes: ['violations'] }
/** What a dark page may get wrong that a light one does not. */
const CONTRAST = { ...OPTIONS, runOnly: { type: 'rule', values: ['color-contrast'] } }
const COUNTS: readonly (string | null | undefined)[] = ['serious', 'critical']

/** What axe calls serious or critical on a page as it is, each as a rule and the elements that break it. */
export const seriousFaults = (page: Page): Promise<string[]> => faultsOf(page, OPTIONS)

/** As above, by the one rule about colours. */
export const contrastFaults = (page: Page): Promise<string[]> => faultsOf(page, CONTRAST)

async function faultsOf(page: Page, options: object): Promise<string[]> {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`)
  return violations
    .filter(({ impact }) => COUNTS.includes(impact))
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}
