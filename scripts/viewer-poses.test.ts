import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { renderViewerPoses, VIEWER_POSES } from './viewer-poses.ts'

test('the poses of the viewer are those of the hurt capsules and lengths that the engine plays with', async () => {
  expect(readFileSync(VIEWER_POSES, 'utf8') === (await renderViewerPoses())).toBe(true)
})
