#!/usr/bin/env node
/** The local kit: what has been built, or in a fresh clone the sources. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

const pathOf = (name) => fileURLToPath(new URL(name, import.meta.url))
const built = pathOf('../../../build/current/packages/kit/dist/main.js')

if (existsSync(built)) {
  await import(pathToFileURL(built).href)
} else {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
  const options = ['--conditions=source', '--import', tsx]
  const child = spawn(process.execPath, [...options, pathOf('../src/main.ts'), ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
  // A terminal sends Ctrl-C to both.
  process.on('SIGINT', () => {})
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.once('exit', (code) => (process.exitCode = code ?? 1))
}
