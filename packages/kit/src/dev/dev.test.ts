/** The parts of `arena-kit dev` that notice what its author does. */
import { EventEmitter } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { EnterKey } from './enter-key.ts'
import { FolderWatch } from './folder-watch.ts'
import { ReloadedBot } from './reloaded-bot.ts'
import { Tally } from './tally.ts'

describe('a folder that is watched', () => {
  let folder: string
  let changes: number
  let watch: FolderWatch
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'arena-kit-watch-'))
    for (const name of ['mind', 'node_modules', '.git']) mkdirSync(join(folder, name))
    writeFileSync(join(folder, 'bot.ts'), '')
    changes = 0
    watch = new FolderWatch(folder, () => changes++)
  })
  afterEach(() => {
    watch[Symbol.dispose]()
    rmSync(folder, { recursive: true })
  })

  test('has changed once, however often a file was written within a moment, and is then as it was', async () => {
    expect(watch.takeChange()).toBe(false)
    const next = watch.next()
    for (const text of ['a', 'b', 'c']) writeFileSync(join(folder, 'bot.ts'), text)
    await next
    expect([watch.takeChange(), watch.takeChange(), changes]).toEqual([true, false, 1])
  })

  test('has changed with a file of a folder below, also of a new one', async () => {
    let next = watch.next()
    writeFileSync(join(folder, 'mind/plan.ts'), '')
    await next
    next = watch.next()
    mkdirSync(join(folder, 'new'))
    await next
    next = watch.next()
    writeFileSync(join(folder, 'new/plan.ts'), '')
    await next
    expect(changes).toBe(3)
  })

  test('has not changed where replays, logs or libraries are written', async () => {
    for (const name of [
      'game.slp',
      'game.debug.jsonl',
      'a-b.match.json',
      'a-b.match.json.1.new',
      'bot.log',
      'node_modules/lib.js',
      '.git/HEAD',
      '.bot.ts.swp',
    ]) {
      writeFileSync(join(folder, name), '')
    }
    const next = watch.next()
    writeFileSync(join(folder, 'bot.ts'), 'changed')
    await next
    expect(changes).toBe(1)
  })
})

test('a bot that cannot be started is tried again at once where a file of it was saved meanwhile', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'arena-kit-reloaded-'))
  const path = join(folder, 'bot.mjs')
  writeFileSync(path, 'process.exit(3)')
  const said: string[] = []
  // Asked before and after each start: a file was saved during the first.
  const changes = [false, true, false, false]
  const reloaded = new ReloadedBot({
    source: { kind: 'program', path },
    botId: 'bot_1',
    name: 'bot',
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that is used of it before the bot listens
    arena: { url: 'http://127.0.0.1:9', isDrawn: false, isFast: true } as never,
    terminal: { signal: new AbortController().signal, show: () => {}, note: (line) => said.push(line) },
    takeChange: () => changes.shift()!,
    nextTry: () => Promise.reject(new Error('waits for the author')),
  })
  await expect(reloaded.current()).rejects.toThrow('waits for the author')
  expect(said.map((text) => text.split('\n').at(-1))).toEqual([
    'A file of it has changed meanwhile: it is tried again.',
    'It is tried again when a file of it changes.',
  ])
  rmSync(folder, { recursive: true })
})

test('the games of dev are counted by opponent; what was broken off counts for nobody', () => {
  const tally = new Tally()
  tally.add('ember', 'broken off')
  expect([tally.lines('bot'), tally.isEmpty]).toEqual([[], true])
  for (const outcome of ['won', 'lost', 'lost', 'broken off'] as const) tally.add('ember', outcome)
  expect(tally.lines('bot').slice(2)).toEqual([
    '',
    '  opponent  games  won  lost  drawn',
    '  ember     3      1    2     0',
  ])
  tally.add('tide', 'drawn')
  expect(tally.lines('bot')).toEqual([
    '',
    'bot against each opponent:',
    '',
    '  opponent  games  won  lost  drawn',
    '  ember     3      1    2     0',
    '  tide      1      0    0     1',
    '  all       4      1    2     1',
  ])
})

test('Enter is a press where the input is a terminal, and nothing elsewhere', () => {
  let presses = 0
  for (const isTTY of [true, false]) {
    const input = Object.assign(new EventEmitter(), { isTTY, pause: () => {} })
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the four members that are used
    const key = new EnterKey(() => presses++, input as never)
    input.emit('data', Buffer.from('x'))
    input.emit('data', Buffer.from('\n'))
    key[Symbol.dispose]()
    input.emit('data', Buffer.from('\n'))
  }
  expect(presses).toBe(1)
})
