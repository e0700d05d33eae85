/**
 * The pages of `docs/` that belong to the interface: the one place where the rules and the play protocol are written. The
 * OpenAPI document carries them, `/docs` shows them, `/llms.txt` lists them.
 */
import { readFile } from 'node:fs/promises'

export interface Page {
  readonly name: string
  readonly title: string
  /** One line for lists. */
  readonly about: string
}

export const PAGES = [
  { name: 'first-bot', title: 'Your first bot', about: 'from an empty folder to the leaderboard with the kit' },
  { name: 'writing-a-bot', title: 'Writing a bot', about: 'from nothing to a rated bot, with curl for every step' },
  { name: 'sdk', title: 'The SDK', about: 'what a bot in TypeScript sees, how it acts, how it shows what it thinks' },
  {
    name: 'python',
    title: 'Python',
    about: 'a bot server, bots that were written for libmelee, replays as NumPy columns',
  },
  { name: 'recipes', title: 'Recipes', about: 'whole bots to start from: a state machine, frame data, a slow model' },
  {
    name: 'training',
    title: 'Training',
    about: 'train a bot on the engine in Python: Gymnasium, PettingZoo, many matches at once',
  },
  { name: 'hosting', title: 'Hosting a bot', about: 'a virtual machine, a free tier, a tunnel, deployment' },
  { name: 'rules', title: 'Game rules', about: 'the game, winning and scoring, modes, matchmaking, rating' },
  { name: 'play-protocol', title: 'Play protocol', about: 'what passes between the arena and a bot during a match' },
  { name: 'watching', title: 'Watching matches', about: 'a running match as a stream, a second behind the game' },
  {
    name: 'characters-and-stages',
    title: 'Characters and stages',
    about: 'ids, costumes, ledges, platforms and blast zones, as tables',
  },
  { name: 'replay-format', title: 'Replay format', about: 'every event and field of the `.slp` stream' },
  { name: 'problems', title: 'Problems', about: 'every error the interface answers with' },
] as const satisfies readonly Page[]

export type PageName = (typeof PAGES)[number]['name']

/** The same place seen from `src/http` and from `dist/http`. */
const DOCS = new URL('../../../../docs/', import.meta.url)

/**
 * A page as Markdown, its heading included; links to its neighbours lead to where this service shows them. A link to a
 * document that it does not show is its words.
 */
export async function readPage(name: PageName): Promise<string> {
  const text = await readFile(new URL(`${name}.md`, DOCS), 'utf8')
  return text.replace(/\[([^\]]+)\]\((?!\w+:|[/#])([^)]+)\)/g, (_link, words: string, path: string) => {
    const [, target, hash = ''] = /^([a-z-]+)\.md(#[\w-]+)?$/.exec(path) ?? []
    return PAGES.some((page) => page.name === target) ? `[${words}](/docs/${target}${hash})` : words
  })
}

/** A page without its own heading, as a part of something that has one. */
export async function readBody(name: PageName): Promise<string> {
  return (await readPage(name)).replace(/^# .*\n+/, '').trimEnd()
}
