import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { programVersion, versionToSay } from './version.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'arena-version-'))))
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

const file = (name = 'bot.js') => join(folder, name)
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

describe('the version of a program that says none', () => {
  /** Runs git in the folder, as somebody whose settings are those of a new machine. */
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
      encoding: 'utf8',
      env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null' },
    }).trim()

  /** The commit that has the file, as 12 digits. */
  function commit(text: string): string {
    git('init', '--quiet')
    writeFileSync(file(), text)
    git('add', 'bot.js')
    git('commit', '--quiet', '--message', 'a bot')
    return git('rev-parse', 'HEAD').slice(0, 12)
  }

  test('is the beginning of the hash of its file', async () => {
    writeFileSync(file(), 'one')
    expect(await programVersion(file())).toBe(hashOf('one').slice(0, 12))
    expect(await programVersion(file('none.js'))).toBeNull()
  })

  test('is the commit of its repository, where that has the file as it is', async () => {
    const digits = commit('one')
    expect(await programVersion(file())).toBe(digits)
    writeFileSync(file('other.js'), 'changed beside it')
    expect(await programVersion(file())).toBe(digits)
  })

  test('is the commit and a part of the hash, where the file is not as the commit has it', async () => {
    const digits = commit('one')
    writeFileSync(file(), 'two')
    const version = `${digits}+${hashOf('two').slice(0, 7)}`
    expect(await programVersion(file())).toBe(version)
    git('add', 'bot.js')
    expect(await programVersion(file())).toBe(version)
    // Files that no commit has: a new one, and one that is made by a build.
    writeFileSync(file('.gitignore'), 'built.js\n')
    for (const name of ['new.js', 'built.js']) {
      writeFileSync(file(name), 'three')
      expect(await programVersion(file(name)), name).toBe(`${digits}+${hashOf('three').slice(0, 7)}`)
    }
  })

  test('is the hash of the file before the first commit, and without git', async () => {
    git('init', '--quiet')
    writeFileSync(file(), 'one')
    expect(await programVersion(file())).toBe(hashOf('one').slice(0, 12))
    commit('one')
    vi.stubEnv('PATH', '')
    expect(await programVersion(file())).toBe(hashOf('one').slice(0, 12))
  })
})

describe('a bot says', () => {
  test('the version that it is given, else that in ARENA_VERSION', async () => {
    vi.stubEnv('ARENA_VERSION', '1.4')
    expect(await versionToSay(undefined)).toBe('1.4')
    expect(await versionToSay('2.0')).toBe('2.0')
  })

  test('none, where it is given null, or an empty ARENA_VERSION', async () => {
    expect(await versionToSay(null)).toBeNull()
    vi.stubEnv('ARENA_VERSION', '')
    expect(await versionToSay(undefined)).toBeNull()
  })

  test('nothing that is no version: a sentence says which it is', async () => {
    const rule = 'A version is 1 to 32 letters, digits and characters of . _ + -.'
    await expect(versionToSay('my bot')).rejects.toThrow(`The version of the bot is "my bot". ${rule}`)
    await expect(versionToSay('')).rejects.toThrow(`The version of the bot is "". ${rule}`)
    vi.stubEnv('ARENA_VERSION', 'x'.repeat(33))
    await expect(versionToSay(undefined)).rejects.toThrow(`ARENA_VERSION is "${'x'.repeat(33)}". ${rule}`)
  })

  test('that of its own program without any', async () => {
    vi.stubEnv('ARENA_VERSION', undefined)
    expect(await versionToSay(undefined)).toBe(await programVersion(process.argv[1]!))
  })
})
