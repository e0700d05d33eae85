/** How a module of the arena is run in a thread of its own: compiled files as they are, sources through tsx. */
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { WorkerOptions } from 'node:worker_threads'

/** tsx reads no sources in a thread until it is told to there, by its module: the other build of it does not find its parts. */
const fromSources = (module: URL): string => {
  const required = pathToFileURL(createRequire(import.meta.url).resolve('tsx/esm/api')).href
  const tsx = required.replace(/cjs$/, 'mjs')
  return `import('${tsx}').then(({ register }) => { register(); return import('${module.href}') })`
}

export function startThread(module: URL, options: WorkerOptions): Worker {
  if (module.pathname.endsWith('.js')) return new Worker(module, options)
  return new Worker(fromSources(module), { ...options, eval: true, execArgv: ['--conditions=source'] })
}
