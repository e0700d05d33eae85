/** The arena through openapi-fetch, with the types that openapi-typescript made of its document: `call URL BEARER BOT_URL`. */
import createClient from 'openapi-fetch'
import type { paths } from './arena.js'

// All of Node that is needed, without its types.
declare const process: { readonly argv: readonly string[] }

const [, , baseUrl, bearer, botUrl] = process.argv as [string, string, string, string, string]

const client = createClient<paths>({ baseUrl })
const list = await client.GET('/matches', { params: { query: { limit: 5 } } })
const ranking = await client.GET('/leaderboard')
const [first] = list.data!.matches
const path = { id: first!.id }
const { data: match } = await client.GET('/matches/{id}', { params: { path } })
const replay = await client.GET('/matches/{id}/replay.slp', { params: { path }, parseAs: 'arrayBuffer' })
const bytes = (replay.data as unknown as ArrayBuffer).byteLength
if (match!.players[1]!.botName === '' || match!.replayBytes !== bytes)
  throw new Error(`read as ${JSON.stringify(match)}`)
const absent = await client.GET('/matches/{id}', { params: { path: { id: 'match_00000000000000000000000000' } } })
const code: string | undefined = absent.error?.code
if (code !== 'not-found') throw new Error(`there is no such match, yet ${code}`)

const author = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${bearer}` } })
const { data: account } = await author.GET('/me')
const { data: key } = await author.POST('/keys', { body: { kind: 'bearer', name: 'ci', scopes: ['bots.write'] } })
const { data: revoked } = await author.DELETE('/keys/{id}', { params: { path: { id: key!.id } } })
if (key!.secret === undefined || key!.revokedAt !== null || revoked!.revokedAt === null)
  throw new Error(`a key read as ${JSON.stringify(key)}, then ${JSON.stringify(revoked)}`)
const { data: bot } = await author.POST('/bots', { body: { name: 'Generated', mode: 'live', url: botUrl } })
const ofBot = { params: { path: { id: bot!.id } } }
const { data: paused } = await author.PATCH('/bots/{id}', { ...ofBot, body: { status: 'paused' } })
const { data: removed } = await author.DELETE('/bots/{id}', ofBot)
if (bot!.ownerId !== account!.id || paused!.status !== 'paused' || removed!.id !== bot!.id)
  throw new Error(`a bot read as ${JSON.stringify(bot)}, then ${JSON.stringify(paused)}`)
console.log(
  `${list.data!.matches.length} matches, ${ranking.data!.leaderboard.length} ranked bots, ` +
    `a replay of ${bytes} bytes; @${account!.name}, a key, a bot`,
)
