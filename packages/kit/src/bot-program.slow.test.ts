import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CommandFailure } from '@arena/host/command-line'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startBotProgram } from './bot-program.ts'
import type { BotProgramOptions } from './bot-program.ts'
import { portsNamedIn, portsOf } from './listening.ts'

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'arena-kit-program-'))))
afterAll(() => rmSync(folder, { recursive: true }))

/** Starts a program of that text. */
function start(
  name: string,
  text: string,
  patience: Partial<Pick<BotProgramOptions, 'patienceMs' | 'elsewhereMs' | 'listeningOf' | 'signal' | 'version'>> = {},
) {
  const path = join(folder, name)
  writeFileSync(path, text, { mode: 0o755 })
  const printed: string[] = []
  const { signal } = new AbortController()
  const print = (line: string) => void printed.push(line)
  const output = (line: string, from: string) => void printed.push(`${from}: ${line}`)
  return {
    path,
    printed,
    program: startBotProgram({
      path,
      name,
      arenaUrl: 'http://arena',
      isDrawn: true,
      isFast: true,
      output,
      print,
      signal,
      ...patience,
    }),
  }
}

const failureOf = async (program: Promise<unknown>): Promise<string> => {
  const error: unknown = await program.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(CommandFailure)
  return (error as CommandFailure).message
}

describe('a program', () => {
  test('is given PORT, ARENA_BASE_URL, ARENA_DEBUG and ARENA_CLOCK, and is ready once it listens', async () => {
    const { program, printed } = start(
      'good.mjs',
      `import { createServer } from 'node:http'
       console.log(process.env.ARENA_BASE_URL)
       console.error('debug', process.env.ARENA_DEBUG, process.env.ARENA_CLOCK)
       createServer((request, response) => response.end('pong')).listen(Number(process.env.PORT), '127.0.0.1')`,
    )
    const bot = await program
    expect(await (await fetch(`${bot.url}/ping`)).text()).toBe('pong')
    expect(printed.toSorted()).toEqual(['stderr: debug 1 fast', 'stdout: http://arena'])
    await bot.end()
    await expect(fetch(bot.url)).rejects.toThrow()
    expect(printed).toHaveLength(2)
  })

  test('is given ARENA_VERSION: the version of its file, but where its author has set another', async () => {
    const text = `import { createServer } from 'node:http'
       console.log(process.env.ARENA_VERSION)
       createServer((request, response) => response.end('pong')).listen(Number(process.env.PORT), '127.0.0.1')`
    const said = async (version?: string) => {
      const { program, printed } = start('version.mjs', text, { version })
      await (await program).end()
      return printed
    }
    vi.stubEnv('ARENA_VERSION', undefined)
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 12)
    expect(await said()).toEqual([`stdout: ${hash}`])
    vi.stubEnv('ARENA_VERSION', '1.4')
    expect(await said()).toEqual(['stdout: 1.4'])
    expect(await said('1.5')).toEqual(['stdout: 1.5'])
    vi.unstubAllEnvs()
  })

  test('ends with what it has started: a script is not the bot itself', async () => {
    const text = `
      import { createServer } from 'node:http'
      createServer((request, response) => response.end('pong')).listen(Number(process.env.PORT), '127.0.0.1')`
    writeFileSync(join(folder, 'bot.mjs'), text)
    const bot = await start('run.sh', `#!/bin/sh\n'${process.execPath}' '${join(folder, 'bot.mjs')}'\nexit\n`).program
    await bot.end()
    await expect(fetch(bot.url)).rejects.toThrow()
  })

  test('finds PYTHONUNBUFFERED=1, so that what it prints in Python is read at once, unless its author says otherwise', async () => {
    const text = 'console.log(process.env.PYTHONUNBUFFERED ?? null); process.exit()'
    for (const [outside, inside] of [
      [undefined, '1'],
      ['', ''],
    ] as const) {
      vi.stubEnv('PYTHONUNBUFFERED', outside)
      const { program, printed } = start('buffered.mjs', text)
      await failureOf(program)
      expect(printed).toEqual([`stdout: ${inside}`])
    }
    vi.unstubAllEnvs()
  })

  test('holds nothing of the kit once it has ended, though a process in a session of its own may', async () => {
    const pipes = (): number => process.getActiveResourcesInfo().filter((name) => name === 'PipeWrap').length
    const before = pipes()
    const text = `
      import { createServer } from 'node:http'
      import { spawn } from 'node:child_process'
      const own = spawn('sleep', ['60'], { detached: true, stdio: 'inherit' })
      console.log(own.pid)
      createServer((request, response) => response.end('pong')).listen(Number(process.env.PORT), '127.0.0.1')`
    const { program, printed } = start('parent.mjs', text)
    const bot = await program
    await bot.end()
    const pid = Number(printed[0]!.replace('stdout: ', ''))
    expect(process.kill(pid, 0)).toBe(true)
    process.kill(pid)
    await sleep(0)
    expect(pipes()).toBe(before)
  })

  test('that accepts connections and answers nothing is given up at once after Ctrl-C', async () => {
    const interruption = new AbortController()
    const text = `
      import { createServer } from 'node:net'
      createServer(() => console.log('asked')).listen(Number(process.env.PORT), '127.0.0.1')`
    const { program, printed } = start('silent.mjs', text, { signal: interruption.signal })
    while (!printed.includes('stdout: asked')) await sleep(20)
    const pressedAt = performance.now()
    interruption.abort()
    await expect(program).rejects.toThrow('aborted')
    expect(performance.now() - pressedAt).toBeLessThan(3_000)
  })

  test('that listens nowhere is waited for, but not for ever, and is ended', async () => {
    const text = 'setInterval(() => {}, 1000)'
    const { path, program, printed } = start('idle.mjs', text, { patienceMs: 500 })
    expect(await failureOf(program)).toMatch(
      new RegExp(`^${path} does not listen on port \\d+, which it was given in the environment variable PORT\\.`),
    )
    expect(printed).toEqual([
      expect.stringMatching(/^idle\.mjs does not listen yet on port \d+, which PORT names; it is waited for\.$/),
    ])
  })

  test('that listens on another port and prints it is reported at once where the system does not list ports', async () => {
    const text = `
      import { createServer } from 'node:http'
      const server = createServer((request, response) => response.end(request.url === '/ping' ? 'pong' : ''))
      server.listen(0, '127.0.0.1', () => console.log('Listening at http://localhost:' + server.address().port + '/'))`
    const own = start('printing.mjs', text, { elsewhereMs: 0, listeningOf: () => [] })
    const message = await failureOf(own.program)
    const [, port] = /localhost:(\d+)/.exec(own.printed.join('\n'))!
    expect(message).toMatch(
      new RegExp(`^${own.path} listens on port ${port}, and not on port \\d+, which it was given`),
    )
  })

  test('that prints where something else listens is waited for: only a bot answers pong', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const text = `
      import { createServer } from 'node:http'
      console.log('the cache is at 127.0.0.1:${port}')
      const listen = () => createServer((request, response) => response.end('pong')).listen(Number(process.env.PORT), '127.0.0.1')
      setTimeout(listen, 1500)`
    const bot = await start('cached.mjs', text, { elsewhereMs: 0, listeningOf: () => [] }).program
    await bot.end()
    other.close()
  })

  test.runIf(process.platform === 'linux')(
    'that listens on a port of its own learns so at once, also from within a script',
    async () => {
      const text = `
      import { createServer } from 'node:net'
      const server = createServer().listen(0, '127.0.0.1', () => console.log(server.address().port))`
      writeFileSync(join(folder, 'own.mjs'), text)
      for (const [name, program] of [
        ['direct.mjs', text],
        ['script.sh', `#!/bin/sh\n'${process.execPath}' '${join(folder, 'own.mjs')}'\nexit\n`],
      ] as const) {
        const own = start(name, program, { elsewhereMs: 0 })
        const message = await failureOf(own.program)
        const [port] = /\d+$/.exec(own.printed[0]!)!
        expect(message).toMatch(
          new RegExp(`^${own.path} listens on port ${port}, and not on port \\d+, which it was given in`),
        )
        expect(message).toContain(`start it yourself and give its URL in its place: http://127.0.0.1:${port}`)
      }
    },
  )
})

test.each([
  ['Listening on http://127.0.0.1:9000/', [9000]],
  ['listening on port 3000', [3000]],
  ['Server running on 8080', [8080]],
  ['PORT=5000 [::]:5001', [5000, 5001]],
  ['* Running on all addresses (0.0.0.0) port: 5000', [5000]],
  ['loaded 1200 weights in 35 ms, version 1.0.70000, host:70000', []],
])('the line %o names the ports %o', (line, ports) => {
  expect(portsNamedIn(line)).toEqual(ports)
})

test.runIf(process.platform === 'linux')(
  'the ports of a process are those that it listens on, over IPv4 and IPv6',
  async () => {
    const servers = ['127.0.0.1', '::1'].map((host) => createServer().listen(0, host))
    // Where there is no IPv6 there is no such port.
    await Promise.all(servers.map((server) => once(server, 'listening').catch(() => {})))
    const ports = servers.flatMap((server) => (server.address() as AddressInfo | null)?.port ?? [])
    expect(portsOf(process.pid)).toEqual(expect.arrayContaining(ports))
    for (const server of servers) server.close()
    const child = spawn(process.execPath, ['-e', ''])
    await once(child, 'exit')
    expect(portsOf(child.pid!)).toEqual([])
  },
)
