import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { closeToOthers } from './own-folder.ts'

let parent: string
let folder: string
let logged: string[]
const log = {
  info: (_fields: object, message: string) => void logged.push(message),
  warn: (_fields: object, message: string) => void logged.push(message),
}

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'arena-own-'))
  folder = join(parent, 'data')
  logged = []
  lay(folder, 0o755)
})
afterEach(() => rmSync(parent, { recursive: true }))

/** Whatever the umask is. */
function lay(path: string, mode: number, content?: string): void {
  if (content === undefined) mkdirSync(path)
  else writeFileSync(path, content)
  chmodSync(path, mode)
}

const modeOf = (...names: string[]) => (statSync(join(folder, ...names)).mode & 0o777).toString(8)

describe.skipIf(process.platform === 'win32')('the data folder', () => {
  test('is closed to others with all that is in it, as an earlier version left it', () => {
    lay(join(folder, 'database'), 0o755)
    lay(join(folder, 'database', 'base'), 0o777)
    lay(join(folder, 'database', 'base', '1259'), 0o666, 'rows')
    lay(join(folder, 'replays'), 0o750)
    lay(join(folder, 'replays', 'match.slp.part'), 0o640, 'a game')
    lay(join(folder, 'engine-faults'), 0o755)
    lay(join(folder, 'platform-key'), 0o604, 'secret')
    closeToOthers(folder, log)
    expect([modeOf(), modeOf('engine-faults')]).toEqual(['700', '700'])
    expect([modeOf('database'), modeOf('database', 'base'), modeOf('replays')]).toEqual(['700', '700', '700'])
    for (const file of ['database/base/1259', 'replays/match.slp.part', 'platform-key'])
      expect(modeOf(file)).toBe('600')
    expect(logged).toEqual(['what others on this machine could read in the data folder is closed to them'])
    closeToOthers(folder, log)
    expect(logged).toHaveLength(1)
  })

  test('is closed with every entry that docs/operating.md says it has, and they are not taken for somebody else’s', () => {
    const guide = readFileSync(join(import.meta.dirname, '../../../docs/operating.md'), 'utf8')
    const [, chapter] = /^## The data folder\n([^]*?)^## /m.exec(guide)!
    const names = [...chapter!.matchAll(/^\| `([\w.-]+)(\/?)` /gm)].map(([, name, slash]) => ({
      name: name!,
      isFolder: slash !== '',
    }))
    expect(names.length).toBeGreaterThan(10)
    for (const { name, isFolder } of names)
      lay(join(folder, name), isFolder ? 0o755 : 0o644, isFolder ? undefined : 'ours')
    closeToOthers(folder, log)
    expect(modeOf()).toBe('700')
    for (const { name, isFolder } of names) expect([name, modeOf(name)]).toEqual([name, isFolder ? '700' : '600'])
  })

  test('may be reached by a link, but links in it are not followed', () => {
    lay(join(parent, 'elsewhere'), 0o755)
    lay(join(parent, 'elsewhere', 'file'), 0o644, 'not ours')
    symlinkSync(join(parent, 'elsewhere'), join(folder, 'replays'))
    lay(join(folder, 'database'), 0o755)
    symlinkSync(join(parent, 'elsewhere', 'file'), join(folder, 'database', 'link'))
    symlinkSync(join(folder, 'no-such-file'), join(folder, 'database', 'broken'))
    symlinkSync(folder, join(parent, 'link'))
    closeToOthers(join(parent, 'link'), log)
    expect([modeOf(), modeOf('database')]).toEqual(['700', '700'])
    expect(statSync(join(parent, 'elsewhere')).mode & 0o777).toBe(0o755)
    expect(statSync(join(parent, 'elsewhere', 'file')).mode & 0o777).toBe(0o644)
    expect(lstatSync(join(folder, 'database', 'link')).isSymbolicLink()).toBe(true)
  })

  test('is not changed if it holds other files, nor are they', () => {
    lay(join(folder, 'public_html'), 0o755)
    lay(join(folder, 'database-of-mine'), 0o644, 'not ours')
    lay(join(folder, 'arena-id'), 0o644, 'ours')
    closeToOthers(folder, log)
    expect([modeOf(), modeOf('public_html'), modeOf('database-of-mine')]).toEqual(['755', '755', '644'])
    expect(modeOf('arena-id')).toBe('600')
  })

  test('need not exist yet, or may be a file: the first write reports that', () => {
    closeToOthers(join(parent, 'new'), log)
    expect(readdirSync(parent)).toEqual(['data'])
    lay(join(folder, 'file'), 0o644, 'not ours')
    closeToOthers(join(folder, 'file'), log)
    expect(modeOf('file')).toBe('644')
    expect(logged).toEqual([])
  })
})
