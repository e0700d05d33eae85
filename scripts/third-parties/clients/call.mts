/** The arena through openapi-fetch, with the types that openapi-typescript made of its document: `call URL`. */
import createClient from 'openapi-fetch'
import type { paths } from './arena.js'

// All of Node that is needed, without its types.
declare const process: { readonly argv: readonly string[] }

const client = createClient<paths>({ baseUrl: process.argv[2] })
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
console.log(
  `${list.data!.matches.length} matches, ${ranking.data!.leaderboard.length} ranked bots, a replay of ${bytes} bytes, a problem`,
)
