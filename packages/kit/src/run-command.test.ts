import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from './run-command.ts'

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'arena-kit-run-'))))
afterAll(() => rmSync(folder, { recursive: true }))

test('JavaScript and TypeScript run in the Node that runs the kit', () => {
  expect(runCommand('bot.mjs')).toEqual([process.execPath, 'bot.mjs'])
  const [program, ...args] = runCommand('bot.ts')!
  expect(program).toBe(process.execPath)
  expect(args.at(-2)).toMatch(/typescript\/register\.js$/)
})

test('Python is that of the virtual environment beside the bot, or the system’s', () => {
  const bot = join(folder, 'bot.py')
  expect(runCommand(bot, 'linux')).toEqual(['python3', bot])
  expect(runCommand(bot, 'win32')).toEqual(['python', bot])
  const own = join(folder, '.venv/bin/python')
  mkdirSync(join(folder, '.venv/bin'), { recursive: true })
  writeFileSync(own, '')
  expect(runCommand(bot, 'linux')).toEqual([own, bot])
})

test('anything else runs by itself, if it may', () => {
  const path = join(folder, 'bot')
  writeFileSync(path, '#!/bin/sh\n')
  expect(runCommand(path)).toBeNull()
  chmodSync(path, 0o755)
  expect(runCommand(path)).toEqual([path])
})
