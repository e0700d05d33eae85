import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ReplayRoom } from './room.ts'

function roomOf(freeBytes?: () => Promise<number>, folder = '/data/replays') {
  const told: string[] = []
  const tell = (_fields: object, message: string) => void told.push(message)
  return { told, room: new ReplayRoom({ folder, log: { warn: tell, info: tell }, ...(freeBytes && { freeBytes }) }) }
}

test('each match needs 16 MiB; missing room is reported once, and once when there is room again', async () => {
  let freeBytes = 2 * 16 * 1024 * 1024
  const { room, told } = roomOf(async () => freeBytes)
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

test('a disk says how much it has, and a folder that was removed has no room', async () => {
  const { room } = roomOf(undefined, tmpdir())
  expect(await room.isEnoughFor(1)).toBe(true)
  expect(await room.isEnoughFor(Number.MAX_SAFE_INTEGER)).toBe(false)
  expect(await roomOf(undefined, join(tmpdir(), 'there-is-no-such-folder')).room.isEnoughFor(1)).toBe(false)
})

test('a folder that cannot be asked has no room, which is reported once while it lasts', async () => {
  let freeBytes = 0
  let isGone = true
  const { room, told } = roomOf(async () => {
    if (isGone) throw new Error('ESTALE: stale file handle, statfs')
    return freeBytes
  })
  for (let second = 0; second < 3; second++) expect(await room.isEnoughFor(1)).toBe(false)
  expect(told).toEqual(['the folder of the replays cannot be asked for its room: no match is seated until it can'])
  isGone = false
  expect(await room.isEnoughFor(1)).toBe(false)
  freeBytes = 16 * 1024 * 1024
  expect(await room.isEnoughFor(1)).toBe(true)
  expect(told.slice(1)).toEqual([
    'the disk has no room for another replay: no match is seated until it has',
    'the disk has room for replays again',
  ])
})

test('a folder that does not answer has no room, and is asked again once it has answered', async () => {
  let asked = 0
  let answer: (freeBytes: number) => void = () => {}
  const freeBytes = () => {
    asked++
    return new Promise<number>((resolve) => (answer = resolve))
  }
  const { room, told } = roomOf(freeBytes)
  expect(await Promise.all([room.isEnoughFor(1), room.isEnoughFor(1)])).toEqual([false, false])
  expect(asked).toBe(1)
  expect(told).toEqual(['the folder of the replays cannot be asked for its room: no match is seated until it can'])
  answer(0)
  await Promise.resolve()
  const again = room.isEnoughFor(1)
  answer(16 * 1024 * 1024)
  expect(await again).toBe(true)
  expect(asked).toBe(2)
})
