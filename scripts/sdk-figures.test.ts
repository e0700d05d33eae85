import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { renderSdkAttacks, renderSdkFigures, SDK_ATTACKS, SDK_FIGURES } from './sdk-figures.ts'

test("the SDK's figures and attacks are those that the engine plays with", async () => {
  expect(readFileSync(SDK_FIGURES, 'utf8')).toBe(await renderSdkFigures())
  expect(readFileSync(SDK_ATTACKS, 'utf8')).toBe(await renderSdkAttacks())
})
