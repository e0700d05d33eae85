import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { renderReplayFormat } from './replay-format.ts'

test('the encoders and docs/replay-format.md are what the event tables say', async () => {
  for (const [path, content] of Object.entries(await renderReplayFormat())) {
    expect(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'), path).toBe(content)
  }
})
