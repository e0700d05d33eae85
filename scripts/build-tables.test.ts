import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { buildTables, GENERATED } from './build-tables.ts'

describe('npm run tables', () => {
  const built = buildTables()

  it.each([...built.keys()])('would write %s as it is committed', (name) => {
    expect(readFileSync(new URL(name, GENERATED), 'utf8') === built.get(name)).toBe(true)
  })

  it('writes every file of the generated folder', () => {
    expect(readdirSync(GENERATED).sort()).toEqual([...built.keys()].sort())
  })
})
