import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Bot, createKeyPair, type RegisterBot } from '@arena/protocol'
import { afterEach, describe, expect, test } from 'vitest'
import { fakeHttpArena, firstMessage, frameMessage, pickRequest, Seat } from '../../sdk/tests/fake-arena.ts'
import { HOUSE } from '../../../scripts/tests/programs.ts'

interface LogLine {
  readonly level: string
  readonly msg: string
  readonly port?: number
  readonly bot?: string
  readonly detail?: string
}

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** Starts the process as the arena does, with its standard input held open. */
function startHouse(env: Record<string, string>) {
  const child = spawn(process.execPath, [HOUSE], {
    env: {
      PATH: process.env['PATH'],
      ARENA_HOUSE_PORT: '0',
      ARENA_HOUSE_BOTS: '4',
      ARENA_HOUSE_KEYS: 'arn_one,arn_two',
      ...env,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  children.push(child)
  const lines: LogLine[] = []
  let wake: (() => void) | undefined
  createInterface(child.stdout).on('line', (line) => {
    lines.push(JSON.parse(line) as LogLine)
    wake?.()
  })
  return {
    child,
    lines,
    async until(isEnough: () => boolean): Promise<void> {
      while (!isEnough()) await new Promise<void>((resolve) => (wake = resolve))
    },
  }
}

const key = createKeyPair()
/** An answer of `POST /bots`; which bot it is about makes no difference here. */
const BOT = (Bot.meta()!.examples as [Bot])[0]

describe('the house process', () => {
  test('registers its bots with both accounts in turn, plays them, and ends when its standard input closes', async () => {
    await using arena = await fakeHttpArena(key.publicKey, () => ({ status: 200, body: BOT }))
    const house = startHouse({ ARENA_BASE_URL: arena.url })
    await house.until(() => house.lines.filter((line) => line.msg === 'registered').length === 4)
    const { port } = house.lines.find((line) => line.msg === 'listening')!
    expect(
      arena.requests.map(({ method, path, authorization, body }) => ({
        method,
        path,
        authorization,
        body: JSON.parse(body) as RegisterBot,
      })),
    ).toEqual(
      ['ember', 'tide', 'gale', 'drift'].map((name, i) => ({
        method: 'POST',
        path: '/bots',
        authorization: `Bearer ${i % 2 === 0 ? 'arn_one' : 'arn_two'}`,
        body: { name: name[0]!.toUpperCase() + name.slice(1), mode: 'live', url: `http://127.0.0.1:${port}/${name}` },
      })),
    )

    await expect(Seat.dial(`http://127.0.0.1:${port}/tide`)).rejects.toThrow('401')
    const seat = await Seat.dial(`http://127.0.0.1:${port}/tide`, { key })
    seat.send(pickRequest())
    await seat.padsUntil(3)
    expect(JSON.parse(seat.texts[0]!)).toEqual({ id: 0, action: { character: 9, costume: 2 } })
    seat.send(firstMessage())
    for (let frame = -123; frame < 0; frame++) seat.send(frameMessage(frame))
    const pads = await seat.padsUntil(126)
    expect(pads.some((pad) => pad.stickX !== 128)).toBe(true)

    house.child.kill('SIGINT')
    house.child.stdin.end()
    expect(await once(house.child, 'exit')).toEqual([0, null])
  })

  test('leaves registered names alone and tries again while the arena is not ready', async () => {
    let asked = 0
    await using arena = await fakeHttpArena(key.publicKey, () => {
      asked++
      if (asked === 1) return { status: 503 }
      if (asked === 2) return { status: 429, headers: { 'retry-after': '0' } }
      if (asked === 3) return { status: 422 }
      return asked === 4 ? { status: 403, body: { detail: 'no' } } : { status: 200, body: BOT }
    })
    const house = startHouse({ ARENA_BASE_URL: arena.url, ARENA_HOUSE_REGISTERED: 'Ember,Gale' })
    await house.until(() => house.lines.some((line) => line.msg === 'registered'))
    expect(house.lines.slice(1).map(({ msg, bot }) => [msg, bot])).toEqual([
      ['registration not answered yet', 'Tide'],
      ['registration not answered yet', 'Tide'],
      ['registration not answered yet', 'Tide'],
      ['registration refused', 'Tide'],
      ['registered', 'Drift'],
    ])
  })

  test('says what is wrong with its environment and fails', async () => {
    const house = startHouse({ ARENA_BASE_URL: 'nowhere', ARENA_HOUSE_PORT: 'x' })
    expect(await once(house.child, 'exit')).toEqual([1, null])
    expect(house.lines[0]).toMatchObject({
      level: 'error',
      detail: expect.stringMatching(/ARENA_BASE_URL[^]*ARENA_HOUSE_PORT/) as string,
    })
  })
})
