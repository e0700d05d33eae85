/** The command line tool: its output and its exit status. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RESIM } from '../../../scripts/tests/programs.ts'
import { recordWildGame } from '../tests/recorded.ts'
import { Progress, table } from './reports/text.ts'

let folder: string
let replay: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'resim-'))
  replay = join(folder, 'own.slp')
  await writeFile(replay, recordWildGame(31, [2, 9], 400).file)
  await writeFile(join(folder, 'notes.slp'), 'no recording')
})

afterAll(() => rm(folder, { recursive: true }))

interface Outcome {
  readonly status: number
  readonly out: string
  readonly err: string
}

function resim(...args: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(process.execPath, [RESIM, ...args], (error, out, err) => {
      resolve({ status: error ? Number(error.code) : 0, out, err })
    })
  })
}

describe('npm run resim', () => {
  test('finds the engine’s own recording in full agreement', async () => {
    const { status, out, err } = await resim(replay, '--all')
    expect({ status, err }).toEqual({ status: 0, err: '' })
    expect(out).toMatch(/^1 recordings, 7 of 7 windows judged/)
    expect(out).toMatch(/teacher-forced +798 +100\.00 % +100\.00 % +100\.00 % +0/)
    expect(out).toMatch(/free run +798 +100\.00 %/)
    expect(out).toMatch(/^free run: the median recording first diverges .* never$/m)
  })

  test('gives the same as JSON, and continues after a file that is no recording', async () => {
    const { status, out, err } = await resim('--json', '--all', join(folder, 'notes.slp'), replay)
    expect(status).toBe(1)
    expect(err).toMatch(/notes\.slp: not a recording: .*not-slp/)
    expect(JSON.parse(out)).toMatchObject({
      files: [{ file: 'own.slp', version: '3.18.0', judgedWindows: 7, windows: 7, firstDivergence: null }],
      skipped: [{ reason: expect.stringContaining('not a recording') }],
      teacherForced: { tally: { frames: 798, all: 798 } },
      causes: [],
    })
  })

  test('reports hits one frame at a time', async () => {
    const { status, out } = await resim('--hits', replay)
    expect(status).toBe(0)
    expect(out).toMatch(/^victim +hits +found +height right +extra +on shields +found +extra/)
    expect(JSON.parse((await resim('--hits', '--json', replay)).out)).toHaveProperty('all.extra', 0)
  })

  test('reports the agreement of every field', async () => {
    const { status, out } = await resim('--fields', '--all', replay)
    expect(status).toBe(0)
    expect(out).toMatch(/^field +frames +same +differ +mostly in +example\n/)
    expect(out).toMatch(/instanceId +798 +100\.00 % +0 +-/)
  })

  test('shows a frame field by field', async () => {
    const { status, out } = await resim(replay, '--frame', '20', '--around', '0')
    expect(status).toBe(0)
    expect(out).toMatch(/^State taken over from frame -3\n/)
    expect(out).toContain('Frame 20, port 1, Fox: 0 of ')
    expect(out).toMatch(/actionStateCounter +-?[\d.]+ +-?[\d.]+/)
  })

  test.each([
    [[], 'no file given'],
    [['--top', 'many', 'x.slp'], '--top takes a whole number'],
    [['--nonsense', 'x.slp'], 'nonsense'],
    [['--all', '--movement', 'x.slp'], 'exclude each other'],
  ])('refuses %j with its usage', async (args, message) => {
    const { status, out, err } = await resim(...args)
    expect({ status, out }).toEqual({ status: 2, out: '' })
    expect(err).toContain(message)
    expect(err).toContain('Usage: npm run resim')
  })
})

describe('text for terminals', () => {
  test('aligns words to the left and figures to the right', () => {
    expect(
      table(
        ['name', 'frames', 'share'],
        [
          ['a', 1200, '9.50 %'],
          ['longer', 7, '-'],
        ],
      ),
    ).toBe(
      ['name    frames   share', '------  ------  ------', 'a        1,200  9.50 %', 'longer       7       -'].join(
        '\n',
      ),
    )
  })

  test('shows progress only on a terminal, and removes it at the end', () => {
    const written: string[] = []
    const stream = { isTTY: true, columns: 60, write: (text: string) => written.push(text) > 0 }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all of a terminal that is used
    const terminal = stream as unknown as NodeJS.WriteStream
    const progress = new Progress(2, terminal)
    progress.show(1, 'one.slp')
    progress.end()
    expect(written).toEqual([`\r\u001B[K[${'#'.repeat(15)}${'.'.repeat(15)}] 1/2 one.slp`, '\r\u001B[K'])
    stream.isTTY = false
    new Progress(2, terminal).show(1, 'one.slp')
    expect(written).toHaveLength(2)
  })
})
