import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { botSource, existingFile, existingFolder, matchSeed, newFile, newFileInFolder, stageId } from './arguments.ts'

const SEED = '5F'.repeat(32)
let folder: string
let bot: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'arena-kit-arguments-'))
  bot = join(folder, 'bot.ts')
  writeFileSync(bot, '')
  writeFileSync(join(folder, 'bot.sh'), '#!/bin/sh\n', { mode: 0o755 })
  writeFileSync(join(folder, 'notes.txt'), '', { mode: 0o644 })
})
afterAll(() => rmSync(folder, { recursive: true }))

const inFolder = (name: string): string => name.replace('FOLDER', folder)

describe('a bot', () => {
  test('is a program, whatever can be executed, a command that names a file, a URL, or one of the kit’s own', () => {
    expect(botSource(bot)).toEqual({ kind: 'program', path: bot })
    expect(botSource(join(folder, 'bot.sh'))).toEqual({ kind: 'program', path: join(folder, 'bot.sh') })
    const command = ['python3', '-u', join(folder, 'notes.txt'), '--level', '9']
    expect(botSource(command.join(' '))).toEqual({ kind: 'program', path: command[2], command })
    for (const quote of ['"', "'"]) {
      const within = botSource(`python3 -m arena.umi --cmd ${quote}python3 ${bot}${quote}`)
      expect(within).toMatchObject({ kind: 'program', path: bot, command: { 4: `python3 ${bot}` } })
    }
    expect(botSource('http://127.0.0.1:9000/bot')).toEqual({ kind: 'url', url: 'http://127.0.0.1:9000/bot' })
    expect(botSource('Still')).toEqual({ kind: 'own', name: 'still' })
  })

  test.each([
    ['nobody', 'It is no file, no URL and none of ember, tide'],
    ['FOLDER/notes.txt', 'neither TypeScript, JavaScript or Python nor executable'],
    ['FOLDER', 'It is no file'],
    ['python3 nowhere.py', 'It is no file, and as a command it names none that is there.'],
    ['ftp://bot.example.org', 'It is not an http(s) or ws(s) URL'],
    ['http://a:b@bot.example.org', 'It must not hold a user name or password'],
  ])('is not "%s": %s', (text, why) => {
    expect(() => botSource(inFolder(text))).toThrow(why)
  })
})

test('every opponent that the guides name is one that the kit has', () => {
  const docs = join(import.meta.dirname, '../../../docs')
  const text = readdirSync(docs)
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(join(docs, name), 'utf8'))
    .join('\n')
  // A program before it, and no path, address or option.
  const named = [...text.matchAll(/(?: (?:play|match) \S+\.(?:js|ts|py) | --against )([a-z]+)(?=[\s`])/g)].map(
    ([, name]) => name!,
  )
  expect(named.length).toBeGreaterThan(1)
  for (const name of named) expect(botSource(name)).toEqual({ kind: 'own', name })
})

test('a folder is there', () => {
  expect(existingFolder(folder)).toBe(folder)
  expect(() => existingFolder(bot)).toThrow('There is no such folder.')
})

test('a stage is one of the six', () => {
  expect(stageId('31')).toBe(31)
  for (const text of ['5', '', 'x']) expect(() => stageId(text), text).toThrow('It is none of 31 Battlefield, 32 Final')
})

test('a seed is 64 hex digits, in either case', () => {
  expect(matchSeed(SEED)).toBe(SEED.toLowerCase())
  for (const text of ['5f', 'g'.repeat(64), '']) expect(() => matchSeed(text)).toThrow('It has to be 64 hex digits')
})

test('a file that is read is there, and one that is written can be', () => {
  expect(existingFile(bot)).toBe(bot)
  expect(() => existingFile(join(folder, 'none.slp'))).toThrow('There is no such file.')
  expect(newFile(join(folder, 'new.slp'))).toBe(join(folder, 'new.slp'))
  expect(() => statSync(join(folder, 'new.slp'))).toThrow('ENOENT')
  expect(() => newFile(join(folder, 'x'.repeat(300)))).toThrow('It cannot be made: ENAMETOOLONG')
  expect(() => newFile(folder)).toThrow('It is a folder: name a file in it.')
  expect(() => newFile(join(folder, 'none/a.slp'))).toThrow('There is no folder')
  expect(newFileInFolder(join(folder, 'made/a.json'))).toBe(join(folder, 'made/a.json'))
  expect(newFile(join(folder, 'made/a.json'))).toBe(join(folder, 'made/a.json'))
  expect(() => newFileInFolder(join(folder, 'none/of/a.json'))).toThrow('There is no folder')
})
