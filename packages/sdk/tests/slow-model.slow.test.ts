import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { firstMessage, frameMessage, pickRequest, Seat } from './fake-arena.ts'

const RECIPE = fileURLToPath(new URL('../examples/recipes/slow-model.ts', import.meta.url))
/** More than a model of 200 ms can need, on a machine where its process takes seconds to start. */
const MOST_FRAMES = 5_000
const FRAME_MS = 5
const FULL_RIGHT = 208

test('while a slow model thinks, each frame is answered; then what it decided is done', async () => {
  const child = spawn(process.execPath, ['--conditions=source', '--import', 'tsx', RECIPE], {
    env: { PATH: process.env['PATH'], PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    let url = ''
    for await (const line of createInterface(child.stdout)) {
      url = line.replace('listening on ', '')
      break
    }
    const seat = await Seat.dial(url)
    seat.send(pickRequest())
    await seat.padsUntil(3)
    seat.send(firstMessage())
    let decidedAt: number | null = null
    for (let frame = 0; frame < MOST_FRAMES && decidedAt === null; frame++) {
      seat.send(frameMessage(frame))
      await seat.until(({ pads }) => pads.some((pad) => pad.frame > frame))
      if (seat.pads.at(-1)!.stickX === FULL_RIGHT) decidedAt = frame
      // The model thinks by the clock.
      await sleep(FRAME_MS)
    }
    // The fighters stand 60 units apart, the opponent to the right.
    expect(decidedAt).toBeGreaterThan(1)
    expect(seat.pads.find((pad) => pad.frame === 1)).toMatchObject({ stickX: 128, buttons: 0 })
  } finally {
    child.kill()
  }
}, 60_000)
