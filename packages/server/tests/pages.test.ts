/** The public pages over a real service: what they say without a script, and that nothing on them is more than text. */
import { startGame } from '../src/matches/playing/game-start.ts'
import { gzipSync } from 'node:zlib'
import type { GameSummary } from '@arena/protocol'
import { beforeAll, describe, expect, test } from 'vitest'
import type { MatchOrder, SeatedBot } from '../../host/src/order.ts'
import type { PlayedFrom } from '../src/db/json-columns.ts'
import { packMoments } from '../src/history/kept-moments.ts'
import { packSwings } from '../src/history/kept-swings.ts'
import { MomentStore } from '../src/moments/store.ts'
import { receiptFacts } from './receipt-facts.ts'
import { sharedService } from './begun-once.ts'
import { endMatch, PICKS, RESULT, seatMatch } from './stored-match.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const FIRST_DAY = Date.parse('2026-03-01T12:00:00.000Z')
const MARKUP = '</title><script>alert(1)</script> & "x"'
const HEBREW = 'בוט שלום'
const WIDE = '龍'.repeat(64)
const SECRET_URL = 'http://127.0.0.1:1/secret-path'
/** What keeps itself up to date says so once its script runs. */
const SINCE = /As of \d+ \w+ \d{4}, \d\d:\d\d UTC ?\. Reload the page for what has happened since\./
/** Compressed, with all that it imports. */
const MOST_SCRIPT = 120 * 1024

const service = sharedService()
let bots: Record<'ada' | 'bob' | 'cleo' | 'markup' | 'hebrew' | 'wide', SeatedBot>
/** Ids of matches, oldest first. */
const played: string[] = []
let running: MatchOrder
let ids: Record<'first' | 'forfeit' | 'time' | 'aborted' | 'running', string>

beforeAll(async () => {
  const { context } = service
  const register = async (name: string, handle = '') => {
    const { id } = await context.accounts.findOrCreate(`${name.length}${name.codePointAt(0)}@example.org`)
    if (handle !== '') await context.accounts.setHandle(id, handle)
    const bot = await context.bots.register(id, { name, mode: 'live', url: SECRET_URL })
    return { botId: bot.id, name, url: bot.url }
  }
  bots = {
    ada: await register('Waveland', 'ada'),
    bob: await register('Edgeguard', 'bob'),
    cleo: await register('Ledge Trump'),
    markup: await register(MARKUP),
    hebrew: await register(HEBREW),
    wide: await register(WIDE),
  }
  let at = FIRST_DAY
  async function play(
    pair: readonly [SeatedBot, SeatedBot],
    told: Partial<GameSummary> = {},
    rest: Parameters<typeof endMatch>[2] = {},
    from: PlayedFrom | null = null,
  ): Promise<string> {
    at += 10 * MINUTE
    const choice = {
      candidates: 5,
      waitedMs: new Map(pair.map(({ botId }, index) => [botId, (index + 1) * MINUTE] as const)),
    }
    const { matchId } = await seatMatch(context, { bots: pair, startedAt: at, choice, from })
    const summary = { ...RESULT.summary!, ...told }
    await endMatch(context, matchId, { summary, replayBytes: 3_000_000, ...rest }, at + 3 * MINUTE)
    played.push(matchId)
    return matchId
  }
  const { ada, bob, cleo, markup, hebrew, wide } = bots
  const from = { region: 'eu-west', ms: [0, 14] } as const
  const first = await play([ada, bob], {}, { missedPads: ['', '300+2l'] }, from)
  for (let i = 0; i < 28; i++) await play([ada, bob], { winner: i % 3 === 0 ? 1 : 0, stage: i % 2 === 0 ? 31 : 8 })
  at = FIRST_DAY + 2 * DAY
  const players = RESULT.summary!.players
  const time = await play(
    [bob, cleo],
    {
      winner: null,
      endReason: 'time',
      players: [
        { ...players[0], stocks: 2 },
        { ...players[1], stocks: 2 },
      ],
    },
    { cause: 'time' },
  )
  const forfeit = await play(
    [ada, cleo],
    { endReason: 'forfeit', frames: 0 },
    { cause: 'absent', played: false, answered: [true, false], replayBytes: null },
  )
  const aborted = await play(
    [markup, hebrew],
    {},
    { status: 'aborted', cause: 'engine-lag', summary: null, played: false, replayBytes: null },
  )
  await play([markup, hebrew])
  await play([wide, markup])
  running = await seatMatch(context, { bots: [ada, bob] })
  await startGame(context.db, { matchId: running.matchId, stage: 31, picks: PICKS, versions: [null, null] })
  context.live.seated(running)
  context.live.started({ matchId: running.matchId, stage: 31, picks: PICKS })
  ids = { first, forfeit, time, aborted, running: running.matchId }
})

async function read(path: string, status = 200): Promise<string> {
  const response = await service.fetch(path, { headers: { accept: 'text/html' } })
  expect([path, response.status, response.headers.get('content-type')]).toEqual([
    path,
    status,
    'text/html; charset=utf-8',
  ])
  return response.text()
}

/** What a page says, without markup. */
function textOf(html: string): string {
  const main = /<main[^>]*>(.*)<\/main>/s.exec(html)![1]!
  const text = main.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll('\u00a0', ' ')
}

const linksOf = (html: string) =>
  [...html.matchAll(/href="(\/[^"#]*)/g)].map(([, href]) => href!.replaceAll('&amp;', '&'))
const matchesOn = (html: string) => [
  ...new Set([...html.matchAll(/<li class="result">.*?\/watch\/(match_\w+)/gs)].map(([, id]) => id!)),
]

const PAGES = () => [
  '/',
  `/watch/${ids.first}`,
  `/watch/${ids.running}`,
  `/watch/${ids.aborted}`,
  `/b/${bots.ada.botId}`,
  `/b/${bots.markup.botId}`,
  `/b/${bots.wide.botId}`,
  '/ranking',
  '/ratings',
  '/fairness',
  '/results',
  `/results?bot=${bots.markup.botId}`,
  '/compare',
  `/compare?a=${bots.markup.botId}&b=${bots.hebrew.botId}`,
  '/play',
]

describe('every page', () => {
  test('has one navigation, its own title and description, and an address for others to link to', async () => {
    const titles = new Set<string>()
    for (const path of PAGES()) {
      const html = await read(path)
      titles.add(/<title>([^<]*)/.exec(html)![1]!)
      expect(html, path).toMatch(
        /<nav[^>]*aria-label="Site">.*"\/ranking".*"\/results".*"\/compare".*"\/docs".*<\/nav>/s,
      )
      expect(html.match(/<h1/g), path).toHaveLength(1)
      expect(html, path).toMatch(/<meta name="description" content="[^"]{20,}"/)
      expect(html, path).toMatch(new RegExp(`<meta property="og:url" content="${service.url}/`))
    }
    expect(titles.size).toBe(PAGES().length - 2)
  })

  test('leads only to what is there', async () => {
    const seen = new Set<string>()
    for (const path of PAGES()) for (const link of linksOf(await read(path))) seen.add(link)
    expect(seen.size).toBeGreaterThan(30)
    // Its game has not begun, for which the stream waits 15 seconds; watching.test.ts reads streams.
    expect(seen.delete(`/live/${ids.running}.slp`)).toBe(true)
    for (const link of seen) {
      const { status } = await service.fetch(link)
      // The tests store no replay files.
      expect([link, status]).toEqual([link, link.endsWith('.slp') ? 404 : 200])
    }
  })

  test('holds names as text, isolated from the text beside them, and no address of a bot', async () => {
    for (const path of PAGES()) {
      const html = await read(path)
      expect(html, path).not.toContain('<script>alert')
      expect(html, path).not.toContain('secret-path')
      expect(html, path).not.toMatch(/\sstyle=|<style|\son\w+=/)
    }
    const html = await read(`/b/${bots.markup.botId}`)
    expect(html).toContain(`<bdi>${HEBREW}</bdi>`)
    expect(html).toContain('<bdi>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;x&quot;</bdi>')
    expect(html).toMatch(/<title>&lt;\/title&gt;/)
  })

  test('runs no script but where something moves: at the first page, a running match, a replay and a fight', async () => {
    for (const path of PAGES()) {
      const html = await read(path)
      const moves = path === '/' || path === '/play' || html.includes('<arena-replay')
      expect([path, /<script type="module"/.test(html)]).toEqual([path, moves])
    }
  })

  test.each(['/', '/play', '/account'])(
    'the scripts of %s are at most 120 kB, compressed, and hold nothing of the engine',
    async (path) => {
      const html = await read(path)
      const files = [...html.matchAll(/(?:modulepreload" href|module" src)="([^"]+)"/g)].map(([, file]) => file!)
      expect(files.length).toBeGreaterThan(0)
      let bytes = 0
      for (const file of files) {
        const text = await (await service.fetch(file)).text()
        expect(text).not.toContain('GuardSetOff')
        bytes += gzipSync(text).length
      }
      expect(bytes).toBeLessThan(MOST_SCRIPT)
    },
  )

  test.each([
    '/watch/none',
    '/watch/match_00000000000000000000000000',
    '/b/none',
    '/b/%00',
    '/ranking?page=9',
    '/nothing',
  ])('%s is not there, and says so in the same frame', async (path) => {
    const html = await read(path, path.includes('%00') ? 400 : 404)
    expect(html).toMatch(/<nav aria-label="Site">.*"\/results"/s)
  })
})

describe('a page for a signed-in visitor', () => {
  const pathOf = () => `/b/${bots.ada.botId}`
  const ownerId = async () => (await service.context.bots.profile(bots.ada.botId))!.owner

  async function cookie(): Promise<string> {
    const { db, sessions, sessionCookie } = service.context
    const { id } = await db
      .selectFrom('users')
      .select('id')
      .where('handle', '=', await ownerId())
      .executeTakeFirstOrThrow()
    return sessionCookie.set(await sessions.open(id), 60_000).split(';', 1)[0]!
  }

  test('names the account, shows the owner what is private, and no cache keeps it', async () => {
    const response = await service.fetch(pathOf(), { headers: { cookie: await cookie() } })
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(response.headers.get('vary')).toContain('cookie')
    const html = await response.text()
    expect(html).toMatch(/<a href="\/account"[^>]*>@ada<\/a>/)
    expect(textOf(html)).toContain(SECRET_URL)
    const other = await (await service.fetch(`/b/${bots.bob.botId}`, { headers: { cookie: await cookie() } })).text()
    expect(other).not.toContain(SECRET_URL)
  })

  test('is never what others are shown, a key of the account included', async () => {
    const { keys, db } = service.context
    const { id } = await db.selectFrom('users').select('id').where('handle', '=', 'ada').executeTakeFirstOrThrow()
    const key = await keys.create(id, { kind: 'bearer', name: 'ci', scopes: ['account.read'] })
    const authorization = `Bearer ${typeof key === 'object' ? key.secret! : ''}`
    await service.fetch(pathOf(), { headers: { cookie: await cookie() } })
    for (const headers of [{}, { authorization }, { cookie: 'arena=none' }] as HeadersInit[]) {
      const response = await service.fetch(pathOf(), { headers })
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expect(await response.text()).not.toMatch(/For its owner|secret-path|@ada<\/a>/)
    }
    const framed = await service.fetch(`/watch/${ids.first}?embed`, { headers: { cookie: await cookie() } })
    expect(await framed.text()).not.toContain('/account')
  })

  test('/account: sign-in for a visitor, what belongs to the account for its owner, and neither for a search engine', async () => {
    const asVisitor = await read('/account')
    expect(asVisitor).toMatch(/<form [^>]*action="\/account\/sign-in" method="post"/)
    expect(asVisitor).toContain('<meta name="robots" content="noindex, follow"/>')
    const asOwner = await (await service.fetch('/account', { headers: { cookie: await cookie() } })).text()
    expect(textOf(asOwner)).toMatch(
      /@ada.*Sign out.*Waveland Playing .*Rating 15\.1 , rank #1 Last match Won against Ledge Trump by forfeit .*Missed in a row none Deploy check none is kept/,
    )
  })

  test('/account/sign-in: an address that is none is answered on the page; another site cannot ask', async () => {
    const send = (headers: HeadersInit, body: Record<string, string>) =>
      service.fetch('/account/sign-in', {
        method: 'POST',
        headers,
        body: new URLSearchParams(body),
        redirect: 'manual',
      })
    const wrong = await send({}, { email: '"><script>' })
    expect([wrong.status, wrong.headers.get('cache-control')]).toEqual([400, 'no-store'])
    const html = await wrong.text()
    expect(html).toContain('Not an e-mail address.')
    expect(html).not.toContain('<script>')
    expect((await send({ origin: 'https://elsewhere.example' }, { email: 'a@example.org' })).status).toBe(403)
    expect((await send({}, { email: 'a@example.org', code: 'x' })).status).toBe(400)
  })
})

describe('the page to play on', () => {
  test('picks what its address says; what there is not is refused', async () => {
    const html = await read('/play?me=mr-game-watch&against=anvil&stage=yoshis-story')
    const picked = [...html.matchAll(/<input type="radio" name="(\w+)" checked="" value="([\w-]+)"/g)]
    expect(picked.map(([, name, value]) => [name, value])).toEqual([
      ['me', 'mr-game-watch'],
      ['against', 'anvil'],
      ['stage', 'yoshis-story'],
    ])
    expect(await read('/play?me=&against=&stage=')).toContain('value="fox"')
    for (const query of ['me=giga-bowser', 'against=nobody', 'stage=99', 'me=fox&me=marth']) {
      await read(`/play?${query}`, 400)
    }
  })

  test('an address of a frame of a match leads to the page of the match, with who plays on', async () => {
    const leadsTo = async (query: string): Promise<string | null> => {
      const { status, headers } = await service.fetch(`/play?match=${ids.first}${query}`, { redirect: 'manual' })
      expect(status).toBe(303)
      return headers.get('location')
    }
    expect(await leadsTo('&frame=4120&0=you&1=ember')).toBe(`/watch/${ids.first}?0=you&1=ember#f=4120`)
    expect(await leadsTo('&frame=-123&1=recorded')).toBe(`/watch/${ids.first}?1=recorded#f=-123`)
    expect(await leadsTo('')).toBe(`/watch/${ids.first}?0=you#f=0`)
    const html = await read(`/watch/${ids.first}?0=you&1=ember`)
    expect(html).toMatch(
      new RegExp(`<div class="branching" data-match="${ids.first}"[^>]*><arena-replay[^>]* can-branch=""`),
    )
  })

  test.each([
    ['a frame that is no number', () => `${ids.first}&frame=late`, 400, 'A frame is a whole number from -123 on'],
    ['a frame that the match has not', () => `${ids.first}&frame=5000`, 400, 'its last one is 4999.'],
    [
      'somebody who is no house bot',
      () => `${ids.first}&0=nobody`,
      400,
      'Who plays on is one of: you, recorded, ember',
    ],
    ['a match that is none', () => 'match_00000000000000000000000000', 404, 'There is no such match.'],
    ['a running match', () => ids.running, 404, 'The match is still running.'],
    ['a match without a game', () => ids.forfeit, 404, 'No game was played.'],
  ])('%s is refused in a sentence', async (_, query, status, sentence) => {
    expect(textOf(await read(`/play?match=${query()}`, status))).toContain(sentence)
  })
})

describe('the page of a match', () => {
  test('has the viewer, which without its script offers the file', async () => {
    const html = await read(`/watch/${ids.first}`)
    expect(html).toMatch(new RegExp(`<arena-replay[^>]* src="/matches/${ids.first}/replay.slp" seed="[0-9a-f]{64}"`))
    expect(textOf(html)).toContain('Download the replay (2,930 kB)')
    expect(html).toContain('missed=";300+2l"')
    // A replay holds no more of a name than Shift-JIS can write.
    expect(html).toContain('names="Waveland\nEdgeguard"')
    // The chance of winning reckons with what the two came with.
    expect(html).toContain('ratings="25.00 8.33;25.00 8.33"')
    expect(await read(`/watch/${played[3]}`)).not.toContain('missed=')
  })

  test('says how it went and why these two met', async () => {
    const text = textOf(await read(`/watch/${ids.first}`))
    expect(text).toMatch(/Waveland 3–0 Edgeguard Waveland won by stocks Battlefield 1:23 1 Mar 2026, 12:10 UTC/)
    expect(text).toMatch(/Character Fox Falco Stocks left 3 0 Percent 40% 0% Pads missed none 2 of 5,123 \(<0\.1%\)/)
    expect(text).toMatch(/Rating before 0\.0 0\.0 Rating after 3\.4 −1\.8 Change \+3\.4 −1\.8/)
    expect(text).toContain('Of 5 free bots, these two were the closest in rating among those that may meet.')
    expect(text).toContain('Their ratings were 0.0 and 0.0, a gap of 0.0.')
    expect(text).toContain('Waveland had been free for 1 min, Edgeguard for 2 min.')
    expect(text).toMatch(/Round trip <1 ms to the first, 14 ms to the second/)
    expect(text).toContain('Played in eu-west')
    expect(textOf(await read(`/watch/${ids.time}`))).not.toMatch(/Round trip|Played in/)
    expect(text).toMatch(/draw one half\): 50% 50% It was their first match\./)
    expect(textOf(await read(`/watch/${played[3]}`))).toContain('They had met 3 times before: 2–1–0')
    expect(text).toContain('How it went')
  })

  test('title, description and picture are those of the match', async () => {
    const html = await read(`/watch/${ids.first}`)
    expect(html).toContain('<title>Waveland vs Edgeguard · Bot Arena</title>')
    expect(html).toContain(
      '<meta property="og:description" content="Waveland (Fox) against Edgeguard (Falco) on Battlefield. Waveland won by stocks, 3–0."',
    )
    expect(html).toContain(`<meta property="og:image" content="${service.url}/watch/${ids.first}/card.png"`)
    expect(html).toContain(`<link rel="alternate" type="application/json" href="/matches/${ids.first}"`)
  })

  test('without a game: why there is no replay; aborted: why, in a sentence', async () => {
    expect(textOf(await read(`/watch/${ids.forfeit}`))).toContain('No game was played, so there is no replay.')
    const text = textOf(await read(`/watch/${ids.aborted}`))
    expect(text).toContain('Aborted, not rated The arena could not keep the game at its speed.')
    expect(text).not.toContain('Rating after')
    await service.context.replayRecords.forgetReplay(played[1]!)
    expect(textOf(await read(`/watch/${played[1]}`))).toContain('The replay was deleted at the end of its retention.')
  })

  test('while it runs: how it stood and when, before any script; the stream in the place of the picture; and no seed', async () => {
    const html = await read(`/watch/${ids.running}`)
    const text = textOf(html)
    expect(text).toMatch(
      /Running Battlefield.*Fox 0 % .*Falco 0 % .*the stream : the \.slp file.*As of .*Public once the match ends/,
    )
    expect(text).toMatch(SINCE)
    expect(text).not.toContain('Updating')
    expect(html).not.toMatch(/[0-9a-f]{64}/)
    expect(html).toMatch(new RegExp(`<arena-replay[^>]* src="/live/${ids.running}.slp" live=""`))
    expect(html).not.toContain('replay.slp"')
  })

  test('alone, with ?embed, for other sites to frame; no other page may be framed', async () => {
    const response = await service.fetch(`/watch/${ids.first}?embed`)
    const html = await response.text()
    expect(html).toContain(`src="/matches/${ids.first}/replay.slp"`)
    expect(html).not.toContain('<nav')
    expect(html).toContain(' embed=""')
    expect(response.headers.get('content-security-policy')).toContain('frame-ancestors *')
    const whole = await service.fetch(`/watch/${ids.first}`)
    expect(whole.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })
})

describe('the page of a bot', () => {
  test('says where it stands and draws its rating with its uncertainty', async () => {
    const html = await read(`/b/${bots.ada.botId}`)
    const text = textOf(html)
    expect(text).toMatch(/Waveland @ada Here since .* Rank #1 Rating \d+\.\d Wins–losses–draws 20–10–0 Last ten/)
    expect(html).toMatch(/<path class="chart-band" d="M[\d.,LZ]+"/)
    expect(html).toMatch(/aria-label="Over \d+ matches, 1 Mar 2026 to 3 Mar 2026, the estimate moved from/)
    expect(text).toMatch(/The chart as a table 20 of the \d+ matches.*After match Rating Estimate Range 1, 1 Mar 2026/)
    expect(text).toContain('with a probability of about 95%')
  })

  test('counts by opponent, character and stage, and the pads it missed', async () => {
    const text = textOf(await read(`/b/${bots.bob.botId}`))
    expect(text).toMatch(/Head to head.*Waveland 29 10–19–0 34%.*Ledge Trump 1 0–0–1 50%/)
    expect(text).toMatch(/By character.*Falco 29 .*Fox 1 0–0–1/)
    expect(text).toMatch(/By stage.*Battlefield 16 .*Yoshi’s Story 14/)
    expect(text).toContain('In 30 games it missed 58 pads of 153,690. It missed none in 1 (3%) of the games.')
  })

  test('links the match that it plays now, and no other', async () => {
    const link = `<a href="/watch/${ids.running}">Watch <!-- -->Waveland against Edgeguard</a>`
    const plain = (html: string) => html.replaceAll('<!-- -->', '')
    expect(plain(await read(`/b/${bots.ada.botId}`))).toContain(plain(link))
    expect(textOf(await read(`/b/${bots.ada.botId}`))).toContain('Playing now on Battlefield Watch')
    expect(await read(`/b/${bots.hebrew.botId}`)).not.toContain('Playing now')
  })

  test('of a bot without a match, and of a removed one', async () => {
    const { accounts, bots: store } = service.context
    const owner = await accounts.findOrCreate('late@example.org')
    const bot = await store.register(owner.id, { name: 'Late', mode: 'live', url: SECRET_URL })
    expect(textOf(await read(`/b/${bot.id}`))).toMatch(
      /Late.*Rank –.*The chart begins.*It has not finished a match yet/,
    )
    const other = await store.register(owner.id, { name: 'Gone', mode: 'live', url: SECRET_URL })
    await store.remove(owner.id, other.id)
    expect(textOf(await read(`/b/${other.id}`))).toContain('Removed by its owner; its record stays.')
  })
})

describe('the ranking', () => {
  test('has rank, range, form and trend', async () => {
    const html = await read('/ranking')
    expect(textOf(html)).toMatch(/6 bots with a rated match.*1 Waveland @ada \d+\.\d.*W .*[+−]\d+\.\d 30 20–10–0/)
    expect(html).toMatch(/aria-label="Between \d+\.\d and \d+\.\d, estimate \d+\.\d"/)
    expect(html).toMatch(/aria-label="Oldest to newest: [a-z, ]+"/)
  })
})

describe('the results', () => {
  test('pages lead through all of them and back, each once', async () => {
    const newestFirst = played.toReversed()
    const first = await read('/results')
    expect(matchesOn(first)).toEqual(newestFirst.slice(0, 25))
    const older = linksOf(first).find((link) => link.includes('before='))!
    const second = await read(older)
    expect(matchesOn(second)).toEqual(newestFirst.slice(25))
    expect(linksOf(second).some((link) => link.includes('before='))).toBe(false)
    const newer = linksOf(second).find((link) => link.includes('after='))!
    expect(matchesOn(await read(newer))).toEqual(newestFirst.slice(0, 25))
  })

  test('each filter, and what a form sends with its other fields empty', async () => {
    const on = async (query: string) => matchesOn(await read(`/results?${query}`))
    expect(await on('bot=&character=&stage=&ending=&from=&to=')).toHaveLength(25)
    expect(await on('bot=ledge+TRUMP')).toEqual([ids.forfeit, ids.time])
    expect(await on(`bot=${bots.cleo.botId}&ending=time`)).toEqual([ids.time])
    expect(await on('ending=aborted')).toEqual([ids.aborted])
    expect(await on('from=2026-03-03&to=2026-03-03')).toEqual(played.slice(29).toReversed())
    expect(await on('to=2026-03-01&ending=time')).toEqual([])
    expect(await on('character=20&bot=Ledge+Trump')).toEqual([ids.time])
    expect((await on('stage=8')).length).toBe(14)
    const html = await read('/results?bot=Waveland&stage=8&ending=stocks')
    expect(html).toContain('value="Waveland"')
    expect(html).toMatch(/<option value="8" selected="">/)
    expect(html).toContain('value="bot:Waveland stage:yoshis-story end:stocks"')
    expect(html).toContain('<meta name="robots" content="noindex, follow"')
  })

  test('a search as text gives what the filters give, which show what they can of it and keep the rest', async () => {
    const on = async (q: string) => matchesOn(await read(`/results?${new URLSearchParams({ q }).toString()}`))
    expect(await on('bot:"ledge TRUMP"')).toEqual([ids.forfeit, ids.time])
    expect(await on('Waveland edgeguard')).toHaveLength(25)
    expect(await on('bot:waveland>bot:"Ledge Trump"')).toEqual([ids.forfeit])
    expect(await on('>bot:waveland date:2026-03-03')).toEqual([])
    expect(await on('end:time,aborted')).toEqual([ids.aborted, ids.time])
    expect(await on('fox>falco -stage:bf,ys >1m')).toEqual([])
    const html = await read('/results?q=fox%3Efalco+%3E1m+stage%3Abf')
    expect(matchesOn(html).length).toBeGreaterThan(5)
    expect(html).toMatch(/<option value="31" selected="">/)
    expect(html).toContain('<input type="hidden" name="q" value="fox&gt;falco &gt;1m"/>')
    const both = await read('/results?q=fox%3Efalco+%3E1m&stage=31&bot=&character=&ending=&from=&to=')
    expect(matchesOn(both)).toEqual(matchesOn(html))
    const older = linksOf(await read('/results?q=%3E1m')).find((link) => link.includes('before='))!
    expect(older).toMatch(/^\/results\?q=%3E1m&before=match_/)
    expect(matchesOn(await read(older)).length).toBeGreaterThan(0)
  })

  test('a search that cannot be read lists nothing, and says where and what is allowed', async () => {
    const html = await read('/results?q=stage%3Abf+stagge%3A%3Cb%3Ebf')
    expect(matchesOn(html)).toEqual([])
    expect(html).toContain('<code>stage:bf <mark>stagge:&lt;b&gt;bf</mark></code>')
    const [field] = /<input type="search"[^>]*>/.exec(html)!
    expect(field).toContain('value="stage:bf stagge:&lt;b&gt;bf"')
    expect(field).toContain('aria-invalid="true"')
    expect(textOf(html)).toContain('“stagge:” is not known. There are bot:name, winner:name,')
  })

  test('every example of the help can be read, and those with bots find some', async () => {
    const html = await read('/results')
    const examples = /<ul class="examples">(.*?)<\/ul>/s.exec(html)![1]!
    const links = linksOf(examples)
    expect(links.length).toBeGreaterThan(8)
    for (const link of links) {
      const page = await read(link)
      expect([link, page.includes('search-faults'), page.includes('There is no bot')]).toEqual([link, false, false])
      if (link.includes('bot%3A')) expect([link, matchesOn(page).length > 0]).toEqual([link, true])
    }
  })

  test.each([
    'stage=7',
    'character=26',
    'ending=never',
    'from=2026-02-30',
    'to=yesterday',
    'from=0001-01-01',
    `bot=${'x'.repeat(129)}`,
    `q=${'x'.repeat(501)}`,
  ])('a query that makes no sense is refused: %s', async (query) => {
    await read(`/results?${query}`, 400)
  })

  test('a page that begins at no match is not there', async () => {
    for (const id of ['nonsense', 'match_00000000000000000000000000']) await read(`/results?before=${id}`, 404)
  })
})

describe('two bots', () => {
  test('are compared by ratings, their matches, stages and common opponents', async () => {
    const text = textOf(await read(`/compare?a=${bots.ada.botId}&b=edgeguard`))
    expect(text).toMatch(/Where they stand.*1 Waveland.*Edgeguard/)
    expect(text).toMatch(/on average .*: 6\d% 3\d% They have met 29 times: 19–10–0/)
    expect(text).toMatch(/By stage.*Battlefield 15 .*Common opponents.*Ledge Trump 1–0–0 0–0–1.*Their matches/)
  })

  test('are suggested: those of the ranking, one after the other, and for a name that is none those like it', async () => {
    const linked = async (path: string) =>
      [...(await read(path)).matchAll(/<li><a href="(\/(?:compare|results)\?[^"]*)"><bdi>([^<]*)/g)].map(
        ([, href, name]) => `${name} ${href!.replaceAll('&amp;', '&')}`,
      )
    expect((await linked('/compare'))[0]).toBe('Waveland /compare?a=Waveland')
    expect((await linked('/compare?a=Waveland'))[0]).toBe('Edgeguard /compare?a=Waveland&b=Edgeguard')
    expect(await linked('/compare?a=wavelan&b=Edgeguard')).toEqual(['Waveland /compare?a=Waveland&b=Edgeguard'])
    expect(await linked('/compare?a=Edgegaurd')).toEqual(['Edgeguard /compare?a=Edgeguard'])
    expect(await linked('/results?bot=edgegard&stage=31')).toEqual([
      'Edgeguard /results?q=bot%3AEdgeguard+stage%3Abattlefield',
    ])
    expect(await linked('/compare?a=nobody-at-all')).toEqual([])
  })
})

// Last: its match is one more than the tests before it count.
describe('the receipt of a match', () => {
  test('stands on its page for the owner of a bot in it alone, which is not called public; on the page of the bot those of its last matches add up', async () => {
    const { context } = service
    const owner = await context.accounts.findOrCreate('receipts@example.org')
    const register = async (id: string, name: string): Promise<SeatedBot> => {
      const bot = await context.bots.register(id, { name, mode: 'live', url: SECRET_URL })
      return { botId: bot.id, name, url: bot.url }
    }
    const stranger = await context.accounts.findOrCreate('stranger@example.org')
    const pair = [await register(owner.id, 'Mine'), await register(stranger.id, 'Theirs')] as const
    const { matchId } = await seatMatch(context, { bots: pair })
    const theirs = receiptFacts()
    theirs.link.connections[0]!.ended!.detail = 'nothing for others'
    await endMatch(context, matchId, { replayBytes: 3_000_000, receipts: [receiptFacts(), theirs] })

    const lost = { startFrame: 4180, endFrame: 4312, before: 0.61, after: 0.34 }
    const kept = packMoments([{ kind: 'kill', port: 1, startFrame: 4290, endFrame: 4310 }])
    await new MomentStore(context.db).put(matchId, { ...kept, swings: packSwings([[lost], []]) })

    const cookie = `arena=${await context.sessions.open(owner.id)}`
    const html = await (await service.fetch(`/watch/${matchId}`, { headers: { cookie } })).text()
    const text = textOf(html)
    expect(text).toMatch(
      /Your bot’s receipt only you see this.* For Mine The bot sent nothing for 903 ms after frame 812/,
    )
    expect(html).not.toContain('nothing for others')
    // Where it was lost is public, with a link to the frame; how to try the same with another program is said to the owner.
    const row = /<a href="#f=4180">4180<\/a>/
    expect(text).toMatch(/Where it was lost.* 4180 6:51 61 % → 34 % kill by Theirs/)
    expect(text).toContain(`arena-kit what-if ${matchId} --frame 4120 --arena http`)
    expect(html).toMatch(row)
    const open = await read(`/watch/${matchId}`)
    expect(open).toMatch(row)
    expect(textOf(open)).toMatch(
      /Where it turned.* Against Mine .*61 % → 34 % kill by Theirs Against Theirs Its chance never fell/,
    )
    expect(open).not.toContain('what-if')
    expect(html).not.toContain(SECRET_URL)

    const [all, rest] = ['Everything here is public data', 'The rest of the arena is public data']
    expect([html.includes(all), html.includes(rest)]).toEqual([false, true])
    expect(await read(`/watch/${matchId}`)).toContain(all)
    for (const path of [`/watch/${matchId}`, `/watch/${matchId}?embed`]) {
      expect(await read(path)).not.toContain('receipt')
    }
    // On the page of the bot the receipts of its last matches add up, for its owner alone.
    const mine = `/b/${pair[0].botId}`
    const own = await (await service.fetch(mine, { headers: { cookie } })).text()
    expect(textOf(own)).toMatch(/Receipts of the last match, only you see this/)
    expect(textOf(own)).toMatch(/1 match: one-pause In the last one : The bot sent nothing for 903 ms after frame 812/)
    expect(await read(mine)).not.toMatch(/Receipts|one-pause|Slack/)
    const other = `arena=${await context.sessions.open((await context.accounts.findOrCreate('third@example.org')).id)}`
    expect(await (await service.fetch(`/watch/${matchId}`, { headers: { cookie: other } })).text()).not.toContain(
      'receipt',
    )
  })
})
