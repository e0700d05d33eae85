/** The built-in engine as a process, spoken to byte by byte. */
import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { createStep, encodeEnd, encodeStart, setStepFrame, STEP_PADS_OFFSET } from '../src/engine/engine-protocol.ts'
import { ENTRY_OPTIONS, entryPath } from '../src/system/entry.ts'

/** The requests of one game. */
function requests(character = 2): Buffer {
  const start = encodeStart({
    version: 1,
    seed: '5f'.repeat(32),
    stage: 31,
    players: [
      { character, costume: 0, name: 'Waveland' },
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

/** What the engine answers to all requests at once, after a warm-up of a number of frames. */
function answers(warmUpFrames: number, input = requests(), ...options: string[]): Buffer {
  const { stdout, status } = spawnSync(
    process.execPath,
    [...options, ...ENTRY_OPTIONS, entryPath('engine-main'), String(warmUpFrames)],
    { input },
  )
  expect(status).toBe(0)
  return stdout
}

/** The answers to one game, without a warm-up. */
let alone: Buffer | null = null
const answersAlone = (): Buffer => (alone ??= answers(0))

function types(bytes: Buffer): number[] {
  const found: number[] = []
  for (let at = 0; at < bytes.length; at += 4 + bytes.readUInt32LE(at)) found.push(bytes[at + 4]!)
  return found
}

describe('the built-in engine', () => {
  test('answers each request once, however many are read at a time', () => {
    expect(types(answersAlone())).toEqual([0x81, ...Array.from({ length: 40 }, () => 0x82), 0x84])
  })

  test('plays the same game, byte for byte, whatever it played to warm up', () => {
    expect(answers(300).equals(answersAlone())).toBe(true)
  })

  test('rests after a game, and plays the next as a new process would', () => {
    const games = Buffer.concat([requests(), requests(20), requests()])
    const once = answersAlone()
    expect(answers(0, games).equals(Buffer.concat([once, answers(0, requests(20)), once]))).toBe(true)
  })

  test('plays the same game when it collects garbage in between, as arenas have it do', () => {
    const twice = Buffer.concat([requests(), requests()])
    expect(answers(300, twice, '--expose-gc').equals(Buffer.concat([answersAlone(), answersAlone()]))).toBe(true)
  })

  test('a start in the middle of a game is refused', () => {
    const { stdout } = spawnSync(process.execPath, [...ENTRY_OPTIONS, entryPath('engine-main')], {
      input: Buffer.concat([requests().subarray(0, -6), requests()]),
    })
    expect(types(stdout).at(-1)).toBe(0xff)
    expect(stdout.toString('latin1')).toContain('the game has been started already')
  })
})
