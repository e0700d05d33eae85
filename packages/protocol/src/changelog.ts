/**
 * Changes of the public surface (play protocol, schemas, endpoints, rules), newest first: every breaking change, and
 * every new possibility. `CHANGELOG.md` has the same entries, below what each version has.
 */
import { z } from 'zod'

export const ChangelogEntry = z
  .object({
    date: z.iso.date().meta({ description: 'The day of the change.' }),
    title: z.string().meta({ description: 'What it is about.' }),
    changes: z.array(z.string()).meta({ description: 'One change each, in Markdown.' }),
  })
  .meta({
    id: 'ChangelogEntry',
    description: 'What changed on a day.',
    examples: [
      { date: '2026-10-13', title: 'One game, one mode', changes: ['`GET /matches/{id}/frames` was removed.'] },
    ],
  })
export type ChangelogEntry = z.infer<typeof ChangelogEntry>

export const Changelog = z.object({ entries: z.array(ChangelogEntry).meta({ description: 'Newest first.' }) }).meta({
  id: 'Changelog',
  description: 'Changes of the public surface, newest first; every breaking one is among them.',
  examples: [{ entries: [] }],
})
export type Changelog = z.infer<typeof Changelog>

export const CHANGELOG: Changelog = {
  entries: [
    {
      date: '2026-11-29',
      title: 'Where a match was lost',
      changes: [
        '`swings` of a receipt has the five largest swings against the bot: frames, the chance of winning before and after, and the moment that says most of it.',
      ],
    },
    {
      date: '2026-11-29',
      title: 'Word from the arena',
      changes: [
        'Owners are mailed a day before and when the arena pauses a bot, and when it seats one seldom. `GET` and `PATCH /me/notices` ' +
          'have what an account is told, and how: [notices](/docs/notices).',
        '`/results.atom`, with `?q=` for a search, and `/b/{id}.atom` are Atom feeds.',
        '`POST /me/webhook` sets a webhook, by the Standard Webhooks specification or for Discord and Slack; ' +
          '`POST /me/webhook/secret`, `POST /me/webhook/test` and `DELETE /me/webhook`.',
      ],
    },
    {
      date: '2026-11-29',
      title: 'Versions of bots',
      changes: [
        'A bot may say its version: `x-arena-version` in its answers to `/ping` and to the handshake, 1 to 32 letters, digits and characters of `. _ + -`.',
        '`players[].version` of a match record, and `version` of a receipt, have what a bot said when it joined the match.',
      ],
    },
    {
      date: '2026-11-29',
      title: 'Bots without an address',
      changes: [
        '`GET /relay` is a WebSocket for a program beside bots that have no address. The arena’s connections to these bots come through it, as `/docs/relays` describes.',
        '`standing.connector` says whether one is connected, and since when. New problem: `upgrade-required`.',
      ],
    },
    {
      date: '2026-11-28',
      title: 'Version 1.0.0 of the packages',
      changes: [
        'The kit, the SDK and the Python distribution of an arena have its version, 1.0.0. The wheel is at ' +
          '`/kit/bot_arena-1.0.0-py3-none-any.whl`; `GET /kit` names the path of the newest.',
      ],
    },
    {
      date: '2026-11-28',
      title: 'How a bot stands',
      changes: [
        '`GET /bots` and `GET /bots/{id}` have `standing`: the state of the bot in words, its rating and rank, its last match, the ' +
          'matches that it missed in a row, and its last deploy check.',
        '`standing.waiting` says what a bot waits for: how many bots of other accounts are free, rest or play, and about when its next ' +
          'match may begin.',
      ],
    },
    {
      date: '2026-11-26',
      title: 'Maintenance, and what operators disable',
      changes: [
        'While maintenance is under way, writes are answered with 503 `maintenance`; reads are answered, and running matches ' +
          'continue. `Retry-After` of every 503 that it causes says when it ends.',
        'An operator can disable an account or a bot. New problems: `maintenance`, `account-disabled`, `bot-disabled`.',
      ],
    },
    {
      date: '2026-11-26',
      title: 'Python from the arena',
      changes: [
        '`pip install {address}/kit/bot_arena-0.1.0-py3-none-any.whl` installs the Python distribution, in the version that the arena ' +
          'plays with. `GET /kit` has it as `python`.',
      ],
    },
    {
      date: '2026-11-26',
      title: 'Receipts of matches',
      changes: [
        'New: `GET /matches/{id}/receipt`, for the owner of a bot in the match (scope `bots.read`). It shows when each pad ' +
          'arrived against its poll, dials, sockets and what ended them, round trips, and how punctual the arena was.',
        'Where the bot lost by forfeit, or missed more than 1 % of its pads, `causes` says the likely reason and what to do.',
      ],
    },
    {
      date: '2026-11-26',
      title: 'The kit and the SDK from the arena',
      changes: [
        '`npx {address}/kit/arena-kit.tgz` runs the kit and `npm install {address}/kit/arena-sdk.tgz` installs the SDK, in the version ' +
          'that the arena plays with and without a package registry. `GET /kit` has their sizes and hashes.',
      ],
    },
    {
      date: '2026-11-26',
      title: 'The deploy check, step by step',
      changes: [
        'With `Accept: application/x-ndjson`, `POST /bots` and `PATCH /bots/{id}` answer with a line for each step of the ' +
          'deploy check as it is taken, and last with the bot or the problem (`DeployEvent`). The JSON answer stays as it is.',
        '`DELETE /me` deletes the account. It takes a dashboard session, no key.',
      ],
    },
    {
      date: '2026-11-25',
      title: 'Running matches can be watched',
      changes: [
        '`GET /live/{id}.slp` is a running match as an endless download: its replay from the first byte on, about a second behind ' +
          'the game, until it ends.',
        'New problems: `live-not-available`, `too-many-streams`, `no-stream-free`.',
      ],
    },
    {
      date: '2026-11-23',
      title: 'Records show how early pads were',
      changes: [
        'A record’s `summary.players[]` has an optional `lead`: the median of frames between the newest frame that the bot ' +
          'had seen and the frame its pad was played at.',
      ],
    },
    {
      date: '2026-11-21',
      title: 'Version 1 of the interface',
      changes: [
        'Sign in by e-mail, with a link or a code (`POST /auth/email`), and choose a handle (`POST /me/handle`).',
        'API keys of two kinds, `signature` and `bearer`, with scopes: `GET`, `POST /keys`, `DELETE /keys/{id}`.',
        'Bots are registered, listed, changed, paused and removed under `/bots`. A deploy check comes first; when it ' +
          'fails, its report says at which step.',
        'Running matches are at `GET /live`, the ranking at `GET /leaderboard`, records and replays under `/matches`.',
        'Every error is `application/problem+json` with a stable `code`, described at `/docs/problems`.',
        'The seed of a match is public once it ends, and every draw of the match can be verified from it.',
        'The interface is described at `/openapi.json`, to read at `/docs`, with a map at `/llms.txt`.',
      ],
    },
    {
      date: '2026-10-13',
      title: 'The 1v1 game in the `live` mode',
      changes: [
        'The arena plays the 1v1 game, and `live` is its mode.',
        'A match socket carries one JSON pick each way, then the raw `.slp` event stream, answered by pads of 12 bytes.',
        'A replay is the `.slp` file at `GET /matches/{id}/replay.slp`. `GET /matches/{id}/frames` was removed.',
        'Match records carry `summary`.',
        'Headers of the arena are named `x-arena-*`.',
        'The platform key is at `/.well-known/arena.json`.',
        'Secrets of bearer keys begin with `arn_`.',
      ],
    },
  ],
}
