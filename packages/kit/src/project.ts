/** A new project: the files of a template, with the address of the arena and the name of the project put in. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { wordsOf } from '@arena/protocol/words-of'
import { CommandFailure } from '@arena/host/command-line'

/** The same place seen from `src`, from `dist` and in the packed kit. */
const TEMPLATES = fileURLToPath(new URL('../templates', import.meta.url))

export const TEMPLATE_NAMES = ['ts', 'js', 'python', 'python-raw'] as const
export type TemplateName = (typeof TEMPLATE_NAMES)[number]

/** The file that is the bot. */
export const BOT_FILES: Readonly<Record<TemplateName, string>> = {
  ts: 'bot.ts',
  js: 'bot.js',
  python: 'bot.py',
  'python-raw': 'bot.py',
}

/** A template that holds only what differs from another. */
const BASES: Readonly<Partial<Record<TemplateName, TemplateName>>> = { 'python-raw': 'python' }

/** npm leaves these out of what it packs. */
const DOTTED = new Set(['gitignore'])

/** Writes the project into a new or empty folder; gives its files. */
export function createProject(folder: string, template: TemplateName, arena: string): string[] {
  try {
    refuseTaken(folder)
    return writeFiles(folder, template, arena)
  } catch (error) {
    if (error instanceof CommandFailure) throw error
    throw new CommandFailure(`The project could not be written: ${wordsOf(error)}`)
  }
}

function writeFiles(folder: string, template: TemplateName, arena: string): string[] {
  const values: Readonly<Record<string, string>> = { arena, name: packageName(folder) }
  const sources = sourcesOf(template)
  return [...sources.keys()].toSorted().map((file) => {
    const name = DOTTED.has(basename(file)) ? join(dirname(file), `.${basename(file)}`) : file
    const text = readFileSync(sources.get(file)!, 'utf8')
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    // Not over a file that has come meanwhile.
    writeFileSync(
      join(folder, name),
      text.replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => values[key]!),
      { flag: 'wx' },
    )
    return name
  })
}

/** The files of a template, each with its path. */
function sourcesOf(template: TemplateName): Map<string, string> {
  const base = BASES[template]
  const source = join(TEMPLATES, template)
  const own = readdirSync(source, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = own.map((entry) => join(entry.parentPath, entry.name))
  return new Map([...(base ? sourcesOf(base) : []), ...paths.map((path) => [relative(source, path), path] as const)])
}

function refuseTaken(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found === undefined) return
  if (!found.isDirectory()) throw new CommandFailure(`${folder} is a file: name a new folder.`)
  // A repository that was made for the project may be there.
  const others = readdirSync(folder).filter((name) => name !== '.git')
  if (others.length > 0) throw new CommandFailure(`${folder} is not empty: name a new folder.`)
}

/** As npm takes it: small letters, digits and dashes. */
function packageName(folder: string): string {
  const name = basename(resolve(folder))
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  return name === '' ? 'bot' : name
}
