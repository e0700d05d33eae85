/**
 * Engines that die, hang, lag and talk nonsense. Each aborts its own match and nothing else. Spec: Match `status`,
 * engine failure; endReason `engine`.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { symlinkSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readReplay } from '@arena/slp'
import { describe, expect, test, vi } from 'vitest'
import { parseCommand } from '../src/engine/engine-process.ts'
import { ENTRY_OPTIONS, entryPath } from '../src/system/entry.ts'
import type { HostCommand, HostEvent, MatchResult } from '../src/order.ts'
import { seeded } from './hostile/attacks.ts'
import { hostInit } from './host-process.ts'
import { ManualClock, matchOrder, stillEngine, Table, TestBot } from './play-kit.ts'
import { canSeeProcesses, isAlive } from './processes.ts'

const FAULTS: Readonly<Record<string, RegExp>> = {
  die: /ended with code 3/,
  hang: /did not answer within 400 ms/,
  garbage: /message of \d+ bytes/,
  huge: /message of 2147483647 bytes/,
  frame: /answer for frame/,
  cut: /nonsense/,
  twice: /more than it was asked/,
  type: /unknown type 144/,
  fail: /gave up: no such disc/,
}

const timing = { stepMs: 400 }

describe('engine failure', () => {
  test.each(Object.entries(FAULTS))(
    'mid-game (%s) aborts the match with endReason engine, the replay complete',
    async (fault, what) => {
      await using table = await Table.open({ engine: stillEngine(`fault=${fault}`, 'at=40'), timing })
      const bots = [await table.bot(), await table.bot()] as const
      const result = await table.play(bots)
      expect(result.detail).toMatch(what)
      expect(result).toMatchObject({
        status: 'aborted',
        cause: 'engine-failed',
        played: true,
        answered: [true, true],
        summary: { endReason: 'engine', winner: null, frames: 40, players: [{ stocks: 4 }, { stocks: 4 }] },
      })
      // Frame 39 was the last, and Game End follows it, in the stream and in the replay.
      const raw = await table.raw(result.matchId)
      for (const bot of bots) {
        const socket = await bot.socket()
        expect(await socket.closed).toBe(1000)
        expect(socket.frames.at(-1)).toBe(39)
        expect(bot.stream.equals(raw)).toBe(true)
      }
      const replay = readReplay(await table.replay(result.matchId))
      expect(replay.gameEnd).toMatchObject({ gameEndMethod: 7, lrasInitiatorIndex: -1, placements: [-1, -1, -1, -1] })
      expect(replay.metadata).toMatchObject({ lastFrame: 39 })
      expect(result.replayBytes).toBe((await table.replay(result.matchId)).length)
    },
  )

  // A start may take longer than a step: an emulator has to boot.
  test.each(Object.entries(FAULTS).filter(([fault]) => fault !== 'hang'))(
    'at the start (%s) aborts the match before Game Start',
    async (fault, what) => {
      await using table = await Table.open({ engine: stillEngine(`fault=${fault}`), timing })
      const result = await table.play([await table.bot(), await table.bot()])
      expect(result.detail).toMatch(what)
      expect(result).toMatchObject({
        status: 'aborted',
        cause: 'engine-failed',
        played: false,
        summary: { endReason: 'engine', winner: null, frames: 0, players: [{ stocks: 4 }, { stocks: 4 }] },
        replayBytes: null,
      })
      expect(table.events.map(({ type }) => type)).toEqual(['ready', 'finished'])
    },
  )

  test('at the end, instead of Game End, aborts the match as well', async () => {
    await using table = await Table.open({ engine: stillEngine('ends=10', 'fault=die', 'at=99999'), timing })
    const bots = [await table.bot(), await table.bot()] as const
    const result = await table.play(bots)
    expect(result).toMatchObject({
      status: 'aborted',
      cause: 'engine-failed',
      summary: { endReason: 'engine', frames: 11 },
    })
    expect(bots[0].stream.equals(await table.raw(result.matchId))).toBe(true)
  })

  // The strangest there are: NUL, half a surrogate pair, escapes of terminals, what turns text round, and no end of them.
  const STRANGE = [
    '\0'.repeat(300),
    '\xed\xa0\x80',
    '\x1b[2J\x1b]0;x\x07',
    '\xe2\x80\xae',
    '\xff\xfe\0\0',
    '\r\n',
    'why',
  ]
  test.each([
    ['in the answer', 'fail'],
    ['on stderr', 'words'],
  ])('whatever it says last (%s): the words are short, can be printed, and can be recorded', async (_where, fault) => {
    const random = seeded(20_261_123)
    for (let round = 0; round < 4; round++) {
      const said = Array.from(
        { length: 1 + Math.floor(random() * 40) },
        () => STRANGE[Math.floor(random() * STRANGE.length)]!,
      )
      const words = `words=${Buffer.from(said.join(' ') + ' in the end', 'latin1').toString('hex')}`
      await using table = await Table.open({ engine: stillEngine(`fault=${fault}`, 'at=-100', words), timing })
      const { status, cause, detail } = await table.play([await table.bot(), await table.bot()])
      expect({ status, cause }).toEqual({ status: 'aborted', cause: 'engine-failed' })
      expect(detail).toMatch(
        /^The engine (?:gave up: |ended with code 3 \()[^\p{C}\p{Zl}\p{Zp}]*(?:in the end|\.\.\.)\)?$/u,
      )
      expect(detail.length).toBeLessThan(3000)
    }
  })

  test('Stocks: 4; an engine that gives a bot more aborts the match, which has a result that no record takes', async () => {
    await using table = await Table.open({ engine: stillEngine('fault=stocks', 'at=40'), timing })
    const result = await table.play([await table.bot(), await table.bot()])
    expect(result).toMatchObject({
      status: 'aborted',
      cause: 'engine-failed',
      detail: 'The engine answered nonsense: a player has 5 stocks, more than 4',
      summary: { endReason: 'engine', frames: 40, players: [{ stocks: 4 }, { stocks: 4 }] },
    })
  })

  test('a winner by stocks with none left aborts the match', async () => {
    await using table = await Table.open({ engine: stillEngine('ends=40', 'by=stocks'), timing })
    const result = await table.play([await table.bot(), await table.bot()])
    expect(result).toMatchObject({
      status: 'aborted',
      cause: 'engine-failed',
      detail: 'The engine answered nonsense: nobody wins by stocks with 4 to 4',
      summary: { endReason: 'engine', winner: null, frames: 40 },
    })
  })

  test.each([
    ['there is no such program', ['/no/such/engine'], 'ENOENT'],
    // A refusal of this kind (like a want of memory) is thrown, unlike a program that does not exist.
    ['the system does not take it', ['/bin/true', 'x'.repeat(200_000)], 'E2BIG'],
  ] as const)('because %s', async (_why, engine, code) => {
    await using table = await Table.open({ engine })
    for (let i = 0; i < 2; i++) {
      const result = await table.play([await table.bot(), await table.bot()])
      expect(result).toMatchObject({ status: 'aborted', cause: 'engine-failed', summary: null, replayBytes: null })
      expect(result.detail).toMatch(new RegExp(`could not be started: .*${code}`))
    }
  })

  test('in one match leaves the others on the host alone', async () => {
    await using table = await Table.open({ engine: stillEngine('ends=500'), timing })
    const bystanders = [await table.bot(), await table.bot()] as const
    const beside = table.seat(bystanders)
    await using broken = await Table.open({ engine: stillEngine('fault=garbage', 'at=5'), timing })
    await broken.play([await broken.bot(), await broken.bot()])
    expect(await table.result(beside)).toMatchObject({ status: 'completed', cause: 'time' })
  })

  test('what an engine says on stderr is kept for the operator and is no fault', async () => {
    await using table = await Table.open({ engine: stillEngine('ends=0', 'fault=noise', 'at=-100') })
    expect(await table.play([await table.bot(), await table.bot()])).toMatchObject({ status: 'completed' })
    await using dying = await Table.open({
      engine: [process.execPath, '-e', 'throw new Error("no disc in the drive")'],
    })
    expect((await dying.play([await dying.bot(), await dying.bot()])).detail).toMatch(/no disc in the drive/)
  })

  test('an engine does not get the secrets of the arena', async () => {
    process.env.ARENA_TEST_SECRET = 'hush'
    process.env.ENGINE_TEST_SETTING = 'fine'
    const script = 'throw new Error(String([process.env.ARENA_TEST_SECRET, process.env.ENGINE_TEST_SETTING]))'
    await using table = await Table.open({ engine: [process.execPath, '-e', script] })
    const { detail } = await table.play([await table.bot(), await table.bot()])
    expect(detail).toMatch(/Error: ,fine/)
    delete process.env.ARENA_TEST_SECRET
    delete process.env.ENGINE_TEST_SETTING
  })

  test('an engine gives back what reading its program took for a moment (research/performance.md)', async () => {
    const script = 'throw new Error(`threshold ${process.env.MALLOC_MMAP_THRESHOLD_}`)'
    await using table = await Table.open({ engine: [process.execPath, '-e', script] })
    const { detail } = await table.play([await table.bot(), await table.bot()])
    expect(detail).toMatch(/threshold 32768/)
  })
})

test('a host that was stopped itself ends no healthy engine', async () => {
  await using table = await Table.open({ engine: stillEngine('ends=-100'), timing })
  let stalled = false
  const received = () => {
    if (stalled) return
    stalled = true
    // Nothing of this process runs while the engine answers: its answer waits in the pipe.
    setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4 * timing.stepMs), 0)
  }
  const result = await table.play([await table.bot({ received }), await table.bot()])
  expect(result).toMatchObject({ status: 'completed', cause: 'time' })
})

describe.concurrent('engine lag', () => {
  test('in development a match that fell behind continues, on a clock that is set back', async () => {
    const clock = new ManualClock()
    await using table = await Table.open({ clock, timing: { ...timing, whenBehind: 'forgive' } })
    const id = table.seat([await table.bot(), await table.bot()])
    await clock.ready()
    clock.lag = 1500
    await vi.waitFor(() => expect(clock.lag).toBe(0), { timeout: 20_000 })
    await clock.poll()
    expect(table.events.some(({ type }) => type === 'finished')).toBe(false)
    table.abort(id, 'shutdown')
    expect((await table.result(id)).cause).toBe('shutdown')
  })

  test('more than a second behind the clock for five seconds aborts the match', async () => {
    const clock = new ManualClock()
    await using table = await Table.open({ clock })
    const id = table.seat([await table.bot(), await table.bot()])
    await clock.poll(10)
    clock.lag = 1500
    const behindSince = performance.now()
    const result = await table.result(id)
    // Not sooner: the watch looks ten times a second.
    expect(performance.now() - behindSince).toBeGreaterThan(4800)
    expect(result).toMatchObject({
      status: 'aborted',
      cause: 'engine-lag',
      summary: { endReason: 'engine', winner: null },
    })
  })
})

describe('a replay that cannot be written', () => {
  test.runIf(process.platform === 'linux')('because the disk is full aborts the match and nothing else', async () => {
    await using table = await Table.open({ engine: stillEngine('ends=50') })
    const matchId = 'match_0000000000000000000000full'
    symlinkSync('/dev/full', join(table.dir, `${matchId}.slp.part`))
    const hit = table.seat([await table.bot(), await table.bot()], { matchId })
    const beside = table.seat([await table.bot(), await table.bot()])
    const result = await table.result(hit)
    expect(result).toMatchObject({ status: 'aborted', cause: 'replay-failed', played: false, replayBytes: null })
    expect(result.detail).toMatch(/ENOSPC/)
    expect(await table.result(beside)).toMatchObject({ status: 'completed' })
  })
})

test.runIf(process.platform === 'linux')(
  'a disk that fills up mid-game aborts the match; its bots see Game End',
  async () => {
    const dir = await mkdtemp(join(tmpdir(), 'arena-full-'))
    const bots = [await TestBot.listen(), await TestBot.listen()] as const
    // A host whose files cannot grow beyond 64 KiB: some 170 frames.
    const shell = join(dir, 'node')
    await writeFile(shell, `#!/bin/bash\nulimit -f 64\nexec '${process.execPath}' "$@"\n`, { mode: 0o755 })
    const host = fork(entryPath('host-main'), [], {
      execPath: shell,
      execArgv: [...ENTRY_OPTIONS],
      serialization: 'advanced',
    })
    host.send(hostInit(dir, { clock: 'fast' }))
    const order = matchOrder(`match_${'0'.repeat(26)}`, [bots[0].url, bots[1].url])
    host.send({ type: 'play', order, ranMs: 0 } satisfies HostCommand)
    const result = await new Promise<MatchResult>((resolve) => {
      host.on('message', (event: HostEvent) => {
        if (event.type === 'finished') resolve(event.result)
      })
    })
    expect(result).toMatchObject({
      status: 'aborted',
      cause: 'replay-failed',
      played: true,
      replayBytes: null,
      summary: { endReason: 'engine', winner: null, players: [{ missed: 0 }, { missed: 0 }] },
    })
    expect(result.detail).toMatch(/EFBIG/)
    for (const bot of bots) {
      const socket = await bot.socket()
      await socket.closed
      expect(socket.frames.at(-1)).toBe(result.summary!.frames - 1)
    }
    expect(await readdir(dir)).toEqual(['node'])
    host.disconnect()
    await once(host, 'exit')
    for (const bot of bots) await bot.close()
    await rm(dir, { recursive: true })
  },
)

describe.runIf(canSeeProcesses)(
  'the engine protocol: the process is killed when the match is over, with all that it has started:',
  () => {
    test.each([
      ['a match that ends', 'time', ['ends=5']],
      ['an engine that ends by itself', 'engine-failed', ['fault=die', 'at=40']],
      ['an engine that hangs', 'engine-failed', ['fault=hang', 'at=40']],
    ])('%s leaves none of it behind', async (_how, cause, options) => {
      const folder = await mkdtemp(join(tmpdir(), 'arena-started-'))
      const file = join(folder, 'pid')
      const script = 'sleep 600 & echo $! > "$0"; exec "$@"'
      await using table = await Table.open({ engine: ['sh', '-c', script, file, ...stillEngine(...options)], timing })
      expect(await table.play([await table.bot(), await table.bot()])).toMatchObject({ cause })
      const started = Number(await readFile(file, 'utf8'))
      try {
        await vi.waitFor(() => expect(isAlive(started)).toBe(false), { timeout: 10_000 })
      } finally {
        if (isAlive(started)) process.kill(started, 'SIGKILL')
        await rm(folder, { recursive: true })
      }
    })
  },
)

test('ARENA_ENGINE: a command line is split at spaces, quotes, double or single, keep a part together', () => {
  expect(parseCommand('dolphin --headless  "/games/my disc.iso" -v')).toEqual([
    'dolphin',
    '--headless',
    '/games/my disc.iso',
    '-v',
  ])
  expect(parseCommand(`run --cmd 'a "b" c' o'brien`)).toEqual(['run', '--cmd', 'a "b" c', "o'brien"])
  expect(() => parseCommand('  ')).toThrow('empty')
})
