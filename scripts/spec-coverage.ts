/**
 * Which tests pin which rule of the game, of matchmaking and of the play protocol. A test names the rule in its title,
 * read together with the titles of the groups around it. Writes docs/spec-coverage.md:
 * `npx tsx scripts/spec-coverage.ts`. A test compares the file, and fails for a rule that no title names.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { format } from 'prettier'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

interface Rule {
  readonly name: string
  readonly says: string
  /** A title that fits names the rule. */
  readonly title: RegExp
}

interface Table {
  readonly name: string
  readonly rules: readonly Rule[]
}

/** Rules that go by numbers, from 1: "Rating 3", "Rating 3 and 4", "Rating" around "3: ...". */
function numbered(name: string, ...says: readonly string[]): Table {
  const rules = says.map((text, i) => ({
    name: String(i + 1),
    says: text,
    title: new RegExp(`\\b${name} (\\d+(, | and ))*${i + 1}\\b(?! ?->)`),
  }))
  return { name, rules }
}

/** Rules that go by words: "Game rules: Stocks", or "Game rules" around "Stocks: ...", "Items, Damage ratio: ...". */
function named(name: string, says: Readonly<Record<string, string>>): Table {
  const rules = Object.entries(says).map(([word, text]) => ({
    name: word,
    says: text,
    title: new RegExp(`\\b${name}\\b.*\\b${word}\\b[^:]*(:|$)`),
  }))
  return { name, rules }
}

function listed(name: string, ...of: readonly Rule[]): Table {
  return { name, rules: of }
}

const moves = (from: string, to: string, says: string, title: RegExp): Rule => ({
  name: `${from} → ${to}`,
  says,
  title,
})

export const TABLES: readonly Table[] = [
  named('Game rules', {
    Format: '1v1, one game per match',
    Stocks: '4',
    'Time limit': '8 minutes',
    Items: 'none',
    'Damage ratio': '1.0',
    'Engine settings': 'UCF on, Stadium frozen, no pause, START does nothing',
    'Legal stages': '31, 32, 28, 8, 2, 3; one at random per match',
    Characters: 'external ids 0 to 25, costumes 0 to 5',
    Picks: 'blind and simultaneous, before the game',
    Ports: 'a coin flip per match',
    Information: 'one stream for both; the seed is private until the end',
  }),
  numbered(
    'Winning and scoring',
    'the last bot with a stock wins, on the frame of the other’s last stock',
    'on time: more stocks, then lower percent, else a draw',
    '300 polls without a pad, or never connecting, forfeits; both together draw',
    'stocks and percent on the record; a forfeit scores 0 against 4',
    'placements 1 and 2; a draw is 1 for both',
  ),
  numbered(
    'Matchmaking',
    'a tick every 5 seconds starts at most one match',
    'candidates are active, not playing and rested',
    'the two closest in rating are seated',
    'two bots of one account never meet; the next-closest pair is seated',
    'a bot plays one match at a time',
    'simultaneous matches are capped',
    'an account may hold any number of bots',
  ),
  numbered(
    'Rating',
    'Weng-Lin; mu starts at 25, sigma at 25/3',
    '`mu - 3*sigma` is shown everywhere',
    'a draw rates as a tie, a forfeit as any other loss',
    'the leaderboard ranks every bot with a completed match',
    'deltas appear on the record once the match completes',
    'aborted matches change nothing',
  ),
  listed(
    'Match `status`',
    moves('(none)', '`running`', 'two bots are seated', /Match `status` \(none\) -> `running`/),
    moves('`running`', '`completed`', 'by stocks, time or forfeit', /Match `status` `running` -> `completed`/),
    moves('`running`', '`aborted`', 'the wall clock of 12 minutes expires', /(-> `aborted`:|to aborted) wall clock/),
    moves('`running`', '`aborted`', 'neither bot connects', /-> `aborted`: neither bot connects/),
    moves('`running`', '`aborted`', 'the engine crashes', /-> `aborted`: engine failure/),
    moves(
      '`running`',
      '`aborted`',
      'more than a second behind for five seconds',
      /engine lag more than a second behind/,
    ),
  ),
  listed(
    'Bot `status`',
    moves('`active`', '`paused`', 'by its owner; the misses reset', /Bot `status`: the owner pauses/),
    moves('`paused`', '`active`', 'by its owner; the bot plays on the next tick', /Bot `status` `paused` -> `active`/),
    moves(
      '`active`',
      '`paused`',
      'by the scheduler: a streak a week old',
      /Bot `status` `active` -> `paused`: by the sched/,
    ),
    { name: '`paused`', says: 'is not seated', title: /Bot `status`.*`paused` bots are not seated/ },
  ),
  numbered(
    'Missed-game rule',
    'a miss: never accepted the socket, or never sent anything',
    'misses count consecutively; an answered match resets them',
    'after 10 a seat only every 3 hours',
  ),
  listed(
    'Progress and keys',
    { name: 'Live match progress', says: '`stage` null, then set; `frame` advances', title: /Live match progress/ },
    { name: 'API key', says: 'active, then revoked', title: /API key: / },
  ),
  numbered(
    'Per-match WebSocket',
    'one JSON text frame asks for the pick, one answers',
    'binary messages carry the .slp event stream',
    'the bot sends pads of exactly 12 bytes',
    'after Game End the service closes the socket',
  ),
  listed(
    'Binary messages, in order',
    { name: 'first', says: 'everything before the first frame', title: /Binary messages.*all before the first frame/ },
    { name: 'one per frame', says: 'that frame’s events in file order', title: /Binary messages.*file order/ },
    { name: 'last', says: 'Game End', title: /Binary messages.*Game End/ },
  ),
  numbered(
    'Binary messages',
    'concatenated they are the raw block of the stored replay',
    'the first frame is -123, play starts at 0',
    'a dropped socket is redialled: first message, then the current frame',
  ),
  numbered(
    'Pad timing rules',
    'the pad for frame F is polled at frame F',
    'up to 600 frames past the last poll',
    'the last received before the poll wins',
    'late, or beyond the window: ignored',
    'no pad: neutral',
    'not 12 bytes: ignored',
    'the lead: F + 1 + inputDelayFrames',
    'the first 1 + inputDelayFrames pads follow the pick',
  ),
  listed(
    'Forfeit',
    { name: 'sends nothing', says: '300 polls', title: /Forfeit.*because the bot sends nothing/ },
    { name: 'socket down', says: '300 polls', title: /Forfeit.*because its socket is down/ },
    { name: 'pads late', says: '300 polls', title: /Forfeit.*because its pads arrive after/ },
    { name: 'never connects', says: 'before the game is run', title: /Forfeit.*never connects forfeits before/ },
    { name: 'both together', says: 'a draw', title: /Forfeit.*both bots (together|missing)/ },
  ),
  numbered('Deploy check', '`GET <bot url>/ping` answers `pong`', 'the URL accepts a signed WebSocket upgrade'),
]

/** Titles of the tests in a source file, each behind those of its groups. Relies on the formatter's indentation. */
export function titlesOf(source: string): string[] {
  const groups: { indent: number; title: string }[] = []
  const titles: string[] = []
  for (const match of source.matchAll(
    /^( *)(?:(describe|test|it)\b[^\n'"`]*\(|\]\)\()\s*(['"`])((?:\\.|(?!\3).)*)\3/gm,
  )) {
    const [, { length: indent }, kind, , text] = match as unknown as [string, string, string?, string?, string?]
    while (groups.length > 0 && groups.at(-1)!.indent >= indent) groups.pop()
    const title = text!.replaceAll(/\\(.)/g, '$1')
    if (kind === 'describe') groups.push({ indent, title })
    else titles.push([...groups.map((group) => group.title), title].join(' '))
  }
  return titles
}

/** Every file of the packages that holds tests, with their titles. */
function testFiles(): { path: string; titles: string[] }[] {
  return readdirSync(`${ROOT}packages`, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /^[a-z]+\/(src|tests)\/.*\.ts$/.test(path))
    .toSorted()
    .map((path) => ({ path, titles: titlesOf(readFileSync(`${ROOT}packages/${path}`, 'utf8')) }))
    .filter(({ titles }) => titles.length > 0)
}

/** The files in which a test names the rule. */
export function coverage(): Map<Rule, string[]> {
  const files = testFiles()
  return new Map(
    TABLES.flatMap((table) => table.rules).map((rule) => [
      rule,
      files.filter(({ titles }) => titles.some((title) => rule.title.test(title))).map(({ path }) => path),
    ]),
  )
}

export async function renderCoverage(): Promise<string> {
  const covered = coverage()
  const lines = [
    '# Which tests pin which rule',
    '',
    'Written by `scripts/spec-coverage.ts` from the titles of the tests: the files in which a title names the rule.',
  ]
  for (const table of TABLES) {
    lines.push('', `## ${table.name}`, '')
    for (const rule of table.rules) {
      const files = covered.get(rule)!.map((path) => `[${path}](../packages/${path})`)
      lines.push(`- **${rule.name}**: ${rule.says}`, ...files.map((file) => `  - ${file}`))
    }
  }
  return format(`${lines.join('\n')}\n`, { parser: 'markdown' })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(`${ROOT}docs/spec-coverage.md`, await renderCoverage())
}
