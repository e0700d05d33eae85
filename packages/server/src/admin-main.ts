#!/usr/bin/env node
/** The operators' tools as a program. */
import { existsSync } from 'node:fs'
import { EXIT } from '@arena/host/command-line'
import { holdBuild } from '@arena/host/system'
import { runAdmin } from './admin/program.ts'
import { Terminal } from './admin/terminal.ts'

const ENV_FILE = '.env'

// Files that the program writes are for their owner only.
process.umask(0o077)
holdBuild()
if (existsSync(ENV_FILE)) process.loadEnvFile(ENV_FILE)
// A transaction that is broken off changes nothing.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(EXIT.interrupted))

const { stdin: input, stdout: output, stderr: errors } = process
process.exitCode = await runAdmin(process.argv.slice(2), process.env, new Terminal({ input, output, errors }))
