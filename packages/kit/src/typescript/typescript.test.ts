/** Bots in TypeScript, as Node runs them with the kit's hooks. */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alternatives, compile } from './source.ts'

const REGISTER = new URL('../../dist/typescript/register.js', import.meta.url).href

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'arena-kit-typescript-'))))
afterAll(() => rmSync(folder, { recursive: true }))

/** Writes files, runs the first one, and gives what it prints. */
async function run(files: Readonly<Record<string, string>>): Promise<string> {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const [program] = Object.keys(files)
  const args = ['--enable-source-maps', '--import', REGISTER, program!]
  try {
    return (await promisify(execFile)(process.execPath, args, { cwd: folder })).stdout
  } catch (error) {
    return (error as { stderr: string }).stderr
  }
}

test('types, enums, parameter properties and imports of types alone run, whatever the nearest package says', async () => {
  const text = `
    import { readFileSync, type Stats } from 'node:fs'
    import { Plan, Shape } from './plan'
    import { far } from './mind.js'
    import { near } from './more/'
    interface Point { readonly x: number }
    enum Move { Walk = 1, Run }
    class Mind { constructor(private readonly plan: Plan, public point: Point) {} get text() { return this.plan.name + this.point.x } }
    const shape = { side: 2 } satisfies Shape
    console.log(new Mind({ name: 'fox' } as Plan, { x: 3 })!.text, Move.Run, Move[1], far, near, shape.side, typeof readFileSync)
    await Promise.resolve<unknown>(null)`
  const files = {
    'commonjs/bot.ts': text,
    'commonjs/package.json': '{"type":"commonjs"}',
    'commonjs/plan.ts': 'export interface Plan { name: string }\nexport type Shape = { side: number }',
    'commonjs/mind.ts': 'export const far: number = 80',
    'commonjs/more/index.ts': 'export const near = 8',
  }
  expect(await run(files)).toBe('fox3 2 Walk 80 8 2 function\n')
})

test('a script without import may require, and so may .cts, whose imports are requires', async () => {
  expect(
    await run({ 'script.ts': "const path: typeof import('node:path') = require('node:path')\nconsole.log(path.sep)" }),
  ).toBe('/\n')
  expect(await run({ 'old.cts': "import { sep } from 'node:path'\nconsole.log(sep as string, typeof require)" })).toBe(
    '/ function\n',
  )
})

test('an error is thrown where it stands in the source, line and column', async () => {
  const text =
    "interface A { b: number }\nfunction f(a: A, c: Record<string, number>): never { throw new Error('here') }\nexport default f({ b: 1 }, {})\n"
  const said = await run({ 'throws.ts': text })
  expect(said).toMatch(/throws\.ts:2:60\)/)
  expect(said).toMatch(/throws\.ts:3:16\)/)
})

test('what is no TypeScript says where', async () => {
  expect(await run({ 'wrong.ts': 'const a: number =\n  = 1\n' })).toMatch(/wrong\.ts: Unexpected token \(2:3\)/)
  expect(await run({ 'missing.ts': "import './nowhere'" })).toMatch(/Cannot find module .*nowhere/)
})

test('no line moves', () => {
  const text = 'type A = {\n  b: 1\n}\n\nimport type { C } from "c"\nconst d = 1 as const\n'
  const [code] = compile(text, '/bot.ts').source.split('\n//# sourceMappingURL')
  expect(code!.split('\n').map((line) => line.trim())).toEqual(['', '', '', '', '', 'const d = 1', ''])
})

test.each([
  ['./mind', 'file:///b/bot.ts', ['file:///b/mind.ts', 'file:///b/mind/index.ts']],
  ['../mind.mjs', 'file:///b/bot.mts', ['file:///mind.mts']],
  ['./mind', 'file:///b/bot.js', []],
  ['mind', 'file:///b/bot.ts', []],
  ['./mind', undefined, []],
])('%s in %s may be %j', (specifier, parent, urls) => {
  expect(alternatives(specifier, parent)).toEqual(urls)
})
