/** A built machine as a process of its own, for measurements, and how it is asked. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../packages/server/dist/main.js', import.meta.url))
const START_MS = 60_000

/** For machines that share a database. */
export const SECRET = 'a secret that only the measurement has, 32 letters'

export type Role = 'all' | 'web' | 'play'

export interface Machine {
  readonly role: Role
  readonly child: ChildProcess
  readonly url: string
}

/** Starts a machine without house bots, limits of rates and a second host, in a folder below `dir`. */
export async function startMachine(role: Role, dir: string, env: Readonly<Record<string, string>>): Promise<Machine> {
  const data = join(dir, `${role}-${readdirSync(dir).length}`)
  mkdirSync(data)
  const child = spawn(process.execPath, [MAIN], {
    cwd: data,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      ARENA_ROLE: role,
      ARENA_DATA_DIR: data,
      ARENA_HOUSE_BOTS: '0',
      ARENA_HOSTS: '1',
      ARENA_RATE_LIMITS: 'off',
      ...env,
    },
  })
  const url = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`the machine (${role}) did not start`)), START_MS)
    child.once('exit', (code) => reject(new Error(`the machine (${role}) ended with ${code}`)))
    createInterface(child.stdout).on('line', (line) => {
      const found = /Bot Arena +(http:\S+)/.exec(line)?.[1]
      if (found === undefined) return
      clearTimeout(late)
      resolve(found)
    })
  })
  return { role, child, url }
}

/** With a body it is a POST. Throws for every answer but 200. */
export async function ask<Body>(url: string, key = '', body?: object): Promise<Body> {
  const headers = { 'content-type': 'application/json', ...(key !== '' && { authorization: `Bearer ${key}` }) }
  const answer = await fetch(url, body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) })
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Body
}
