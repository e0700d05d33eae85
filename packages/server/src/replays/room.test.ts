import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { ReplayRoom } from './room.ts'

const log = (told: string[]) => {
  const tell = (_fields: object, message: string) => void told.push(message)
  return { warn: tell, info: tell }
}

test('each match needs 16 MiB; missing room is reported once, and once when there is room again', async () => {
  const told: string[] = []
  let freeBytes = 2 * 16 * 1024 * 1024
  const room = new ReplayRoom({ folder: '/data/replays', log: log(told), freeBytes: async () => freeBytes })
  expect(await room.isEnoughFor(2)).toBe(true)
  expect(told).toEqual([])
  expect(await room.isEnoughFor(3)).toBe(false)
  freeBytes--
  expect(await room.isEnoughFor(2)).toBe(false)
  expect(told).toEqual(['the disk has no room for another replay: no match is seated until it has'])
  freeBytes++
  expect(await room.isEnoughFor(2)).toBe(true)
  expect(told.slice(1)).toEqual(['the disk has room for replays again'])
})

test('a disk says how much it has', async () => {
  const told: string[] = []
  const room = new ReplayRoom({ folder: tmpdir(), log: log(told) })
  expect(await room.isEnoughFor(1)).toBe(true)
  expect(await room.isEnoughFor(Number.MAX_SAFE_INTEGER)).toBe(false)
})
