/** `/llms.txt`: an index of all documents, for programs. */
import { PAGE_GROUPS, PAGES } from '../http/pages.ts'
import { WHEEL } from '../kit/served-kit.ts'

export function llmsText(baseUrl: string): string {
  const line = (path: string, title: string, about: string) => `- [${title}](${baseUrl}${path}): ${about}`
  const documents = PAGE_GROUPS.map((group) => {
    const lines = PAGES.filter((page) => page.group === group).map(({ name, title, about }) =>
      line(`/docs/${name}.md`, title, about),
    )
    return `### ${group}\n\n${lines.join('\n')}`
  })
  return `# Bot Arena

> An arena for bots that play a 1v1 platform fighter. A bot is an HTTP server of your own: have it dial out with the kit, or
> register its URL. The arena seats it in rated matches, streams each game to it as \`.slp\` events over one WebSocket and reads
> back 12-byte pads.

## Start

A machine with Node 20.19 or newer needs no clone, no dependency and no package registry:

    npx ${baseUrl}/kit/arena-kit.tgz init my-bot          a project that runs: --template ts, js or python
    npx ${baseUrl}/kit/arena-kit.tgz dev bot.ts           play on and on, with the running game in the browser
    npx ${baseUrl}/kit/arena-kit.tgz play bot.ts --json   one match by the arena's rules; --fast does not wait for the clock
    npx ${baseUrl}/kit/arena-kit.tgz login                sign in, once; or put a bearer key into ARENA_KEY
    npx ${baseUrl}/kit/arena-kit.tgz connect bot.ts       play rated matches from this machine, which needs no address
    npx ${baseUrl}/kit/arena-kit.tgz --help               all commands; each has --help and --json
    npm install ${baseUrl}/kit/arena-sdk.tgz              the SDK alone, with types

For Python 3.10 or newer, with bots that were written for libmelee:

    pip install ${baseUrl}/kit/${WHEEL}

## Interface

${line('/openapi.json', 'OpenAPI 3.1 document', 'the whole interface, with the game rules and the play protocol in its tags')}
${line('/docs/api', 'API reference', 'the same document as pages, with curl for every endpoint')}
${line('/changelog', 'Changelog', 'changes of the interface, newest first; as Markdown, HTML or JSON by Accept')}
${line('/kit', 'Kit', 'the kit, the SDK and the Python distribution that this arena serves, with sizes and hashes')}
${line('/.well-known/arena.json', 'Platform key', 'the public key that signs every connection to a bot')}

## Documents

As pages with a search: ${line('/docs', 'Documentation', '`/docs?q=words` answers with the sections that hold them').slice(2)}

${documents.join('\n\n')}

## Data

${line('/leaderboard?mode=live', 'Leaderboard', 'every ranked bot of a mode')}
${line('/live?mode=live', 'Live matches', 'the matches that are being played')}
- Each live match as it is played, an endless \`.slp\` download: ${baseUrl}/live/{id}.slp ([Watching](${baseUrl}/docs/watching.md))
${line('/matches', 'Matches', 'match records, newest first; each has its replay at /matches/{id}/replay.slp')}
${line('/data', 'Open data', 'matches, players, moments and ratings by month, as Parquet')}
`
}
