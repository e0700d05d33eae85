/** `arena-kit match` and `arena-kit rate` with real bots, hosts and engines. Games are short: the bots walk off the stage. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readReplay } from '@arena/slp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KIT } from '../../../scripts/tests/programs.ts'
import { runKitIn, type Ended } from './run-kit.ts'
import { walkerText } from './walkers.ts'

/** It takes to find a bot that always comes out even not stronger, where two of five findings may be wrong. */
const PAIRS = 5
const SEED = '5f'.repeat(32)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arena-kit-match-'))
  // The second waits longer before it falls, and so wins every game.
  await writeFile(join(folder, 'hasty.mjs'), walkerText({ waits: [0, 0] }))
  await writeFile(join(folder, 'patient.mjs'), walkerText({ waits: [200, 200] }))
  await writeFile(join(folder, 'gambler.mjs'), walkerText({ waits: [0, 200] }))
})
afterAll(() => rm(folder, { recursive: true }))

const kit = (...args: string[]): Promise<Ended> => runKitIn(folder, args)

/** Until a program has printed what a pattern matches. */
async function printed(child: ChildProcess, pattern: RegExp): Promise<void> {
  let text = ''
  await new Promise<void>((resolve) => {
    child.stdout!.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (pattern.test(text)) resolve()
    })
  })
}

interface Kept {
  readonly seed: string
  readonly pairs: readonly { readonly number: number; readonly games: readonly { readonly points: number }[] }[]
}

const kept = async (name: string): Promise<Kept> => JSON.parse(await readFile(join(folder, name), 'utf8')) as Kept

describe('arena-kit match', { timeout: 180_000 }, () => {
  test('plays pairs on one seed and stage with the ports exchanged, and keeps replays that are asked for', async () => {
    const replays = await mkdtemp(join(folder, 'replays-'))
    const options = ['--seed', SEED, '--concurrency', '2', '--replays', replays, '--state', 'pairs.json']
    const { code, stdout } = await kit('match', 'patient.mjs', 'hasty.mjs', '--games', '4', ...options)
    expect(code).toBe(0)
    expect(stdout).toContain('patient against hasty: 4 games in 2 pairs\n')
    expect(stdout).toMatch(/games {5}4 won, 0 lost, 0 drawn: 100\.0% of the points\n/)
    expect(stdout).toMatch(/patient is stronger\.\n {2}--seed 5f5f.*, kept in pairs\.json\n$/)
    expect((await readdir(replays)).toSorted()).toEqual(['1a.slp', '1b.slp', '2a.slp', '2b.slp'])
    const starts = new Map<string, { seed: number; stage: number; names: (string | undefined)[] }>()
    for (const file of await readdir(replays)) {
      const { gameStart, metadata } = readReplay(await readFile(join(replays, file)))
      const names = [0, 1].map((port) => metadata?.players?.[port]?.names?.netplay)
      starts.set(file, { seed: gameStart.randomSeed, stage: gameStart.stageId, names })
    }
    for (const number of [1, 2]) {
      const [one, other] = [starts.get(`${number}a.slp`)!, starts.get(`${number}b.slp`)!]
      expect(other).toEqual({ ...one, names: one.names.toReversed() })
    }
    expect(starts.get('1a.slp')!.stage).not.toBe(starts.get('2a.slp')!.stage)
  })

  test('--sprt: a bot against itself is not found stronger, in a few games; as data for a program', async () => {
    const options = ['--sprt', '--alpha', '0.4', '--beta', '0.4', '--seed', SEED, '--json']
    const { code, stdout } = await kit('match', 'gambler.mjs', 'gambler.mjs', ...options)
    expect(code).toBe(0)
    const lines = stdout.trimEnd().split('\n')
    const result: unknown = JSON.parse(lines.at(-1)!)
    // The games of a pair are each other's mirror: its bots draw by match and port.
    expect(result).toMatchObject({
      bots: ['gambler 1', 'gambler 2'],
      wins: PAIRS,
      losses: PAIRS,
      counts: [0, 0, PAIRS, 0, 0],
      test: { decision: 'elo0' },
    })
    expect(lines.length).toBeGreaterThan(PAIRS)
  })

  test('after Ctrl-C the same command continues: each pair is played once', async () => {
    const args = ['match', 'gambler.mjs', 'hasty.mjs', '--games', '6', '--concurrency', '2', '--json']
    const child = spawn(process.execPath, [KIT, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
    await printed(child, /"pair":/)
    child.kill('SIGINT')
    expect(await once(child, 'exit')).toEqual([130, null])
    const before = await kept('gambler-hasty.match.json')
    expect(before.pairs.length).toBeGreaterThan(0)
    expect(before.pairs.length).toBeLessThan(3)

    const { code, stdout } = await kit(...args)
    expect(code).toBe(0)
    const after = await kept('gambler-hasty.match.json')
    expect(after.seed).toBe(before.seed)
    expect(after.pairs.map(({ number }) => number)).toEqual([1, 2, 3])
    for (const pair of before.pairs) expect(after.pairs).toContainEqual(pair)
    const playedNow = stdout.split('\n').filter((line) => line.startsWith('{"pair"'))
    expect(playedNow).toHaveLength(3 - before.pairs.length)

    // And once it is over, the result is there without a game.
    const again = await kit(...args)
    expect(again.stdout.trimEnd().split('\n')).toHaveLength(1)
    expect(JSON.parse(again.stdout)).toMatchObject({ games: 6 })
  })

  test('a bot whose file has changed is not counted together with what it was; --restart begins anew', async () => {
    await writeFile(join(folder, 'changing.mjs'), walkerText({ waits: [0, 0] }))
    const args = ['match', 'changing.mjs', 'patient.mjs', '--games', '2']
    expect((await kit(...args)).stdout).toContain('0 won, 2 lost')
    await writeFile(join(folder, 'changing.mjs'), walkerText({ waits: [400, 400] }))
    const { code, stderr } = await kit(...args)
    expect(code).toBe(1)
    expect(stderr).toContain(
      'The series in changing-patient.match.json cannot go on: changing.mjs has changed since it was begun. Begin anew with --restart, or keep it and name another file with --state.',
    )
    expect((await kit(...args, '--restart')).stdout).toContain('2 won, 0 lost')
  })

  test('a bot that ends in the middle of a game forfeits it, is shown with its last words, and is started again', async () => {
    await writeFile(join(folder, 'mortal.mjs'), walkerText({ waits: [0, 0], diesAt: 30 }))
    const { code, stdout, stderr } = await kit('match', 'mortal.mjs', 'hasty.mjs', '--games', '2')
    expect(code).toBe(0)
    expect(stdout).toContain('0 won, 2 lost')
    expect(stdout).toMatch(
      /\nmortal lost 2 games by forfeit; ended by itself in 2 games, and was started again; missed \d+ pads\.\n/,
    )
    expect(stderr).toMatch(/mortal +\d+ \| out of memory\n/)
  })

  test('a series without a game has failed, and the same command plays its pairs again', async () => {
    // Each passes the check, and refuses the sockets of matches.
    const text = `
      import { createServer } from 'node:http'
      import { WebSocketServer } from ${JSON.stringify(import.meta.resolve('ws'))}
      const server = createServer((request, response) => response.end('pong'))
      const sockets = new WebSocketServer({ noServer: true })
      server.on('upgrade', (request, socket, head) => {
        if (request.headers['x-arena-match'] !== 'deploy-check') return socket.destroy()
        sockets.handleUpgrade(request, socket, head, () => {})
      })
      server.listen(Number(process.env.PORT), '127.0.0.1')`
    for (const name of ['shy.mjs', 'coy.mjs']) await writeFile(join(folder, name), text)
    const { code, stdout, stderr } = await kit('match', 'shy.mjs', 'coy.mjs', '--games', '2')
    expect(code).toBe(1)
    expect(stdout).toContain('shy against coy: 0 games in 0 pairs\n')
    expect(stdout).toContain('\nNo game was played.\n')
    expect(stdout).toContain('1 pair could not be played to the end, and counts for nobody.\n')
    expect(stderr).toContain('The same command plays again what could not be played to the end.\n')
    expect((await kept('shy-coy.match.json')).pairs).toMatchObject([{ number: 1, games: [] }])
    expect((await kit('match', 'shy.mjs', 'coy.mjs', '--games', '2')).stderr).toContain('pair 1 could not be played')
  })

  test('a bot that never comes up ends the series with its output', async () => {
    await writeFile(join(folder, 'broken.mjs'), "console.error('no such model'); process.exit(3)")
    const { code, stderr } = await kit('match', 'broken.mjs', 'hasty.mjs')
    expect(code).toBe(1)
    expect(stderr).toContain('arena-kit: broken.mjs ended (code 3) before it listened\n')
    expect(stderr).toContain('broken | no such model\n')
  })

  test('of games beside each other the first failure is told, and not that it ended the others', async () => {
    const text = `import { writeFileSync } from 'node:fs'
      try {
        writeFileSync(new URL('waits', import.meta.url), '', { flag: 'wx' })
        setTimeout(() => {}, 60_000)
      } catch {
        process.exit(3)
      }`
    await writeFile(join(folder, 'second-breaks.mjs'), text)
    const { code, stderr } = await kit('match', 'second-breaks.mjs', 'hasty.mjs', '--concurrency', '2')
    expect(code).toBe(1)
    expect(stderr).toContain('arena-kit: second-breaks.mjs ended (code 3) before it listened\n')
    expect(stderr).not.toContain('AbortError')
  })

  test.each([
    [['--elo1', '10'], '--elo1 says how to test, and needs --sprt.'],
    [['--sprt', '--elo0', '5', '--elo1', '5'], '--elo1 5 has to be greater than --elo0 5.'],
    [
      ['--sprt', '--alpha', '0.5'],
      "option '--alpha <share>' argument '0.5' is invalid. It has to be a number from 0.0001 to 0.49.",
    ],
    [['--replays', 'nowhere'], 'There is no such folder.'],
  ])('a wrong command line is refused: %j', async (options, why) => {
    const { code, stderr } = await kit('match', 'hasty.mjs', 'patient.mjs', ...options)
    expect(code).toBe(2)
    expect(stderr).toContain(why)
  })
})

describe('arena-kit rate', { timeout: 180_000 }, () => {
  test('plays pairs between the bots that tell most, and lists all of them; after Ctrl-C the same command continues', async () => {
    const args = [
      'rate',
      'hasty.mjs',
      'patient.mjs',
      'gambler.mjs',
      '--games',
      '12',
      '--concurrency',
      '2',
      '--seed',
      SEED,
    ]
    const child = spawn(process.execPath, [KIT, ...args, '--json'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    await printed(child, /"pair":/)
    child.kill('SIGINT')
    expect(await once(child, 'exit')).toEqual([130, null])

    const { code, stdout } = await kit(...args)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Continues hasty-patient-gambler\.rate\.json: \d+ of at most 12 games {2}/)
    expect(stdout).toMatch(/\n12 games of 3 bots in one fit\n\n {2}rank +bot +Elo +95% between +games +score\n/)
    expect(stdout).toMatch(/\n {2}1\S* +patient +\d+ +±\d+ .*\n {2}.*gambler.*\n {2}\S*3 +hasty +\d+ .*%\n/)
    expect(stdout).toMatch(/\n {2}--seed 5f5f.*, kept in hasty-patient-gambler\.rate\.json\n$/)
    const { pairs } = await kept('hasty-patient-gambler.rate.json')
    expect(pairs.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6])

    // Without a break it is the same.
    await kit(...args, '--concurrency', '1', '--state', 'at-once.json')
    expect((await kept('at-once.json')).pairs).toEqual(pairs)
  })

  test('--within: ends once every rating is known so well; as data for a program', async () => {
    const { code, stdout } = await kit('rate', 'hasty.mjs', 'hasty.mjs', '--within', '200', '--seed', SEED, '--json')
    expect(code).toBe(0)
    const result = JSON.parse(stdout.trimEnd().split('\n').at(-1)!) as {
      readonly games: number
      readonly rows: object[]
    }
    expect(result).toMatchObject({ bots: ['hasty 1', 'hasty 2'], within: 200, broken: 0 })
    expect(result.games).toBeLessThan(40)
    const row = {
      rating: expect.any(Number),
      low: expect.any(Number),
      high: expect.any(Number),
      trouble: { forfeits: 0 },
    }
    expect(result.rows).toMatchObject([{ ...row, bestRank: 1, worstRank: 2 }, row])
  })

  test('one bot alone is refused', async () => {
    const { code, stderr } = await kit('rate', 'hasty.mjs')
    expect(code).toBe(2)
    expect(stderr).toContain('It takes 2 to 32 bots, and not 1.')
  })
})
