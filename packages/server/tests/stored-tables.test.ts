/** The build of the engine process: what its tables hold is the same, in the bundle or in the file beside it. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { build } from 'vite'
import { storedTables } from '../stored-tables.ts'

const texts = Array.from({ length: 27 }, (_, i) => `it's "${i}" \\ ${'~#'.repeat(20 * i)}`)
const rows = Array.from({ length: 800 }, (_, i) => [i % 27, i * 0.1234, -1e-7, [i, null], { name: `row ${i}` }])

const MODULE = `
export const TEXTS: readonly string[] = ${JSON.stringify(texts)}
export const ROWS = [
${rows.map((row) => `  ${JSON.stringify(row)},`).join('\n')}
]
export const FEW = ['small', 'enough']
export const QUOTED: readonly string[] = ['${'x'.repeat(9000)}', 'single \\'quotes\\'']
`

const USES = `
  texts: [TEXTS[0], TEXTS[26], TEXTS.length, TEXTS[27] === undefined, TEXTS[-1] === undefined, TEXTS[0.5] === undefined],
  rows: ROWS.filter((row) => row[0] === 3),
  every: [...ROWS].length,
  row: [ROWS[799], ROWS[800] === undefined],
  found: ROWS.findLast((row) => row[0] === 26),
  spread: [...TEXTS].map((text) => text.length),
  few: FEW,
  quoted: QUOTED[1],
`

let dir: string
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'arena-tables-'))
  writeFileSync(join(dir, 'generated.ts'), MODULE)
  writeFileSync(
    join(dir, 'main.ts'),
    `import { FEW, QUOTED, ROWS, TEXTS } from './generated.ts'\nconsole.log(JSON.stringify({${USES}}))`,
  )
  const compile = (plugins: ReturnType<typeof storedTables>[], outDir: string) =>
    build({
      configFile: false,
      root: dir,
      logLevel: 'error',
      plugins,
      build: {
        ssr: 'main.ts',
        outDir,
        minify: true,
        rolldownOptions: { output: { format: 'cjs', entryFileNames: 'main.cjs' } },
      },
    })
  await compile([storedTables(/generated/, 'tables')], 'stored')
  await compile([], 'whole')
})
afterAll(() => rmSync(dir, { recursive: true }))

const run = (variant: string): unknown =>
  JSON.parse(
    execFileSync(process.execPath, [join(dir, variant, 'main.cjs')], { encoding: 'utf8', cwd: '/', stdio: 'pipe' }),
  )

describe('tables in a file beside the bundle', () => {
  test('give what they would give as constants', () => {
    expect(run('stored')).toEqual(run('whole'))
  })

  test('are not in the bundle, except small ones', () => {
    const bundle = readFileSync(join(dir, 'stored', 'main.cjs'), 'utf8')
    expect(readdirSync(join(dir, 'stored')).toSorted()).toEqual(['main.cjs', 'tables'])
    expect(bundle).not.toContain('row 799')
    expect(bundle).toContain('enough')
    expect(readFileSync(join(dir, 'stored', 'tables', 'generated.txt'), 'utf8')).toContain('row 799')
  })

  test('that are cut short are found out', () => {
    const file = join(dir, 'stored', 'tables', 'generated.txt')
    const whole = readFileSync(file)
    writeFileSync(file, whole.subarray(0, -1))
    expect(() => run('stored')).toThrow('cut short')
    writeFileSync(file, whole)
  })

  test('must be ASCII, so that a character is a byte', async () => {
    writeFileSync(join(dir, 'wide.ts'), `export const WIDE = ['${'é'.repeat(9000)}']\nconsole.log(WIDE[0])`)
    const building = build({
      configFile: false,
      root: dir,
      logLevel: 'silent',
      plugins: [storedTables(/wide/, 'tables')],
      build: { ssr: 'wide.ts', outDir: 'wide' },
    })
    await expect(building).rejects.toThrow('Not printable ASCII')
  })

  test('two modules of one name stop the build: one file would hold the tables of either', async () => {
    for (const half of ['here', 'there']) {
      mkdirSync(join(dir, half))
      writeFileSync(join(dir, half, 'same.ts'), `export const TABLE = ['${half.repeat(3000)}']`)
    }
    const uses = `import * as a from './here/same.ts'\nimport * as b from './there/same.ts'\nconsole.log(a.TABLE[0], b.TABLE[0])`
    writeFileSync(join(dir, 'uses-same.ts'), uses)
    const building = build({
      configFile: false,
      root: dir,
      logLevel: 'silent',
      plugins: [storedTables(/same/, 'tables')],
      build: { ssr: 'uses-same.ts', outDir: 'same' },
    })
    await expect(building).rejects.toThrow('would share the file same.txt')
  })

  test('a large table that is no array stops the build: it would stay in the memory of every process', async () => {
    writeFileSync(join(dir, 'object.ts'), `export const TABLE = { 1: '${'x'.repeat(9000)}' }`)
    writeFileSync(join(dir, 'uses-object.ts'), `import { TABLE } from './object.ts'\nconsole.log(TABLE[1])`)
    await expect(
      build({
        configFile: false,
        root: dir,
        logLevel: 'silent',
        plugins: [storedTables(/object/, 'tables')],
        build: { ssr: 'uses-object.ts', outDir: 'object' },
      }),
    ).rejects.toThrow('A large table is to be an array')
  })
})
