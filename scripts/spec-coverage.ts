/**
 * Which tests pin which rule of the interface specification, table by table. A test names the rule in its title,
 * read together with the titles of the groups around it. Writes docs/spec-coverage.md:
 * `npx tsx scripts/spec-coverage.ts`. A test compares the file, and fails for a rule that no title names.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { formatted } from './formatted.ts'

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

/** Rules named by numbers, from 1: "Rating 3", "Rating 3 and 4", "Rating" around "3: ...". */
function numbered(name: string, ...says: readonly string[]): Table {
  const rules = says.map((text, i) => ({
    name: String(i + 1),
    says: text,
    title: new RegExp(`\\b${name} (\\d+(, | and ))*${i + 1}\\b(?! ?->)`),
  }))
  return { name, rules }
}

/**
 * Rules named by words: "Game rules: Stocks", or "Game rules" around "Stocks: ...", "Items, Damage ratio: ...", or
 * these alone.
 */
function named(name: string, says: Readonly<Record<string, string>>): Table {
  const rules = Object.entries(says).map(([word, text]) => ({
    name: word,
    says: text,
    title: new RegExp(`(^|\\b${name}\\b.*\\b)${word}\\b[^:]*(:|$)`),
  }))
  return { name, rules }
}

function listed(name: string, ...of: readonly Rule[]): Table {
  return { name, rules: of }
}

/** A row that a title of its own pins. */
const row = (name: string, says: string, title: RegExp): Rule => ({ name, says, title })

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
  listed(
    'Modes',
    row('one for its lifetime', 'a bot’s mode does not change', /Modes: a bot is in one mode for its lifetime/),
    row('own ratings', 'rated only against its mode', /Modes: a bot meets, and so is rated against, bots of its own/),
    row('own leaderboard', 'one for each mode', /Modes: each mode has its own leaderboard/),
    row('`live`', 'the only one; its clock, lead, forfeit, rest, wall clock', /Modes: `live` is the only mode/),
    row('`live`', 'polls every 16.7 ms, whether or not the pad has arrived', /Modes: `live` polls a frame every 16\.7/),
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
    'Seed and replay',
    row('seed', 'public once the match ends', /match records seed: public once the match ends/),
    row('seed', 'private until then: the stream does not hold it', /Information: both .* same stream/),
    row('replay', 'identical to what both bots were streamed', /Binary messages 1/),
    row('replay', 'downloadable once the match completes', /the `\.slp` file as an attachment with/),
    row('retention', 'the record stays, `replayBytes` becomes null', /`replayBytes` becomes null/),
  ),
  listed(
    'Machine-readable copies',
    row('`/openapi.json`', 'every endpoint', /every endpoint of the interface is there/),
    row('`/openapi.json`', 'rules and play protocol', /the rules and the play protocol are part of it/),
    row('`/llms.txt`', 'a map of all artifacts', /\/llms\.txt is a map of all artifacts/),
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
  listed(
    'Resources',
    row('every resource', 'exactly its fields', /resources .* has exactly the fields of the interface/),
    row('every field', 'required, of its type and nothing else', /resources .* is required and holds nothing else/),
    row('User `name`', 'empty until one is picked', /User\.name is empty until|User `name`: empty until/),
    row('ApiKeyMeta `id`', 'the key id sent in `x-arena-key`', /Signature key each request carries three headers/),
    row('ApiKeyMeta `publicKey`', 'raw 32 bytes as base64, else null', /echoed as raw-32-byte base64/),
    row('ApiKeyMeta `scopes`', 'the six scopes', /the scopes are the six of the interface/),
    row('ApiKeyMeta `scopes`', 'fixed at creation', /API key: scopes are fixed at creation/),
    row('ApiKeyMeta `lastUsedAt`', 'null until the first use', /`lastUsedAt` (is the time of the last use|is exact)/),
    row('ApiKeyMeta `revokedAt`', 'set by revoking', /API key: a key is moved to revoked/),
    row('Bot `url`', 'https in production', /bot URLs in production MUST be https/),
    row(
      'Bot `url`',
      'a public address; private and loopback ranges rejected',
      /addresses private and loopback ranges are/,
    ),
    row('Bot `url`', 'checked at registration', /Behaviour of POST \/bots the bot can join the ladder when/),
    row('Bot `url`', 'checked again at every connect', /addresses checked again at every connect/),
    row('Bot `url`', 'never exposed publicly', /no list and no record shows where a bot lives/),
    row('Bot `status`', '`active` from the start', /a registered bot is `active`/),
    row(
      'MatchPlayer `character`',
      'null until the game starts',
      /Live match progress: `stage` is null .* the picks with it/,
    ),
    row('MatchPlayer `costume`', '0 is the default', /random character with costume 0/),
    row('MatchPlayer `placement`', '1 won, 2 lost, 1 for both on a draw', /Winning and scoring 5/),
    row('MatchPlayer `score`', 'stocks left at the end', /Winning and scoring 4/),
    row('MatchPlayer `ratingDelta`', 'rating after minus before, once completed', /Rating 5/),
    row('GameSummary `players`', 'exactly 2, indexed by port', /GameSummary\.players is an array of exactly 2/),
    row(
      'GameSummary `missed`',
      'optional, 0; frames polled without a pad',
      /missed is optional, default 0|GameSummary: missed counts/,
    ),
    row('GameSummary `frames`', 'from frame 0 to the last', /GameSummary `frames`: from frame 0 to the last/),
    row(
      'GameSummary `endReason`',
      'stocks, time, forfeit, engine',
      /running to completed by (stocks|time)|because the bot sends nothing|with endReason engine/,
    ),
    row('GameSummary `winner`', 'null: a draw, or no result on `engine`', /GameSummary `winner`: null on a draw/),
    row(
      'Match `summary`',
      'the result once the match ends',
      /Match `status` `running` -> `completed`: placements and scores set/,
    ),
    row('Match `replayBytes`', 'null while running and after retention', /`replayBytes` becomes null/),
    row(
      'Match `seed`',
      'null while running, public once it ends',
      /(`stage` is null until the game starts; `seed` is null|match records seed: public once the match ends)/,
    ),
    row('MatchSummary', 'as Match, without `seed`', /MatchSummary has the fields of Match but the seed/),
    row(
      'LiveMatch',
      '`stage` null while the bots pick; the latest frame',
      /Picks: blind: no record, no list|LiveMatch `players`: stocks, percent and place are/,
    ),
    row(
      'LiveMatch `players`',
      'stocks, percent, x and y of the frame',
      /LiveMatch `players`: stocks, percent and place are/,
    ),
    row('LeaderboardRow `rating`', '`mu - 3*sigma`, 1 decimal', /LeaderboardRow: .* rounded to 1 decimal place/),
    row('LeaderboardRow `owner`', 'the public handle', /LeaderboardRow: handle of the owner/),
    row('LeaderboardRow `draws`', 'ties on time and double forfeits', /LeaderboardRow `draws`/),
    row('PickRequest', 'one JSON text frame with all of its fields', /Per-match WebSocket 1 and 2/),
    row('PickResponse', 'character 0..25, costume 0..5; late or invalid: drawn', /PickResponse is taken as it is/),
    row('Pad', '12 bytes, little-endian, offsets', /pad is exactly 12 bytes, little-endian/),
    row('Pad', 'button masks', /pad buttons have the masks/),
    row('Pad', 'neutral: 0, sticks 128, triggers 0', /pad for the first frame, -123, with nothing held/),
    row('Pad', 'nothing is pre-processed', /Pad: nothing is pre-processed/),
    row(
      'Platform key document',
      '`publicKey`, raw 32 bytes as base64',
      /arena\.json answers the public half of the platform/,
    ),
  ),
  listed(
    'Endpoints',
    row('every endpoint', 'answers 200 with its schema', /every success /),
    row('every endpoint', 'requires its scope', /each endpoint requires one scope/),
    row('GET `/health`', '`status` is `ok`', /GET \/health answers ok/),
    row('GET `/me`', 'User', /the account is read, and its handle chosen/),
    row('POST `/me/handle`', 'the pattern', /Handle: 2\.\.32 characters of lowercase letters, digits/),
    row('POST `/me/handle`', 'unique across the service', /`handle` is unique across the service/),
    row(
      'POST `/keys`',
      'bearer: ApiKeyMeta and the secret, once',
      /POST \/keys a bearer key: ApiKeyMeta and its secret/,
    ),
    row(
      'POST `/keys`',
      'signature: OpenSSH line, PEM or raw base64',
      /`publicKey` is an OpenSSH public key line, a PEM public key block, or raw base64/,
    ),
    row('POST `/keys`', '`publicKey` absent for bearer', /POST \/keys: a bearer key has no `publicKey`/),
    row('POST `/keys`', 'only a hash of the secret is kept', /returned exactly once; only a hash is kept/),
    row(
      'GET `/matches`',
      '`mode`, `botId`, `limit`, `before`',
      /GET \/matches: `mode`, `botId` and `before` are optional/,
    ),
    row('GET `/matches`', '20 matches, or `limit`', /`limit` of `GET \/matches` is 1\.\.200, default 20/),
    row('GET `/matches/{id}`', 'Match', /MatchSummary has the fields of Match but the seed/),
    row('GET `/matches/{id}/replay.slp`', 'an attachment named `<id>.slp`', /the `\.slp` file as an attachment with/),
    row('GET `/.well-known/arena.json`', '`publicKey`', /arena\.json answers the public half/),
    row(
      'POST `/bots`',
      'the deploy check; the ladder only when it passes',
      /POST \/bots registers a bot whose deploy check passes/,
    ),
    row('POST `/bots`', 'a failed check stores nothing', /when the check fails: 422 with the report, and nothing/),
    row('PATCH `/bots/{id}`', 'another URL is checked again', /changing a bot’s URL triggers the check again/),
    row('GET `<bot url>/ping`', 'must answer `pong` over plain HTTP', /Deploy check 1|GET <bot url>\/ping MUST answer/),
    row(
      'WebSocket upgrade',
      'once per match and once for the deploy check',
      /Deploy check .*opens a WebSocket signed with|Per-match WebSocket 4/,
    ),
  ),
  numbered(
    'GET /matches rules',
    'newest first',
    '`before`: started before that match',
    'only the newest 10,000',
    'counts against the match-reads limit',
  ),
  numbered(
    'replay.slp rules',
    'available once the match completes',
    '404 while the match runs, and when no game was played',
    'counts against the match-reads limit',
  ),
  listed(
    'Authentication',
    row('1', 'public endpoints need none', /public endpoints need no key/),
    row('2', 'a key of either kind', /an endpoint that requires a scope takes both kinds of key, or a session/),
    row('2', 'a dashboard session carries every scope', /a session carries every scope/),
    row('2', 'sign-in by e-mail', /POST \/auth\/email\/verify the token of the link signs in/),
    row('3', 'one scope an endpoint, none other helps', /each endpoint requires one scope, and any of the five/),
    row('3', 'default scopes of a bot-deploy key', /Default scopes of a bot-deploy key/),
    row('Signature key 1', 'registering the public half returns the key id', /POST \/keys a signature key/),
    row('Signature key 2', 'three headers', /each request carries three headers/),
    row('Signature key 2', 'within 5 minutes of the clock', /MUST be within 5 minutes of the service’s clock/),
    row(
      'Signature key 3',
      '`{timestamp}.{METHOD}.{path}.{body}`',
      /message is \{timestamp\}\.\{METHOD\}\.\{path\}\.\{body\}/,
    ),
    row('Signature key 3', '`path` includes the query', /`path` includes the query string exactly as sent/),
    row('Signature key 3', '`body`: the exact raw bytes', /`body` is the exact raw bytes sent/),
    row('Signature key 3', 'no body: the empty string', /no body signs the empty string/),
    row(
      'Signature key 4',
      'no nonce: can be replayed as it is',
      /there is no nonce: a captured request can be replayed/,
    ),
    row('Signature key 4', 'not altered', /a captured request cannot be altered: 401/),
    row('Bearer key', '`Authorization: Bearer arn_<TOKEN>`', /Bearer key: the request carries the header/),
    row('Bearer key', 'a lost one is revoked', /revocation is effective at once/),
    row(
      'To a bot',
      'signed by the platform key, three headers',
      /the upgrade request carries the match id, unix milli/,
    ),
    row('To a bot', 'whatever kind of key is in use', /signed with the platform key regardless of the key kind in use/),
    row('To a bot', '`deploy-check` in the place of the match id', /signed with `x-arena-match: deploy-check`/),
    row('By a bot 1', 'the key is fetched once and kept', /the key is fetched once/),
    row('By a bot 2', 'off by more than 30 seconds: reject', /differs from the bot’s clock by more than 30 seconds/),
    row(
      'By a bot 3',
      'the signature over `<timestamp>.<matchId>`',
      /refuses another timestamp, another match, another key/,
    ),
    row('By a bot 4', 'refuse with status 401', /lets the arena in and refuses anyone else with status 401/),
  ),
  listed(
    'Errors',
    row(
      'a limit is reached',
      '429 with a `Retry-After` that is true',
      /`Retry-After`: waiting that long makes the request|`Retry-After` is always true: waiting that many/,
    ),
    row('21st key', '409', /holds at most 20 unrevoked keys/),
    row('replay while the match runs', '404', /replay\.slp.* 404 while the match runs/),
    row('replay where no game was played', '404', /replay\.slp.* 404 when no game was played/),
    row('upgrade with a failed signature', 'the bot refuses with 401', /a bot that answers 401 refuses the upgrade/),
    row(
      'pick late or invalid',
      'a random character with costume 0',
      /A late or invalid answer gets a random character/,
    ),
    row('pad of another size, late or too early', 'ignored', /Pad timing rules (2 and )?4|Pad timing rules 6/),
    row('wall clock', '`aborted`, no rating change', /an aborted match %s|running to aborted wall clock/),
    row('neither bot connects', '`aborted`, no rating change', /neither bot connects; no placements, no rating change/),
    row(
      'the engine fails',
      '`aborted` with `endReason` `engine`',
      /engine failure: the match is unrated, with `endReason`/,
    ),
    row('any other', 'a problem with a stable code', /every problem /),
  ),
  listed(
    'Limits',
    row('unrevoked keys', '20 per account', /an account holds at most 20 unrevoked keys/),
    row('bots', 'no cap', /Matchmaking 7: an account may hold any number of bots/),
    row('registering, changing a URL', '10 per minute', /Registering a bot or changing its URL: 10 per minute/),
    row('other writes', '30 per minute', /Other writes: 30 per minute/),
    row('match reads', '120 per minute', /Match reads .*: 120 per minute/),
    row('everything else', '600 per minute', /Everything else: 600 per minute/),
    row('subject', 'the account; the address when anonymous', /Rate-limit subject: the account/),
    row(
      'breach',
      '429 with `Retry-After` in seconds',
      /`Retry-After`: waiting that long|`Retry-After` is always true|too often gets a page that says so, with Retry-After/,
    ),
    row('GET `/matches` `limit`', '1..200, default 20', /`limit` is 1\.\.200, default 20/),
    row('reachable matches', 'the newest 10,000', /only the newest 10,000 matches are reachable/),
    row('handle', '2..32 of a-z, 0-9, _', /Handle: 2\.\.32 characters|the schema refuses the handle/),
    row('key `name`', '1..64 characters', /API key `name`: 1\.\.64 characters/),
    row('key `scopes`', 'at least 1', /name of 1\.\.64 characters, at least one scope/),
    row('signature timestamp', '5 minutes either side', /within 5 minutes of the service’s clock, either side/),
    row('handshake timestamp', '30 seconds', /more than 30 seconds, either side/),
    row('pad', 'exactly 12 bytes', /Pad timing rules 6/),
    row('pad window', '600 frames past the last poll', /Pad timing rules 2 and 4|Limits: pads up to 600 frames/),
    row('forfeit', '300 polls without a landed pad', /Forfeit: no pad lands for 300 consecutive polls/),
    row('tick', 'every 5 seconds, one match at most', /Matchmaking 1: matchmaking runs on a fixed tick every 5 s/),
    row('rest', '2 minutes', /Matchmaking 2: candidates have rested 2 minutes/),
    row('wall clock', '12 minutes', /wall clock: 12 minutes after its start/),
    row('misses', '10 in a row: a seat every 3 hours', /Missed-game rule 3: after 10 consecutive misses/),
    row('miss streak', '1 week pauses the bot', /by the scheduler, when a miss streak has grown a week old/),
    row('pick deadline', '`deadlineMs` of the request', /Limits: the pick deadline|late: the game does not wait/),
    row('engine lag', 'more than 1 s behind for 5 s', /engine lag of more than 1 second for 5 seconds/),
    row('replay retention', 'a configured number of days', /replays may be deleted after a retention period/),
    row('simultaneous matches', 'capped', /Matchmaking 6: the number of simultaneous matches is capped/),
  ),
  listed(
    'Versioning',
    row('interface', 'version 1, in OpenAPI 3.1', /OpenAPI 3\.1/),
    row('changelog', 'breaking changes, newest first', /Changelog: breaking changes are recorded, newest first/),
  ),
]

/** Titles of the tests in a source file, each behind those of its groups. Relies on the formatter's indentation. */
export function titlesOf(source: string): string[] {
  const groups: { indent: number; title: string }[] = []
  const titles: string[] = []
  for (const match of source.matchAll(
    /^( *)(?:(describe|test|it)\b(?:[^\n'"`]*\(|\.each\(.*?\)\()|\](?: as const)?\)\()\s*(['"`])((?:\\.|(?!\3).)*)\3/gm,
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
  return formatted('docs/spec-coverage.md', `${lines.join('\n')}\n`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(`${ROOT}docs/spec-coverage.md`, await renderCoverage())
}
