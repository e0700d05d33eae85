import { afterEach, expect, test, vi } from 'vitest'
import { onSignals } from './signals.ts'

afterEach(() => {
  process.removeAllListeners('SIGUSR2')
  vi.useRealTimers()
})

test('a Ctrl-C that comes from the terminal and from npm is one; a later one is another', () => {
  vi.useFakeTimers()
  const heard: string[] = []
  onSignals(['SIGUSR2'], (isFirst) => heard.push(isFirst ? 'first' : 'again'))
  const send = (): void => void process.emit('SIGUSR2')
  send()
  send()
  expect(heard).toEqual(['first'])
  vi.advanceTimersByTime(500)
  send()
  expect(heard).toEqual(['first', 'again'])
})
