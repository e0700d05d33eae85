import { Bot } from '@arena/protocol'
import { expect, test } from 'vitest'
import { entryOf } from './registration.ts'

const ID = 'relay_01k9y3x5q7f0ktn2b8s4v6w9ed'
const RELAY = { name: 'my-bot', id: ID, url: `https://arena.example.org/relay/${ID}` }
const [example] = Bot.meta()!.examples as [Bot]

const named = (name: string, url: string): Bot => ({ ...example, name, url })
const entry = (bots: readonly Bot[], path = '', takesOver = false) => entryOf(bots, RELAY, RELAY.url + path, takesOver)

test('an account without it has the bot registered; other bots are no matter', () => {
  expect(entry([])).toEqual({ kind: 'register' })
  expect(entry([named('other', 'https://bot.example.org')])).toEqual({ kind: 'register' })
})

test('a bot is found by its address, whatever it is called by now', () => {
  for (const name of ['my-bot', 'Waveland']) {
    const bot = named(name, RELAY.url)
    expect(entry([bot])).toEqual({ kind: 'found', bot, isMoved: false })
  }
})

test('its server has it at another path: it is moved there', () => {
  const bot = named('my-bot', `${RELAY.url}/one`)
  expect(entry([bot], '/one')).toEqual({ kind: 'found', bot, isMoved: false })
  expect(entry([bot], '/two')).toEqual({ kind: 'found', bot, isMoved: true })
  expect(entry([named('my-bot', `${RELAY.url}?v=2`)])).toMatchObject({ kind: 'found', isMoved: true })
})

test('a bot of the name whose address is that of a relay elsewhere has come along with its arena: it is moved', () => {
  const bot = named('my-bot', `http://127.0.0.1:8080/relay/${ID}`)
  expect(entry([bot])).toEqual({ kind: 'found', bot, isMoved: true })
})

test('a bot of the name with an address of its own is left alone, unless it is to be taken over', () => {
  const bot = named('my-bot', 'https://bot.example.org')
  expect(entry([bot])).toEqual({ kind: 'taken', bot })
  expect(entry([bot], '', true)).toEqual({ kind: 'found', bot, isMoved: true })
})
