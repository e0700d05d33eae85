import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseCommand } from './arguments.ts'
import { UsageError } from './failure.ts'

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

describe('play', () => {
  test('takes a program, and means one game by the clock against a bot of the kit', () => {
    expect(parseCommand(['play', bot])).toEqual({
      kind: 'play',
      bot: { kind: 'program', path: bot },
      against: { kind: 'own', name: 'ember' },
      games: 1,
      stage: null,
      seed: null,
      replay: null,
      isFast: false,
    })
  })

  test('takes all of its options, in any order', () => {
    const replay = join(folder, 'out.slp')
    const options = ['--fast', '--games=3', '--stage', '31', '--seed', SEED, '--replay', replay, '--against', 'Still']
    expect(parseCommand(['play', ...options, 'http://127.0.0.1:9000/bot'])).toEqual({
      kind: 'play',
      bot: { kind: 'url', url: 'http://127.0.0.1:9000/bot' },
      against: { kind: 'own', name: 'still' },
      games: 3,
      stage: 31,
      seed: SEED.toLowerCase(),
      replay,
      isFast: true,
    })
  })

  test('takes whatever can be executed', () => {
    const path = join(folder, 'bot.sh')
    expect(parseCommand(['play', path])).toMatchObject({ bot: { kind: 'program', path } })
  })

  test.each([
    [['play'], 'play needs a bot'],
    [['play', 'nobody'], '"nobody" is no file, no URL and none of ember, tide'],
    [['play', 'ember', 'tide'], 'play takes one argument, and "tide" is another'],
    [['play', 'FOLDER/notes.txt'], 'neither TypeScript or JavaScript nor executable'],
    [['play', 'FOLDER'], 'is no file'],
    [['play', 'ftp://bot.example.org'], 'is not an http(s) or ws(s) URL'],
    [['play', 'http://a:b@bot.example.org'], 'must not hold a user name or password'],
    [['play', 'ember', '--against', 'me'], '--against "me" is no file'],
    [['play', 'ember', '--games', '0'], '--games "0" is no whole number from 1 to 1000'],
    [['play', 'ember', '--games', '1.5'], '--games "1.5"'],
    [['play', 'ember', '--games', '1001'], '--games "1001"'],
    [['play', 'ember', '--games'], "Option '--games <value>' argument missing"],
    [['play', 'ember', '--stage', '5'], '--stage "5" is none of 31 Battlefield, 32 Final Destination'],
    [['play', 'ember', '--stage', ''], '--stage "" is none of'],
    [['play', 'ember', '--seed', '5f'], '--seed is 64 hex digits (0-9, a-f), not 2 characters like "5f"'],
    [['play', 'ember', '--seed', 'g'.repeat(64)], '--seed is 64 hex digits'],
    [['play', 'ember', '--replay', 'FOLDER'], 'is a folder: name a file in it'],
    [['play', 'ember', '--replay', 'FOLDER/none/a.slp'], 'there is no folder'],
    [['play', 'ember', '--slow'], "Unknown option '--slow'"],
  ])('refuses %j', (argv, why) => {
    const parse = () => parseCommand(argv.map((argument) => argument.replace('FOLDER', folder)))
    expect(parse).toThrow(UsageError)
    expect(parse).toThrow(why)
  })
})

test('check and read', () => {
  expect(parseCommand(['check', 'http://127.0.0.1:1'])).toEqual({
    kind: 'check',
    url: 'http://127.0.0.1:1',
    isPublic: false,
  })
  expect(parseCommand(['check', '--public', 'x'])).toEqual({ kind: 'check', url: 'x', isPublic: true })
  expect(parseCommand(['read', bot])).toEqual({ kind: 'read', path: bot })
  expect(() => parseCommand(['check'])).toThrow('check needs a URL')
  expect(() => parseCommand(['read'])).toThrow('read needs a replay')
  expect(() => parseCommand(['read', join(folder, 'none.slp')])).toThrow('there is no file')
  expect(() => parseCommand(['read', bot, '--fast'])).toThrow("Unknown option '--fast'")
})

test('help is shown when it is asked for, or nothing is; a line fits a terminal', () => {
  for (const argv of [[], ['--help'], ['-h'], ['help'], ['play', '--help'], ['check', '-h'], ['read', 'x', '--help']]) {
    const command = parseCommand(argv)
    expect(command.kind).toBe('help')
    if (command.kind !== 'help') continue
    expect(command.text).toContain('arena-kit')
    for (const line of command.text.split('\n')) expect(line.length, line).toBeLessThanOrEqual(120)
  }
  expect(() => parseCommand(['fly'])).toThrow('"fly" is no command: it is one of play, check and read')
})
