import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { renderSdkFigures, SDK_FIGURES } from './sdk-figures.ts'

test("the SDK's figures are those that the engine plays with", async () => {
  expect(readFileSync(SDK_FIGURES, 'utf8')).toBe(await renderSdkFigures())
})
