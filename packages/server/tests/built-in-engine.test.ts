/** The built-in engine as a process, spoken to byte by byte. */
import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { createStep, encodeEnd, encodeStart, setStepFrame, STEP_PADS_OFFSET } from '../src/matches/engine-protocol.ts'
import { ENTRY_OPTIONS, entryPath } from '../src/matches/entry.ts'

function requests(): Buffer {
  const start = encodeStart({
    version: 1,
    seed: '5f'.repeat(32),
    stage: 31,
    players: [
      { character: 2, costume: 0, name: 'Waveland' },
      { character: 9, costume: 1, name: 'Edgeguard' },
    ],
  })
  const steps = Array.from({ length: 40 }, (_, i) => {
    const step = createStep()
    setStepFrame(step, i - 123)
    for (const at of STEP_PADS_OFFSET) step.set([0, 1, 200, 128, 128, 128, 0, 0], at)
    return step
  })
  return Buffer.concat([start, ...steps, encodeEnd({ kind: 'forfeit', port: 1 })])
}

/** What the engine answers to all requests at once, after a warm-up of so many frames. */
function answers(warmUpFrames: number): Buffer {
  const { stdout, status } = spawnSync(
    process.execPath,
    [...ENTRY_OPTIONS, entryPath('engine-main'), String(warmUpFrames)],
    { input: requests() },
  )
  expect(status).toBe(0)
  return stdout
}

function types(bytes: Buffer): number[] {
  const found: number[] = []
  for (let at = 0; at < bytes.length; at += 4 + bytes.readUInt32LE(at)) found.push(bytes[at + 4]!)
  return found
}

describe('the built-in engine', () => {
  test('answers each request once, however many are read at a time', () => {
    expect(types(answers(0))).toEqual([0x81, ...Array.from({ length: 40 }, () => 0x82), 0x83])
  })

  test('plays the same game, byte for byte, whatever it played to warm up', () => {
    expect(answers(300).equals(answers(0))).toBe(true)
  })
})
