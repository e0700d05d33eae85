/** `arena-kit what-if` with real bots, hosts and engines: a bot that walks off the stage, and those that would have stayed. */
import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ColumnReader, FIRST_FRAME } from '@arena/slp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KIT } from '../../../scripts/tests/programs.ts'
import { runKitIn, type Ended } from './run-kit.ts'

const SDK = JSON.stringify(new URL('../../sdk/dist/index.js', import.meta.url).href)
const LEAVES_AT = 60

/** Walks off the stage on the frames for which a condition holds; `seen` counts those that it has been shown. */
const botText = (leaves: string): string => `
import { serveBot, stick } from ${SDK}
await serveBot({
  lead: 'fixed',
  play: () => {
    let seen = 0
    return {
      pick: () => ({ character: 20, costume: 0 }),
      frame: (game) => {
        seen++
        return ${leaves} ? stick(game.me.port === 0 ? -1 : 1) : {}
      },
    }
  },
})
`

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arena-kit-what-if-'))
  await writeFile(join(folder, 'leaver.mjs'), botText(`game.frame >= ${LEAVES_AT}`))
  await writeFile(join(folder, 'counter.mjs'), botText(`seen > ${LEAVES_AT - FIRST_FRAME}`))
  await writeFile(join(folder, 'stayer.mjs'), botText('false'))
  const played = await kit(
    'play',
    'leaver.mjs',
    '--against',
    'still',
    '--fast',
    '--exit-zero',
    '--stage',
    '31',
    '--replay',
    'match.slp',
  )
  expect(played.stderr + played.stdout).toContain('Replay: match.slp')
})
afterAll(() => rm(folder, { recursive: true }))

const kit = (...args: string[]): Promise<Ended> => runKitIn(folder, args)

interface Told {
  readonly kept: number
  readonly games: number
  readonly interval: unknown
  readonly saved: string | null
  readonly happened: { readonly frame: number }
  /** The frame at which each game ended. */
  readonly frames: readonly number[]
}

async function whatIf(bot: string, ...options: string[]): Promise<Told> {
  const args = [
    'what-if',
    'match.slp',
    '--frame',
    '50',
    '--bot',
    bot,
    '--against',
    'still',
    '--concurrency',
    '1',
    ...options,
  ]
  const { stdout, stderr } = await kit(...args, '--json')
  expect(stdout, stderr).not.toBe('')
  const documents = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Told & { game?: { frame: number } })
  const frames = documents.flatMap(({ game }) => (game ? [game.frame] : []))
  return { ...documents.at(-1)!, frames }
}

const readerOf = async (path: string): Promise<ColumnReader> => {
  const reader = new ColumnReader()
  reader.push(await readFile(join(folder, path)))
  reader.end()
  return reader
}

describe('arena-kit what-if', { timeout: 180_000 }, () => {
  test('a bot that does not walk off the stage keeps the stock, and is said to; luck changes nothing, and few games tell it', async () => {
    const { code, stdout } = await kit(
      'what-if',
      'match.slp',
      '--frame',
      '50',
      '--bot',
      'stayer.mjs',
      '--against',
      'still',
    )
    expect(code).toBe(0)
    expect(stdout).toContain('stayer in the place of leaver (Falco, port')
    expect(stdout).toMatch(/leaver lost the next stock of the match at frame \d+ /)
    expect(stdout).toMatch(/stock kept +no +yes, in every game\n/)
    expect(stdout).toMatch(/\n8 games with different luck came out the same, frame by frame/)
    expect(stdout).toMatch(/\nThe recorded pads of still were played for \d+ frames\.\n/)
  })

  test('the bot that walked off does so again, byte for byte, and is said to lose the stock', async () => {
    const { kept, games, happened, interval } = await whatIf('leaver.mjs', '--games', '2', '--replays', folder)
    expect({ kept, games, interval }).toEqual({ kept: 0, games: 2, interval: null })
    const { frame } = happened
    const [match, branch] = [await readerOf('match.slp'), await readerOf('1.slp')]
    expect(branch.columns.lastFrame).toBe(frame)
    const end = branch.gameEndAt
    expect(end).toBe(match.columns.frames.endAt[frame - FIRST_FRAME])
    expect(Buffer.compare(branch.raw.subarray(0, end), match.raw.subarray(0, end))).toBe(0)
    // It is no match of an arena, which could be played again.
    expect(branch.metadata).not.toHaveProperty('engine')
  })

  test('a bot that remembers is in the state in which it would be: it is shown the match from its first frame', async () => {
    const { frames, happened } = await whatIf('counter.mjs', '--games', '1')
    expect(frames).toEqual([happened.frame])
    // It counts fewer where it is shown the last frames alone, and so walks off later by all that it was not shown.
    const shown = await whatIf('counter.mjs', '--games', '1', '--shown', '60')
    expect(shown.frames).toEqual([happened.frame + 50 - FIRST_FRAME + 1 - 60])
  })

  test('--save writes what a test needs: the bot that stays passes it, and the one that walks off does not', async () => {
    const { saved } = await whatIf('stayer.mjs', '--games', '2', '--save', 'edge.json')
    expect(saved).toBe('edge.json')
    expect((await stat(join(folder, 'edge.json'))).size).toBeLessThan(8_000)
    const failed = await kit('what-if', 'edge.json', '--bot', 'leaver.mjs')
    expect(failed.stdout).toContain(
      '\nleaver keeps its stock after frame 50 in 0 of 1 game, and it has to be at least 1.\n',
    )
    expect(failed.code).toBe(1)
    const options = await kit('what-if', 'edge.json', '--bot', 'leaver.mjs', '--frame', '50')
    expect(options).toMatchObject({ code: 2 })
    expect(options.stderr).toContain('--frame is for matches: a file of --save says that itself.')
  })

  test('npm test of a project plays each file of its folder what-if, and says in words what does not hold', async () => {
    const project = join(folder, 'project')
    await mkdir(join(project, 'what-if'), { recursive: true })
    await mkdir(join(project, 'node_modules/.bin'), { recursive: true })
    await writeFile(join(project, 'package.json'), '{ "type": "module" }')
    await copyFile(new URL('../templates/js/bot.test.js', import.meta.url), join(project, 'bot.test.js'))
    await copyFile(join(folder, 'stayer.mjs'), join(project, 'bot.js'))
    // The kit, as npm installs it.
    await writeFile(join(project, 'kit.js'), `#!${process.execPath}\nimport ${JSON.stringify(KIT)}\n`, { mode: 0o755 })
    await symlink(join(project, 'kit.js'), join(project, 'node_modules/.bin/arena-kit'))
    const { saved } = await whatIf('stayer.mjs', '--games', '2', '--save', 'project/what-if/edge.json')
    expect(saved).toBe('project/what-if/edge.json')
    const npmTest = async (): Promise<Ended> => {
      try {
        const args = ['--test', '--test-name-pattern', 'what-if']
        const env = { ...process.env, NODE_TEST_CONTEXT: undefined }
        return { code: 0, ...(await promisify(execFile)(process.execPath, args, { cwd: project, env })) }
      } catch (error) {
        return error as Ended
      }
    }
    const passed = await npmTest()
    expect(passed.stdout).toContain('keeps its stock in what-if/edge.json')
    expect(passed.code).toBe(0)
    await copyFile(join(folder, 'leaver.mjs'), join(project, 'bot.js'))
    const failed = await npmTest()
    expect(failed.code).toBe(1)
    expect(failed.stdout).toContain('bot keeps its stock after frame 50 in 0 of 1 game, and it has to be at least 1.')
  })

  test('what cannot be asked is refused, with a sentence', async () => {
    const ask = (...args: string[]) => kit('what-if', 'match.slp', '--bot', 'stayer.mjs', ...args)
    expect((await ask()).stderr).toContain('--frame has to say after which frame the bot plays.')
    expect((await ask('--frame', '99999')).stderr).toContain('A game goes on from a frame between -123 and ')
    expect((await ask('--frame', '50', '--port', 'nobody')).stderr).toContain(
      '--port has to be 0, 1 or the name of one side',
    )
    expect((await kit('what-if', 'leaver.mjs', '--frame', '50', '--bot', 'still')).stderr).toContain(
      'is no whole replay',
    )
  })
})
