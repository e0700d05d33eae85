import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { heldBuilds, nameOfUser } from './held-build.ts'

test('a build is held for as long as a process that said so lives', async () => {
  const builds = mkdtempSync(join(tmpdir(), 'arena-held-'))
  expect(heldBuilds(builds)).toEqual(new Set())
  const [child, other] = [spawn('sleep', ['60']), spawn('sleep', ['60'])]
  const [first, second] = ['0123456789abcdef', 'fedcba9876543210']
  const users = [
    [first, child],
    [second, child],
    [second, other],
  ] as const
  mkdirSync(join(builds, 'in-use'), { recursive: true })
  const names = users.map(([id, { pid }]) => nameOfUser(id, pid!))
  for (const name of names) writeFileSync(join(builds, 'in-use', name), '')
  expect(heldBuilds(builds)).toEqual(new Set([first, second]))
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(heldBuilds(builds)).toEqual(new Set([second]))
  expect(readdirSync(join(builds, 'in-use'))).toEqual([names[2]])
  other.kill('SIGKILL')
  await once(other, 'exit')
  rmSync(builds, { recursive: true })
})

test.runIf(process.platform === 'linux')('a process that has the number of a dead one holds nothing for it', () => {
  const builds = mkdtempSync(join(tmpdir(), 'arena-held-'))
  mkdirSync(join(builds, 'in-use'))
  writeFileSync(join(builds, 'in-use', `0123456789abcdef.${process.pid}.1`), '')
  expect(heldBuilds(builds)).toEqual(new Set())
  rmSync(builds, { recursive: true })
})
