/** The disk of a simulated machine: what it has for certain, and what a machine that loses its power may find again. */
import { expect, test } from 'vitest'
import { SimulatedDisk } from './disk.ts'
import { Stream } from '../kernel/stream.ts'

const FOLDER = '/simulated/machine'
const PATH = `${FOLDER}/replay`
const OTHER = `${FOLDER}/replay.gz`
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
  /** A file that is there for certain. */
  const keep = (path: string, text: string) => {
    const file = write(path, text)
    disk.sync(file)
    disk.syncFolder(FOLDER)
    return file
  }
  /** By name. */
  const files = () => Object.fromEntries(disk.names(FOLDER).map((name) => [name, contentOf(`${FOLDER}/${name}`)]))
  const contentOf = (path: string) => disk.find(path)?.content.toString() ?? null
  return { disk, clock, write, keep, files, contentOf }
}

test('a file holds what was written to it, where it was written; it is as old as that, and empty once it is created again', () => {
  const { disk, clock, write, contentOf } = diskOf()
  const file = write(PATH, 'hello')
  clock.now = 5_000
  expect(file.mtimeMs).toBe(1_000)
  disk.write(file, Buffer.from('p me'), 3, PATH)
  expect([file.mtimeMs, contentOf(PATH)]).toEqual([5_000, 'help me'])
  disk.write(file, Buffer.from('!'), 9, PATH)
  expect(contentOf(PATH)).toBe('help me\0\0!')
  file.truncate(4)
  expect(contentOf(PATH)).toBe('help')
  disk.write(file, Buffer.from('!'), 6, PATH)
  expect(contentOf(PATH)).toBe('help\0\0!')
  expect(disk.create(PATH)).toBe(file)
  expect(contentOf(PATH)).toBe('')
})

test('a renamed file has its new name only, and takes the place of what had it', () => {
  const { disk, write, files } = diskOf()
  write(PATH, 'new')
  const replaced = write(OTHER, 'old')
  disk.rename(PATH, OTHER)
  expect(files()).toEqual({ 'replay.gz': 'new' })
  expect(replaced.links).toBe(0)
})

test('a link is a second name of the same file, which is there until both are removed', () => {
  const { disk, write, files } = diskOf()
  const file = write(PATH, 'text')
  disk.link(PATH, OTHER)
  expect(() => disk.link(PATH, OTHER)).toThrow('EEXIST')
  disk.write(file, Buffer.from('T'), 0, PATH)
  disk.unlink(PATH, 'unlink')
  expect([file.links, files()]).toEqual([1, { 'replay.gz': 'Text' }])
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

test.each<[string, (disk: SimulatedDisk) => unknown]>([
  ['opened', (disk) => disk.require(PATH, 'open')],
  ['renamed', (disk) => disk.rename(PATH, OTHER)],
  ['linked', (disk) => disk.link(PATH, OTHER)],
  ['unlinked', (disk) => disk.unlink(PATH, 'unlink')],
  ['created in a folder', (disk) => disk.create(`${FOLDER}/none/file`)],
])('what is not there cannot be %s', (_, act) => {
  expect(() => act(diskOf().disk)).toThrow('ENOENT')
})

/** All that is found in the folder over many seeds. */
test.each<[string, (world: ReturnType<typeof diskOf>) => void, Record<string, string>[]]>([
  ['a file in a folder that were both synced is the same', ({ keep }) => keep(PATH, 'text'), [{ replay: 'text' }]],
  [
    'of a file that was not synced, a beginning is left, or all of it, or nothing, or not even its name',
    ({ write }) => write(PATH, 'text'),
    [{}, ...['', 't', 'te', 'tex', 'text'].map((replay) => ({ replay }))],
  ],
  [
    'what was written after the last sync of a file may be lost, and no more than that',
    ({ disk, keep }) => disk.write(keep(PATH, 'text'), Buffer.from('ual'), 4, PATH),
    [{ replay: 'text' }, { replay: 'textual' }],
  ],
  [
    'a file whose name was not synced may be gone, although what is in it was',
    ({ disk, write }) => disk.sync(write(PATH, 'text')),
    [{}, { replay: 'text' }],
  ],
  [
    'a new name that was not synced with its folder may be the old one again, and never both or neither',
    ({ disk, keep }) => {
      keep(PATH, 'text')
      disk.rename(PATH, OTHER)
    },
    [{ replay: 'text' }, { 'replay.gz': 'text' }],
  ],
  [
    'a file that was removed may be there again where its folder was not synced since',
    ({ disk, keep }) => {
      keep(PATH, 'text')
      disk.unlink(PATH, 'unlink')
    },
    [{}, { replay: 'text' }],
  ],
  [
    'a file that was removed is gone where its folder was synced since',
    ({ disk, keep }) => {
      keep(PATH, 'text')
      disk.unlink(PATH, 'unlink')
      disk.syncFolder(FOLDER)
    },
    [{}],
  ],
  [
    'to sync a folder is no sync of another',
    ({ disk, write }) => {
      disk.sync(write(PATH, 'text'))
      disk.syncFolder('/simulated')
    },
    [{}, { replay: 'text' }],
  ],
  [
    'a disk that ignores to sync has nothing for certain',
    ({ disk, keep }) => {
      disk.ignoresSync = true
      keep(PATH, 'text')
    },
    [{}, ...['', 't', 'te', 'tex', 'text'].map((replay) => ({ replay }))],
  ],
])('after the power was lost %s; a second loss changes nothing', (_, prepare, left) => {
  const found = SEEDS.map((seed) => {
    const world = diskOf(seed)
    prepare(world)
    world.disk.losePower()
    const files = world.files()
    world.disk.losePower()
    expect(world.files()).toEqual(files)
    return files
  })
  const texts = (all: readonly object[]) => [...new Set(all.map((each) => JSON.stringify(each)))].toSorted()
  expect(texts(found)).toEqual(texts(left))
})

test('descriptors are closed when the power is lost', () => {
  const { disk, write } = diskOf()
  const fd = disk.open(write(PATH, 'text'))
  expect(disk.opened(fd)?.length).toBe(4)
  disk.losePower()
  expect(disk.opened(fd)).toBeUndefined()
})

test('a full disk takes half of some bytes, then neither files nor bytes until there is room, still renames and removes, and remembers it', () => {
  const { disk, clock, write, files } = diskOf()
  const file = write(PATH, 'text')
  disk.fullUntil = 2_000
  expect(disk.write(file, Buffer.from('more'), 4, PATH)).toBe(2)
  expect(disk.wasFull).toBe(false)
  expect(() => disk.write(file, Buffer.from('re'), 6, PATH)).toThrow('ENOSPC')
  expect(() => disk.create(`${FOLDER}/other`)).toThrow('ENOSPC')
  disk.rename(PATH, OTHER)
  expect(files()).toEqual({ 'replay.gz': 'textmo' })
  disk.unlink(OTHER, 'unlink')
  clock.now = 2_000
  write(PATH, 'text')
  expect([disk.wasFull, disk.hasFailed, files()]).toEqual([true, false, { replay: 'text' }])
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
