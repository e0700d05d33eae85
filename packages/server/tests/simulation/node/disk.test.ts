/** The disk of a simulated machine: what it has for certain, and what a machine that loses its power may find again. */
import { expect, test } from 'vitest'
import { SimulatedDisk } from './disk.ts'
import { Stream } from '../kernel/stream.ts'

const FOLDER = '/simulated/machine'
const PATH = `${FOLDER}/replay`
const SEEDS = Array.from({ length: 200 }, (_, seed) => seed)

function diskOf(seed = 1) {
  const clock = { now: 1_000 }
  const disk = new SimulatedDisk(new Stream(seed), () => clock.now, 100)
  disk.makeFolder(FOLDER)
  const write = (path: string, text: string) => {
    const file = disk.create(path)
    disk.write(file, Buffer.from(text), 0, path)
    return file
  }
  const contentOf = (path: string) => disk.find(path)?.content.toString() ?? null
  return { disk, clock, write, contentOf }
}

/** What a path may hold after the power was lost: over many seeds, all that happens. */
function afterLosingPower(path: string, prepare: (world: ReturnType<typeof diskOf>) => void): Set<string | null> {
  return new Set(
    SEEDS.map((seed) => {
      const world = diskOf(seed)
      prepare(world)
      world.disk.losePower()
      return world.contentOf(path)
    }),
  )
}

test('a file holds what was written to it, where it was written', () => {
  const { disk, write, contentOf } = diskOf()
  const file = write(PATH, 'hello')
  disk.write(file, Buffer.from('p me'), 3, PATH)
  expect(contentOf(PATH)).toBe('help me')
  disk.write(file, Buffer.from('!'), 9, PATH)
  expect(contentOf(PATH)).toBe('help me\0\0!')
  file.truncate(4)
  expect(contentOf(PATH)).toBe('help')
  disk.write(file, Buffer.from('!'), 6, PATH)
  expect(contentOf(PATH)).toBe('help\0\0!')
})

test('a file that is created where there is one is empty, and is the same file', () => {
  const { disk, write, contentOf } = diskOf()
  const file = write(PATH, 'old')
  expect(disk.create(PATH)).toBe(file)
  expect(contentOf(PATH)).toBe('')
})

test('a renamed file has its new name only, and takes the place of what had it', () => {
  const { disk, write, contentOf } = diskOf()
  write(PATH, 'new')
  const replaced = write(`${PATH}.gz`, 'old')
  disk.rename(PATH, `${PATH}.gz`)
  expect([contentOf(PATH), contentOf(`${PATH}.gz`)]).toEqual([null, 'new'])
  expect(replaced.links).toBe(0)
})

test('a link is a second name of the same file, which is there until both are removed', () => {
  const { disk, write, contentOf } = diskOf()
  const file = write(PATH, 'text')
  disk.link(PATH, `${FOLDER}/other`)
  expect(() => disk.link(PATH, `${FOLDER}/other`)).toThrow('EEXIST')
  disk.write(file, Buffer.from('T'), 0, PATH)
  expect(contentOf(`${FOLDER}/other`)).toBe('Text')
  disk.unlink(PATH, 'unlink')
  expect([file.links, contentOf(PATH), contentOf(`${FOLDER}/other`)]).toEqual([1, null, 'Text'])
})

test('a folder lists its files by name; one that is removed takes along what is in it, and nothing else', () => {
  const { disk, write } = diskOf()
  disk.makeFolder(`${FOLDER}/in`)
  for (const name of ['b', 'a', 'in/c']) write(`${FOLDER}/${name}`, name)
  expect(disk.names(`${FOLDER}/in`)).toEqual(['c'])
  disk.remove(`${FOLDER}/in`)
  expect(() => disk.names(`${FOLDER}/in`)).toThrow('ENOENT')
  expect(disk.names(FOLDER)).toEqual(['a', 'b'])
})

test('what is not there cannot be opened, renamed, linked or unlinked, and nothing is created in a folder that is not there', () => {
  const { disk } = diskOf()
  expect(() => disk.require(PATH, 'open')).toThrow('ENOENT')
  expect(() => disk.rename(PATH, `${PATH}.gz`)).toThrow('ENOENT')
  expect(() => disk.link(PATH, `${PATH}.gz`)).toThrow('ENOENT')
  expect(() => disk.unlink(PATH, 'unlink')).toThrow('ENOENT')
  expect(() => disk.create(`${FOLDER}/none/file`)).toThrow('ENOENT')
})

test('a file in a folder that were both synced is the same after the power was lost', () => {
  const found = afterLosingPower(PATH, ({ disk, write }) => {
    disk.sync(write(PATH, 'text'))
    disk.syncFolder(FOLDER)
  })
  expect(found).toEqual(new Set(['text']))
})

test('of a file that was not synced, a beginning is left, or all of it, or nothing, or not even its name', () => {
  const found = afterLosingPower(PATH, ({ write }) => void write(PATH, 'text'))
  expect(found).toEqual(new Set([null, '', 't', 'te', 'tex', 'text']))
})

test('what was written after the last sync of a file may be lost, and no more than that', () => {
  const found = afterLosingPower(PATH, ({ disk, write }) => {
    const file = write(PATH, 'text')
    disk.sync(file)
    disk.syncFolder(FOLDER)
    disk.write(file, Buffer.from('ual'), 4, PATH)
  })
  expect(found).toEqual(new Set(['text', 'textual']))
})

test('a file whose name was not synced may be gone, although what is in it was', () => {
  const found = afterLosingPower(PATH, ({ disk, write }) => disk.sync(write(PATH, 'text')))
  expect(found).toEqual(new Set([null, 'text']))
})

test('a new name that was not synced with its folder may be the old one again, and never both or neither', () => {
  const names = new Set(
    SEEDS.map((seed) => {
      const { disk, write } = diskOf(seed)
      disk.sync(write(PATH, 'text'))
      disk.syncFolder(FOLDER)
      disk.rename(PATH, `${PATH}.gz`)
      disk.losePower()
      return disk.names(FOLDER).join()
    }),
  )
  expect(names).toEqual(new Set(['replay', 'replay.gz']))
})

test('a file that was removed is there again where its folder was not synced since', () => {
  const remove =
    (isSynced: boolean) =>
    ({ disk, write }: ReturnType<typeof diskOf>) => {
      disk.sync(write(PATH, 'text'))
      disk.syncFolder(FOLDER)
      disk.unlink(PATH, 'unlink')
      if (isSynced) disk.syncFolder(FOLDER)
    }
  expect(afterLosingPower(PATH, remove(false))).toEqual(new Set([null, 'text']))
  expect(afterLosingPower(PATH, remove(true))).toEqual(new Set([null]))
})

test('to sync a folder is no sync of another', () => {
  const found = afterLosingPower(PATH, ({ disk, write }) => {
    disk.makeFolder(`${FOLDER}/other`)
    disk.sync(write(PATH, 'text'))
    disk.syncFolder(`${FOLDER}/other`)
  })
  expect(found).toEqual(new Set([null, 'text']))
})

test('what is left after the power was lost is there for certain: a second loss changes nothing', () => {
  for (const seed of SEEDS) {
    const { disk, write, contentOf } = diskOf(seed)
    write(PATH, 'text')
    disk.losePower()
    const left = contentOf(PATH)
    disk.losePower()
    expect(contentOf(PATH)).toBe(left)
  }
})

test('descriptors are closed when the power is lost', () => {
  const { disk, write } = diskOf()
  const fd = disk.open(write(PATH, 'text'))
  expect(disk.opened(fd)?.length).toBe(4)
  disk.losePower()
  expect(disk.opened(fd)).toBeUndefined()
})

test('a disk that ignores to sync has nothing for certain', () => {
  const found = afterLosingPower(PATH, ({ disk, write }) => {
    disk.ignoresSync = true
    disk.sync(write(PATH, 'text'))
    disk.syncFolder(FOLDER)
  })
  expect(found).toContain(null)
  expect(found).toContain('te')
})

test('a full disk takes half of some bytes, then neither files nor bytes until there is room, still gives, renames and removes, and remembers it', () => {
  const { disk, clock, write, contentOf } = diskOf()
  const file = write(PATH, 'text')
  disk.fullUntil = 2_000
  expect(disk.wasFull).toBe(false)
  expect(disk.write(file, Buffer.from('more'), 4, PATH)).toBe(2)
  expect(disk.wasFull).toBe(false)
  expect(() => disk.write(file, Buffer.from('re'), 6, PATH)).toThrow('ENOSPC')
  expect(() => disk.create(`${FOLDER}/other`)).toThrow('ENOSPC')
  disk.rename(PATH, `${PATH}.gz`)
  expect(contentOf(`${PATH}.gz`)).toBe('textmo')
  disk.unlink(`${PATH}.gz`, 'unlink')
  clock.now = 2_000
  write(`${FOLDER}/other`, 'text')
  expect(contentOf(`${FOLDER}/other`)).toBe('text')
  expect([disk.wasFull, disk.hasFailed]).toEqual([true, false])
})

test('a disk that fails does so for every operation until its time is over, and remembers that it has', () => {
  const { disk, clock } = diskOf()
  disk.reach('open', PATH)
  expect(disk.hasFailed).toBe(false)
  disk.failsUntil = 2_000
  expect(() => disk.reach('open', PATH)).toThrow('EIO')
  clock.now = 2_000
  disk.reach('open', PATH)
  expect(disk.hasFailed).toBe(true)
})

test('a file is as old as its last write', () => {
  const { disk, clock, write } = diskOf()
  const file = write(PATH, 'text')
  clock.now = 5_000
  expect(file.mtimeMs).toBe(1_000)
  disk.write(file, Buffer.from('s'), 4, PATH)
  expect(file.mtimeMs).toBe(5_000)
})
