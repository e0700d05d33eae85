/**
 * docs/training.md, command by command, as a reader runs it: from an empty environment of Python, with what pip is set to, to a
 * trained bot that plays for a rating. Training is shortened. It is skipped where pip reaches no index.
 *
 * PyTorch alone takes minutes to install, and gigabytes: what needs it runs with `ARENA_TEST_SERIES=all`.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ends, fencesOf, Guide } from './tests/guide.ts'
import { NO_INDEX, PIP } from './tests/pip.ts'
import { IS_LONG } from './tests/series.ts'

const PAGE = fileURLToPath(new URL('../docs/training.md', import.meta.url))
const MOST_SECONDS = 60
const timed = (block: string): string => `TIMEFORMAT='took %R %U %S'\ntime {\n${block}}\n`
/** On a disk: PyTorch is too large for memory. */
const FOLDER = '/var/tmp'

/** The sums of all that was timed: seconds, and those of the processor. */
function sumOfTimes(text: string): [number, number] {
  const times = [...text.matchAll(/^took (\S+) (\S+) (\S+)$/gm)].map((match) => match.slice(1).map(Number))
  const sum = (part: (time: number[]) => number): number =>
    Math.round(times.reduce((total, time) => total + part(time), 0))
  return [sum(([real]) => real!), sum(([, user, system]) => user! + system!)]
}

let guide: Guide
let isInstalled = false

beforeAll(async () => {
  guide = await Guide.open('training.md', { ...PIP, OMP_NUM_THREADS: '2' }, FOLDER)
}, 300_000)
afterAll(() => guide.close(), 300_000)

test('from nothing but Python and Node to the first step of a batch takes less than a minute of processor time', async ({
  skip,
}) => {
  const install = guide.next(timed)
  const code = await install.exited
  skip(NO_INDEX.test(install.text), 'pip reaches no index here')
  expect(code, install.text).toBe(0)
  isInstalled = true
  const [first, learner] = fencesOf(await readFile(PAGE, 'utf8'), 'python')
  await writeFile(join(guide.work, 'first.py'), first!)
  const step = await ends(guide.next(timed))
  expect(step).toMatch(/^\[(?:-123\s*){64}\]\n/)
  const [seconds, processor] = sumOfTimes(install.text + step)
  console.log(`${seconds} s from an empty environment to the first step, ${processor} s of processor time`)
  expect(processor).toBeLessThan(MOST_SECONDS)
  await writeFile(join(guide.work, 'learner.py'), learner!)
  expect(await ends(guide.run('python learner.py'))).toBe('')

  expect(await ends(guide.next())).toContain('ppo.py')
  const tried = await ends(guide.next((block) => `${block.trimEnd()} --games 8\n`))
  expect(tried).toBe('8 of 8 games won against walker\n')
}, 600_000)

test.runIf(IS_LONG)(
  'bots that were trained by the guide play, and one is seated in a rated match',
  async ({ skip }) => {
    skip(!isInstalled, 'pip reaches no index here')
    const imitation = await ends(
      guide.next((block) =>
        block
          .replace(/(record games\/).*/, '$1 --games 3')
          .replace(/(--player 0)/, '$1 --epochs 1')
          .replace(/(play model\.pt)/, '$1 --games 2 --frames 600'),
      ),
    )
    expect(imitation).toMatch(/epoch 1: right choice of stick \d/)
    expect(imitation).toMatch(/of 2 games won against walker/)
    const reinforcement = await ends(
      guide.next((block) =>
        block
          .replace('--budget 20m', '--budget 200000 --games 0')
          .replace(/(--opponent striker)/, '$1 --games 2 --frames 600'),
      ),
    )
    expect(reinforcement).toMatch(/of 2 games won against striker/)
    expect(await ends(guide.next((block) => block.replace('20m', '20000 --games 0').replace('run', 'again')))).toMatch(
      /100%/,
    )

    await ends(guide.next()) // umi
    const blocks = fencesOf(await readFile(PAGE, 'utf8'), 'python')
    await writeFile(
      join(guide.work, 'write.py'),
      blocks.find((block) => block.includes('arena.umi.write('))!,
    )
    expect(await ends(guide.run('python write.py'))).toBe('')
    expect(await ends(guide.next((block) => block.replace(' --realtime', '')))).toMatch(/^PASSED: /m)

    const bot = guide.next()
    await bot.until(/listening on port \d+/)
    expect(await guide.signIn()).toContain('Signed in to')
    expect(await ends(guide.next())).toMatch(/My trained bot is registered as bot_/)
    const watch = guide.next()
    await watch.until(/begins {4}.*My trained bot \*/)
    await watch.stop()
    await bot.stop()
    expect(bot.text).not.toMatch(/Traceback|ERROR/)
    expect(guide.isAtEnd).toBe(true)
  },
  3_600_000,
)
