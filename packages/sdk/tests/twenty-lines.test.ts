import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { firstMessage, frameMessage, pickRequest, Seat } from './fake-arena.ts'

const EXAMPLE = fileURLToPath(new URL('../examples/twenty-lines.ts', import.meta.url))

test('the bot in twenty lines is at most twenty lines', () => {
  expect(readFileSync(EXAMPLE, 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(20)
})

test('the bot in twenty lines plays: comes closer, strikes, returns to the stage', async () => {
  const child = spawn(process.execPath, ['--conditions=source', '--import', 'tsx', EXAMPLE], {
    env: { PATH: process.env['PATH'], PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    let url = ''
    for await (const line of createInterface(child.stdout)) {
      url = line.replace('listening on ', '')
      break
    }
    expect(await (await fetch(`${url}/ping`)).text()).toBe('pong')
    const seat = await Seat.dial(url)
    seat.send(pickRequest())
    await seat.padsUntil(3)
    seat.send(firstMessage())
    seat.send(frameMessage(0))

    seat.send(frameMessage(20, [{ post: { positionX: 25 } }, {}]))
    seat.send(frameMessage(21, [{ post: { positionX: 90, positionY: -9, isAirborne: 1 } }, {}]))
    seat.send(frameMessage(40, [{ post: { positionX: 90, positionY: -9, isAirborne: 1, speedY: -1 } }, {}]))
    await seat.until(({ pads }) => pads.at(-1)?.frame === 43)
    const at = (frame: number) => seat.pads.find((pad) => pad.frame === frame)
    expect(at(3)).toMatchObject({ stickX: 208, buttons: 0 })
    expect(at(23)).toMatchObject({ stickX: 128, buttons: 0x100 })
    expect(at(24)).toMatchObject({ stickX: 48, buttons: 0 })
    expect(at(43)).toMatchObject({ stickX: 48, buttons: 0x400 })
  } finally {
    child.kill()
  }
})
