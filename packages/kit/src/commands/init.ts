/** `arena-kit init`: a new project that runs at once. */
import { spawn } from 'node:child_process'
import { Kit } from '@arena/protocol'
import { wordsOf } from '@arena/protocol/words-of'
import { CommandFailure, EXIT, UsageError, exitsWith, newCommand } from '@arena/host/command-line'
import { Option } from 'commander'
import { newFolder } from '../arguments.ts'
import { ARENA_OPTION, arenaAddress, whichArena } from '../arena-address.ts'
import { createProject, TEMPLATE_NAMES, type TemplateName } from '../project.ts'
import type { Terminal } from '../terminal.ts'
import { type AddCommand } from './command.ts'

const ANSWER_MS = 10_000

interface InitOptions {
  readonly template: TemplateName
  readonly arena?: string
  readonly install: boolean
}

export const addInit: AddCommand = (program, { terminal, action }) => {
  newCommand(program, 'init', 'make a project of a bot that runs at once')
    .argument('<folder>', 'a new folder', newFolder)
    .addOption(new Option('--template <name>', 'language of the bot').choices([...TEMPLATE_NAMES]).default('ts'))
    .option(...ARENA_OPTION, arenaAddress)
    .option('--no-install', 'do not install the kit and the SDK')
    .addHelpText(
      'after',
      `
npm installs the kit into the project, and for ts and js the SDK, both from the arena: from then on the project plays
without it. python uses the arena's Python package, which pip installs. python-raw speaks the play protocol itself, as a
start for other languages. Each project has a bot, a README and one test that plays a game which is always the same.
${exitsWith('no project could be made')}`,
    )
    .action(action((folder: string, options: InitOptions) => init(folder, options, terminal)))
}

async function init(folder: string, options: InitOptions, terminal: Terminal): Promise<number> {
  const { template } = options
  const arena = whichArena(options.arena)
  if (arena === null) {
    throw new UsageError('which arena is the bot for? Name it with --arena or in ARENA_URL, as http://127.0.0.1:8080')
  }
  await requireKit(arena, terminal.signal)
  const files = createProject(folder, template, arena)
  const isInstalled = options.install
  if (isInstalled) await install(folder, terminal)
  terminal.print(`${folder} is a bot for ${arena}:`, '', ...files.map((file) => `  ${file}`), '', 'Watch it play:', '')
  terminal.print(...nextSteps(folder, template, isInstalled).map((line) => `  ${line}`), '')
  terminal.print('Play on the ladder, from this machine:', '', '  npx arena-kit login', '  npx arena-kit connect', '')
  terminal.data({ folder, template, arena, files, isInstalled })
  return EXIT.ok
}

function nextSteps(folder: string, template: TemplateName, isInstalled: boolean): string[] {
  return [
    `cd ${/\s/.test(folder) ? JSON.stringify(folder) : folder}`,
    ...(isInstalled ? [] : ['npm install']),
    ...(template.startsWith('python') ? ['python3 -m venv .venv', '.venv/bin/pip install -r requirements.txt'] : []),
    'npm run dev',
  ]
}

/** An arena of before the kit was served, or something else at the address, is noticed before anything is written. */
async function requireKit(arena: string, signal: AbortSignal): Promise<void> {
  let why
  try {
    const answer = await fetch(`${arena}/kit`, { signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]) })
    if (answer.ok && Kit.safeParse(await answer.json().catch(() => null)).success) return
    why = `${arena}/kit answered ${answer.status}, and not what an arena answers there`
  } catch (error) {
    signal.throwIfAborted()
    why = wordsOf(error)
  }
  throw new CommandFailure(`The kit cannot be installed from ${arena}: ${why}. Is that the address of a running arena?`)
}

async function install(folder: string, terminal: Terminal): Promise<void> {
  terminal.show('npm install')
  const npm = process.env['npm_execpath']
  const [program, ...args] = npm === undefined ? ['npm'] : [process.execPath, npm]
  const options = ['install', '--no-audit', '--no-fund', '--loglevel=error']
  const child = spawn(program, [...args, ...options], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    signal: terminal.signal,
    shell: npm === undefined && process.platform === 'win32',
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-4_000)))
  const code = await new Promise<number | Error | null>((resolve) => {
    child.once('error', resolve)
    child.once('close', resolve)
  })
  terminal.signal.throwIfAborted()
  if (code === 0) return
  const why = code instanceof Error ? code.message : said.trim()
  throw new CommandFailure(`The project is in ${folder}, but npm install failed there:\n${why}`)
}
