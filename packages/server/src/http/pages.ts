/**
 * The documents of `docs/` that readers of an arena need: `/docs` shows them, `/llms.txt` lists them, and the OpenAPI document
 * carries the rules and the play protocol, which are written nowhere else.
 */
import { readFile } from 'node:fs/promises'

export interface Page {
  readonly name: string
  readonly group: PageGroup
  readonly title: string
  /** One line for lists. */
  readonly about: string
}

/** In the order in which they are listed. */
export const PAGE_GROUPS = [
  'Make a bot',
  'Python',
  'The interface',
  'The game',
  'Watch and play',
  'Run an arena',
  'How it works',
] as const
type PageGroup = (typeof PAGE_GROUPS)[number]

export const PAGES = [
  {
    name: 'first-bot',
    group: 'Make a bot',
    title: 'Your first bot',
    about: 'from an empty folder to the leaderboard with the kit',
  },
  {
    name: 'writing-a-bot',
    group: 'Make a bot',
    title: 'Writing a bot',
    about: 'the reference: keys, registration, limits, endings, and the local kit',
  },
  {
    name: 'receipts',
    group: 'Make a bot',
    title: 'Why did I lose',
    about: 'the receipt of a match: when pads arrived, and every reason why they are missed',
  },
  {
    name: 'sdk',
    group: 'Make a bot',
    title: 'The SDK',
    about: 'what a bot in TypeScript sees, how it acts, how it looks ahead',
  },
  {
    name: 'recipes',
    group: 'Make a bot',
    title: 'Recipes',
    about: 'whole bots to start from: a state machine, frame data, a slow model',
  },
  {
    name: 'hosting',
    group: 'Make a bot',
    title: 'Hosting a bot',
    about: 'from anywhere without an address, a virtual machine, a free tier, deployment',
  },
  {
    name: 'notices',
    group: 'Make a bot',
    title: 'Notices',
    about: 'what the arena tells owners, by mail, at a webhook, and in feeds',
  },
  {
    name: 'python',
    group: 'Python',
    title: 'Python',
    about: 'a bot server, bots that were written for libmelee, replays as NumPy columns',
  },
  {
    name: 'training',
    group: 'Python',
    title: 'Training',
    about: 'train a bot on the engine in Python: Gymnasium, PettingZoo, many matches at once',
  },
  {
    name: 'play-protocol',
    group: 'The interface',
    title: 'Play protocol',
    about: 'what passes between the arena and a bot during a match',
  },
  {
    name: 'relays',
    group: 'The interface',
    title: 'Relays',
    about: 'bots without an address: the socket of a connector, byte by byte',
  },
  {
    name: 'replay-format',
    group: 'The interface',
    title: 'Replay format',
    about: 'every event and field of the `.slp` stream',
  },
  { name: 'problems', group: 'The interface', title: 'Problems', about: 'every error the interface answers with' },
  {
    name: 'rules',
    group: 'The game',
    title: 'Game rules',
    about: 'the game, winning and scoring, modes, matchmaking, rating',
  },
  {
    name: 'characters-and-stages',
    group: 'The game',
    title: 'Characters and stages',
    about: 'ids, costumes, ledges, platforms and blast zones, as tables',
  },
  {
    name: 'accuracy',
    group: 'The game',
    title: 'Accuracy',
    about: 'how far the engine agrees with recordings of the real game',
  },
  {
    name: 'known-differences',
    group: 'The game',
    title: 'Known differences',
    about: 'where the engine differs from the original game, or relies on an estimate',
  },
  {
    name: 'watching',
    group: 'Watch and play',
    title: 'Watching matches',
    about: 'a running match as a stream, a second behind the game',
  },
  {
    name: 'open-data',
    group: 'Watch and play',
    title: 'Open data',
    about: 'matches, players, moments and ratings by month, as tables in Parquet',
  },
  {
    name: 'play',
    group: 'Watch and play',
    title: 'Playing in the page',
    about: 'against a house bot, or from any frame of a match, with a controller or the keyboard',
  },
  {
    name: 'operating',
    group: 'Run an arena',
    title: 'Operating an arena',
    about: 'start, settings, backup, operators, what to do when something fails',
  },
  {
    name: 'machines',
    group: 'Run an arena',
    title: 'Several machines',
    about: 'roles, regions, what passes between machines, one platform key and how to change it',
  },
  {
    name: 'security',
    group: 'Run an arena',
    title: 'Security',
    about: 'what is checked, signed, limited and kept, and what is not',
  },
  {
    name: 'performance',
    group: 'Run an arena',
    title: 'Performance',
    about: 'measured: punctuality, matches per core, requests, disk',
  },
  {
    name: 'architecture',
    group: 'How it works',
    title: 'Architecture',
    about: 'packages, processes, and the life of a match',
  },
  {
    name: 'engine',
    group: 'How it works',
    title: 'The engine',
    about: 'how the game is computed, and how to correct a move',
  },
  {
    name: 'engine-protocol',
    group: 'How it works',
    title: 'The engine protocol',
    about: 'how a program of your own plays the matches of an arena',
  },
  {
    name: 'resimulation',
    group: 'How it works',
    title: 'Re-simulation',
    about: 'the inputs of real recordings played on the engine, and compared',
  },
  {
    name: 'glossary',
    group: 'How it works',
    title: 'Glossary',
    about: 'one word per idea, for the service and the game',
  },
] as const satisfies readonly Page[]

export type PageName = (typeof PAGES)[number]['name']

/** The same place seen from `src/http` and from `dist/http`. */
const DOCS = new URL('../../../../docs/', import.meta.url)

/** Files of the repository that have another address on the site. */
const ELSEWHERE: Readonly<Record<string, string>> = { '../CHANGELOG.md': '/changelog', 'openapi.json': '/openapi.json' }

/** A line that only links to a program of the repository. */
const PROGRAM = /^\[[^\]]+\]\((\.\.\/packages\/[\w/-]+\.(ts|py))\)$/m
const LANGUAGES: Readonly<Record<string, string>> = { ts: 'ts', py: 'python' }
const FENCE = /^(```[^]*?^```$)/m

/**
 * A page as Markdown, its heading included. Links to its neighbours lead to where this service shows them; a link to what it does
 * not show is its words. A program stands in the place of the line that links to it: readers of an arena have no repository.
 */
export async function readPage(name: PageName): Promise<string> {
  const text = await readFile(new URL(`${name}.md`, DOCS), 'utf8')
  // Between two parts of text are the path and the extension of a program.
  const parts = text.split(PROGRAM)
  const shown = parts.map(async (part, i) => {
    if (i % 3 === 1) return `\`\`\`${LANGUAGES[parts[i + 1]!]}\n${await readFile(new URL(part, DOCS), 'utf8')}\`\`\``
    return i % 3 === 0 ? withOwnLinks(part) : ''
  })
  return (await Promise.all(shown)).join('')
}

function withOwnLinks(text: string): string {
  const parts = text.split(FENCE)
  return parts.map((part, i) => (i % 2 === 1 ? part : part.replace(LINK, ownLink))).join('')
}

const LINK = /\[([^\]]+)\]\((?!\w+:|[/#])([^)]+)\)/g

function ownLink(_link: string, words: string, path: string): string {
  const [, target, hash = ''] = /^([a-z-]+)\.md(#[\w-]+)?$/.exec(path) ?? []
  const address = PAGES.some((page) => page.name === target) ? `/docs/${target}${hash}` : ELSEWHERE[path]
  return address === undefined ? words : `[${words}](${address})`
}

/** A page without its own heading, as a part of something that has one. */
export async function readBody(name: PageName): Promise<string> {
  return (await readPage(name)).replace(/^# .*\n+/, '').trimEnd()
}
