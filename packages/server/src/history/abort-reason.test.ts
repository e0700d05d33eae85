import { expect, test } from 'vitest'
import { abortReason } from './abort-reason.ts'

test('aborted matches give a reason in words, one for each cause', () => {
  const causes = [
    'nobody-connected',
    'wall-clock',
    'engine-failed',
    'engine-lag',
    'replay-failed',
    'host-lost',
    'machine-silent',
    'not-begun',
    'arena-fault',
    'shutdown',
    'operator',
    'bot-gone',
  ] as const
  const reasons = causes.map(abortReason)
  expect(new Set(reasons).size).toBe(causes.length)
  for (const reason of reasons) expect(reason).toMatch(/^[A-Z].*\.$/)
  expect(abortReason(null)).toBe('The arena broke the match off.')
})
