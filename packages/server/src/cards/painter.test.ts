/** Against real processes: small programs that draw nothing, or never, or die. */
import type { Card } from '@arena/card'
import { expect, onTestFinished, test } from 'vitest'
import { CardPainter } from './painter.ts'

const CARD: Card = { kind: 'arena', address: 'x' }
const ANSWERS = `process.on('message', (card) => process.send({ png: Buffer.from(card.address) }))
process.on('disconnect', () => process.exit())`

function paintedBy(program: string, options: { longestMs?: number } = {}) {
  const clock = { now: 0 }
  const warnings: unknown[] = []
  const painter = new CardPainter({
    log: { warn: (fields: unknown) => void warnings.push(fields) },
    program: ['-e', program],
    now: () => clock.now,
    ...options,
  })
  onTestFinished(() => painter.close())
  return { painter, clock, warnings }
}

test('cards are drawn one after the other by one process, each answered with its own picture', async () => {
  const { painter } = paintedBy(ANSWERS)
  const pictures = await Promise.all(['a', 'b', 'c'].map((address) => painter.paint({ kind: 'arena', address })))
  expect(pictures.map(String)).toEqual(['a', 'b', 'c'])
  const { pid } = painter
  await painter.paint(CARD)
  expect(painter.pid).toBe(pid)
})

test('of many at once some are refused at once, and none waits for ever', async () => {
  const { painter } = paintedBy(ANSWERS)
  const pictures = await Promise.all(Array.from({ length: 44 }, () => painter.paint(CARD)))
  expect(pictures.filter((picture) => picture === null)).toHaveLength(12)
})

test('a process that hangs is ended, and after a pause another takes its place', async () => {
  const { painter, clock, warnings } = paintedBy(
    `process.on('message', () => {}); process.on('disconnect', () => process.exit())`,
    { longestMs: 1 },
  )
  expect(await painter.paint(CARD)).toBeNull()
  expect(painter.pid).toBeUndefined()
  expect(JSON.stringify(warnings)).toContain('took longer than 1 ms')
  expect(await painter.paint(CARD)).toBeNull()
  expect(warnings).toHaveLength(1)
  clock.now = 10_000
  await painter.paint(CARD)
  expect(warnings).toHaveLength(2)
})

test('a process that dies, and one that cannot draw, are answers too', async () => {
  const dying = paintedBy(`process.on('message', () => process.kill(process.pid, 'SIGKILL'))`)
  expect(await dying.painter.paint(CARD)).toBeNull()
  expect(JSON.stringify(dying.warnings)).toContain('ended with SIGKILL')
  const failing = paintedBy(`process.on('message', () => process.send({ error: 'no such font' }))`)
  expect(await failing.painter.paint(CARD)).toBeNull()
  expect(JSON.stringify(failing.warnings)).toContain('no such font')
})

test('closing ends the process', async () => {
  const { painter } = paintedBy(ANSWERS)
  await painter.paint(CARD)
  const { pid } = painter
  painter.close()
  expect(await painter.paint(CARD)).toBeNull()
  await expect.poll(() => isAlive(pid!)).toBe(false)
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
