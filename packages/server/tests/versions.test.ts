/** What pages and records show of the versions that bots say, over a real service. */
import { Match, MatchList } from '@arena/protocol'
import { beforeAll, describe, expect, test } from 'vitest'
import type { SeatedBot } from '../../host/src/order.ts'
import { sharedService } from './begun-once.ts'
import { endMatch, RESULT, seatMatch } from './stored-match.ts'

const MINUTE = 60_000
const FIRST = Date.parse('2026-11-21T10:00:00.000Z')

const service = sharedService()
let needle: SeatedBot
let first: string
let last: string

beforeAll(async () => {
  const { context } = service
  const register = async (name: string) => {
    const { id } = await context.accounts.findOrCreate(`${name}@example.org`)
    const bot = await context.bots.register(id, { name, mode: 'live', url: 'http://127.0.0.1:1' })
    return { botId: bot.id, name, url: bot.url }
  }
  needle = await register('Needle')
  const others = [await register('Talon'), await register('Thread')]
  let at = FIRST
  const play = async (other: SeatedBot, version: string | null, winner: 0 | 1) => {
    at += 10 * MINUTE
    const { matchId } = await seatMatch(context, { bots: [needle, other], startedAt: at })
    await endMatch(
      context,
      matchId,
      { summary: { ...RESULT.summary!, winner }, versions: [version, 'h1'] },
      at + MINUTE,
    )
    return matchId
  }
  await play(others[0]!, null, 0)
  first = await play(others[0]!, '1.4', 1)
  // 1.4 wins a third of its matches, 1.5 two thirds.
  for (let i = 0; i < 23; i++) await play(others[i % 2]!, '1.4', i % 3 === 0 ? 0 : 1)
  for (let i = 0; i < 24; i++) last = await play(others[i % 2]!, '1.5', i % 3 === 0 ? 1 : 0)
})

async function read(path: string): Promise<string> {
  const response = await service.fetch(path, { headers: { accept: 'text/html' } })
  expect([path, response.status]).toEqual([path, 200])
  return response.text()
}
const textOf = (html: string): string =>
  html
    .replace(/<(script|style)[^>]*>.*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')

test('the record of a match has the versions of both, in lists too', async () => {
  const match = Match.parse(await (await service.fetch(`/matches/${first}`)).json())
  expect(match.players.map(({ version }) => version)).toEqual(['1.4', 'h1'])
  const { matches } = MatchList.parse(await (await service.fetch('/matches?limit=1')).json())
  expect(matches[0]!.players.map(({ version }) => version)).toEqual(['1.5', 'h1'])
})

test('the page of a match and the results link a version to its matches', async () => {
  const link = `href="/results?q=bot%3A${needle.botId}%401.4"`
  expect(await read(`/watch/${first}`)).toContain(`${link}>1.4</a>`)
  expect(await read('/results?q=version:1.4')).toContain(`class="version" ${link} aria-label="Version 1.4 of Needle"`)
})

test('version: is of the bot beside it, and is written so', async () => {
  const found = async (q: string) => {
    const html = await read(`/results?q=${encodeURIComponent(q)}`)
    return [/name="q"[^>]*value="([^"]*)"/.exec(html)?.[1], html.match(/class="result"/g)?.length ?? 0]
  }
  expect(await found('needle version:1.5')).toEqual(['bot:Needle@1.5', 24])
  expect(await found('bot:needle -version:1.4,1.5')).toEqual(['bot:Needle -bot:Needle@1.4,1.5', 1])
  expect(await found('version:1.6')).toEqual(['version:1.6', 0])
})

describe('the page of a bot', () => {
  test('lists its versions, that of the newest match first, and compares each with the one before', async () => {
    const html = await read(`/b/${needle.botId}`)
    const section = /<section[^>]*aria-labelledby="versions".*?<\/section>/s.exec(html)?.[0] ?? ''
    expect(textOf(section)).toMatch(
      / 1\.5 21 Nov 2026 21 Nov 2026 24 16–8–0 \+\d\.\d with 1\.4 1\.4 21 Nov 2026 21 Nov 2026 24 8–16–0 .\d\.\d /,
    )
    expect(section).toContain(`href="/watch/${first}"`)
    expect(section).toContain(`href="/watch/${last}"`)
    const [one, other] = ['1.5', '1.4'].map((version) => `${needle.botId}%40${version}`)
    expect(section).toContain(`href="/compare?a=${one}&amp;b=${other}"`)
  })

  test('marks in its chart where another version began, with its name, and has it in the table', async () => {
    const html = await read(`/b/${needle.botId}`)
    expect([...html.matchAll(/aria-label="(Version [^"]*)"/g)].map(([, label]) => label)).toEqual(
      expect.arrayContaining(['Version 1.4, from 21 Nov 2026, 10:20 UTC', 'Version 1.5, from 21 Nov 2026, 14:20 UTC']),
    )
    expect(textOf(html)).toMatch(/After match Rating Version Estimate Range .* 1\.5 /)
  })
})

describe('two versions of a bot', () => {
  test('are compared by those that both met, with an interval', async () => {
    const text = textOf(await read('/compare?a=needle@1.5&b=needle@1.4'))
    expect(text).toMatch(/What they did .* Needle 1\.5 24 16–8–0 \+\d\.\d Needle 1\.4 24 8–16–0 /)
    const said =
      /Expected score of Needle 1\.5 in a match against Needle 1\.4 , with 95% between (0\.\d\d) and (0\.\d\d): (0\.\d\d) ± (0\.\d\d)/.exec(
        text,
      )
    const [low, high, score, reach] = said!.slice(1).map(Number) as [number, number, number, number]
    expect([low > 0.4, score > 0.6, high < 0.95, low < score, score < high]).toEqual(Array(5).fill(true))
    expect(reach).toBeCloseTo((high - low) / 2, 1)
    expect(text).toContain('By 24 and 24 matches, against 2 bots that both met.')
    expect(text).not.toContain('What the ratings expect')
    expect(text).not.toContain('Their matches')
  })

  test('are offered to choose from; a version without matches, and one compared with itself, say what is missing', async () => {
    const html = await read('/compare?a=Needle')
    expect(html).toContain('href="/compare?a=Needle%401.5"')
    expect(textOf(await read('/compare?a=needle@1.5&b=needle@9.9'))).toContain('They have met no bot in common yet')
    expect(textOf(await read('/compare?a=needle@1.5&b=needle@1.5'))).toContain('That is the same bot twice.')
  })

  test('few matches are too early to say anything by', async () => {
    expect(textOf(await read('/compare?a=talon@h1&b=needle@1.5'))).toMatch(/with 95% between|It is too early to say/)
    expect(textOf(await read('/compare?a=needle@1.5&b=needle'))).toContain('Expected score of Needle 1.5')
  })
})
