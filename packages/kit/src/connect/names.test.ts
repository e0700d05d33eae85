import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { botName, namesFor, usualBot } from './names.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'arena-names-'))
  mkdirSync(join(folder, 'waveland'))
  writeFileSync(join(folder, 'package.json'), '{ "name": "my-bot" }')
})
afterAll(() => rmSync(folder, { recursive: true }))

const program = (path: string) => ({ kind: 'program', path: join(folder, path) }) as const

test('a bot is called as its project is, or as its folder; a file with a name of its own as that', () => {
  expect(namesFor([program('bot.ts')], [])).toEqual(['my-bot'])
  expect(namesFor([program('waveland/bot.py')], [])).toEqual(['waveland'])
  expect(namesFor([program('fox.ts'), program('falco.js')], [])).toEqual(['fox', 'falco'])
})

test('--name says it, once for each in their order', () => {
  expect(namesFor([program('bot.ts')], ['Waveland'])).toEqual(['Waveland'])
  expect(namesFor([program('fox.ts'), program('falco.js')], ['Red'])).toEqual(['Red', 'falco'])
  expect(() => namesFor([program('fox.ts')], ['Red', 'Blue'])).toThrow('--name is there for 2 bots, and there are 1.')
  expect(() => botName(' ')).toThrow('At least one character that can be seen.')
})

test('two of one name are refused, and so is a URL without one, and more bots than a connection takes', () => {
  expect(() => namesFor([program('fox.ts'), program('fox.js')], [])).toThrow('two bots are called "fox"')
  const url = { kind: 'url', url: 'http://127.0.0.1:9000' } as const
  expect(() => namesFor([url], [])).toThrow('how is it called? Say so with --name.')
  expect(namesFor([url], ['Waveland'])).toEqual(['Waveland'])
  const many = Array.from({ length: 17 }, (_, i) => program(`${i}.ts`))
  expect(() => namesFor(many, [])).toThrow('at most 16 bots, and these are 17')
})

test('a project has its bot in bot.ts, bot.js or bot.py', () => {
  expect(usualBot(folder)).toBeNull()
  writeFileSync(join(folder, 'bot.py'), '')
  expect(usualBot(folder)).toBe('bot.py')
  writeFileSync(join(folder, 'bot.ts'), '')
  expect(usualBot(folder)).toBe('bot.ts')
})
