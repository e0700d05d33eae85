/** `arena-kit init`, without npm. What it makes is installed and played by scripts/served.pack.test.ts. */
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Kit } from '@arena/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runKit } from './program.ts'
import { BOT_FILES, TEMPLATE_NAMES } from './project.ts'
import { Terminal } from './terminal.ts'

const ANSWER = (Kit.meta()!.examples as Kit[])[0]!
const WHEEL = basename(ANSWER.python.path)

let folder: string
let arena: string
const server = createServer((request, response) => {
  response.statusCode = request.url === '/kit' ? 200 : 404
  response.end(JSON.stringify(ANSWER))
})
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'arena-kit-project-'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  arena = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

async function init(...args: string[]): Promise<{ code: number; text: string }> {
  let text = ''
  const output = { write: (part: string) => (text += part) }
  const code = await runKit(['init', ...args], new Terminal(new AbortController().signal, output, output))
  return { code, text }
}

test.each(TEMPLATE_NAMES)('a project in %s has a bot, a test and a README, all for this arena', async (template) => {
  const path = join(folder, `My ${template} Bot`)
  const { code, text } = await init(path, '--template', template, '--arena', `${arena}/`, '--no-install', '--json')
  expect(code).toBe(0)
  const { files, ...rest } = JSON.parse(text) as { files: string[] }
  expect(rest).toEqual({ folder: path, template, arena, isInstalled: false })
  expect(files).toEqual(expect.arrayContaining(['.gitignore', BOT_FILES[template], 'README.md']))
  expect(files.some((file) => /test/.test(file))).toBe(true)
  for (const file of files) {
    const written = readFileSync(join(path, file), 'utf8')
    expect(written, file).not.toContain('{{')
  }
  expect(readFileSync(join(path, 'README.md'), 'utf8')).toMatch(
    new RegExp(`^# my-${template}-bot\n[^]*the bot plays at ${arena} until`),
  )
  const manifest = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as { dependencies?: object }
  expect(manifest).toMatchObject({
    name: `my-${template}-bot`,
    // No script asks an arena for anything.
    scripts: { dev: `arena-kit dev ${BOT_FILES[template]}`, play: `arena-kit play ${BOT_FILES[template]}` },
    devDependencies: { '@arena/kit': `${arena}/kit/arena-kit.tgz` },
  })
  const sdk = { '@arena/sdk': `${arena}/kit/arena-sdk.tgz` }
  expect(manifest.dependencies).toEqual(template.startsWith('python') ? undefined : sdk)
})

test('the last lines are the commands that let it play', async () => {
  const { text } = await init(join(folder, 'first'), '--arena', arena, '--no-install')
  expect(text).toMatch(
    /Watch it play:\n\n {2}cd \S*first\n {2}npm install\n {2}npm run dev\n\nPlay on the ladder, from this machine:\n\n {2}npx arena-kit login\n {2}npx arena-kit connect\n\n$/,
  )
  const python = await init(join(folder, 'snake'), '--arena', arena, '--template', 'python', '--no-install')
  expect(python.text).toMatch(
    /\n {2}npm install\n {2}python3 -m venv \.venv\n {2}\.venv\/bin\/pip install -r requirements\.txt\n {2}npm run dev\n\n/,
  )
})

test('a Python bot is written over the package that the arena serves, and a raw one without it', async () => {
  const read = (name: string, file: string): string => readFileSync(join(folder, name, file), 'utf8')
  await init(join(folder, 'over'), '--arena', arena, '--template', 'python', '--no-install')
  expect(read('over', 'requirements.txt')).toBe(`bot-arena @ ${arena}/kit/${WHEEL}\n`)
  expect(read('over', 'bot.py')).toMatch(/^import arena$[^]*^arena\.serve\(Fox\)$/m)
  await init(join(folder, 'raw'), '--arena', arena, '--template', 'python-raw', '--no-install')
  expect(read('raw', 'requirements.txt')).toMatch(/^websockets/)
  expect(read('raw', 'bot.py')).not.toMatch(/^import arena$/m)
  expect(read('raw', 'test_bot.py')).toBe(read('over', 'test_bot.py'))
})

test('a folder that holds something is left as it is; one of an empty repository is taken', async () => {
  const taken = join(folder, 'taken')
  mkdirSync(taken)
  writeFileSync(join(taken, 'notes.txt'), 'mine')
  const refused = await init(taken, '--arena', arena, '--no-install')
  expect(refused).toMatchObject({ code: 1, text: expect.stringContaining('taken is not empty: name a new folder.') })
  expect(existsSync(join(taken, 'bot.ts'))).toBe(false)
  const file = await init(join(taken, 'notes.txt'), '--arena', arena, '--no-install')
  expect(file).toMatchObject({ code: 1, text: expect.stringContaining('is a file: name a new folder.') })
  mkdirSync(join(folder, 'cloned/.git'), { recursive: true })
  expect(await init(join(folder, 'cloned'), '--arena', arena, '--no-install')).toMatchObject({ code: 0 })
})

test('a folder that is not named, or that cannot be made, is refused in a sentence', async () => {
  expect(await init('', '--arena', arena, '--no-install')).toMatchObject({
    code: 2,
    text: expect.stringContaining('It has to name a folder.'),
  })
  writeFileSync(join(folder, 'a-file'), '')
  for (const path of [join(folder, 'a-file/bot'), join(folder, 'x'.repeat(300))]) {
    const { code, text } = await init(path, '--arena', arena, '--no-install')
    expect(code).toBe(1)
    expect(text).toMatch(/^arena-kit: The project could not be written: E[A-Z]+: .*\n$/)
  }
})

test('nothing is written for an arena that is away, or is none', async () => {
  const path = join(folder, 'nowhere')
  const away = await init(path, '--arena', 'http://127.0.0.1:9')
  expect(away.code).toBe(1)
  expect(away.text).toMatch(
    /The kit cannot be installed from http:\/\/127\.0\.0\.1:9: .*Is that the address of a running arena\?/,
  )
  const other = await init(path, '--arena', `${arena}/elsewhere`)
  expect(other).toMatchObject({ code: 1, text: expect.stringContaining('/elsewhere/kit answered 404') })
  expect(existsSync(path)).toBe(false)
})

test('the arena has to be named by an address, unless the kit comes from one', async () => {
  expect(await init(join(folder, 'x'), '--arena', 'arena')).toMatchObject({
    code: 2,
    text: expect.stringContaining('It has to be the address of an arena, such as https://arena.example.org.'),
  })
  expect(await init(join(folder, 'x'))).toMatchObject({
    code: 2,
    text: expect.stringContaining('Name it with --arena or in ARENA_URL'),
  })
})
