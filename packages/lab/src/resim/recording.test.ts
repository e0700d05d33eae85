import { EVENTS } from '@arena/slp'
import { expect, test } from 'vitest'
import { FOX, NEUTRAL } from '../../../engine/tests/scene.ts'
import { recordGame } from '../../tests/recorded.ts'
import { holds, readRecording } from './recording.ts'

const VERSION_AT = EVENTS.gameStart.fields.find(({ name }) => name === 'version')!.offset

test('what a recording holds is what its payload list announces: one that calls itself 3.7 may hold stage events and hitlag', () => {
  const { file } = recordGame(28, [FOX, FOX], 3, () => [NEUTRAL, NEUTRAL])
  const start = file.findIndex(
    (byte, i) => byte === EVENTS.gameStart.code && file[i + VERSION_AT] === 3 && file[i + 2] === 18,
  )
  file[start + VERSION_AT + 1] = 7
  const recording = readRecording(file)
  expect(recording.version.slice(0, 2)).toEqual([3, 7])
  for (const content of ['wind', 'platforms', 'hitlag', 'instances', 'rawY'] as const)
    expect([content, holds(recording, content)]).toEqual([content, true])
})
