/** What the engine writes is a recording that existing tools read: here @slippi/slippi-js. */
import { collectFrames, EventReader, writeReplay, type SlpEvent } from '@arena/slp'
import { SlippiGame } from '@slippi/slippi-js/node'
import { describe, expect, test } from 'vitest'
import { draw, Game, STAGE_IDS, type GameSettings, type Pad, type StageId } from '../src/index.ts'
import { INTERNAL_IDS } from '../src/tables/fighters.ts'
import { FIRING, RandomPads } from './random-pads.ts'
import { numberedGame, PROJECTILE_MATCHES } from './replay-hash.ts'
import { LEFT, NEUTRAL } from './scene.ts'

function settingsFor(
  stage: StageId,
  characters: readonly [number, number],
): GameSettings & { readonly seed: Uint8Array } {
  return {
    seed: new Uint8Array(32).fill(stage),
    stage,
    players: [
      { character: characters[0], costume: 2, name: 'left bot' },
      { character: characters[1], costume: 5, name: 'right bot' },
    ],
  }
}

/** Player 0 walks off the stage, away from the other, until the game is over; every message of the stream. */
function playOut(settings: GameSettings): { messages: Uint8Array[]; game: Game } {
  const game = new Game(settings)
  const messages = [game.start().slice()]
  const pad: Pad = LEFT
  while (!game.ending) messages.push(game.step(pad, NEUTRAL).slice())
  messages.push(game.end({ kind: 'natural' }).slice())
  return { messages, game }
}

function concat(messages: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(messages.reduce((sum, message) => sum + message.length, 0))
  let at = 0
  for (const message of messages) {
    all.set(message, at)
    at += message.length
  }
  return all
}

function eventsOf(bytes: Uint8Array): SlpEvent[] {
  const events: SlpEvent[] = []
  const reader = new EventReader((event) => events.push(event))
  reader.push(bytes)
  reader.end()
  return events
}

describe.each(STAGE_IDS.map((stage, i) => [stage, [i, 25 - i] as const] as const))('stage %i', (stage, characters) => {
  const settings = settingsFor(stage, characters)
  const { messages, game } = playOut(settings)
  const raw = concat(messages)

  test('slippi-js reads settings, frames, stocks, winner and end', () => {
    const file = writeReplay(raw, { startAt: '2026-01-01T00:00:00.000Z', lastFrame: game.frame, playedOn: 'network' })
    const slippi = new SlippiGame(file.buffer as ArrayBuffer)
    const read = slippi.getSettings()!
    expect(read.slpVersion).toBe('3.18.0')
    expect(read.stageId).toBe(stage)
    expect(
      read.players.map(({ port, characterId, characterColor, startStocks, displayName }) => ({
        port,
        characterId,
        characterColor,
        startStocks,
        displayName,
      })),
    ).toEqual([
      { port: 1, characterId: characters[0], characterColor: 2, startStocks: 4, displayName: 'left bot' },
      { port: 2, characterId: characters[1], characterColor: 5, startStocks: 4, displayName: 'right bot' },
    ])
    const frames = slippi.getFrames()
    expect(Object.keys(frames)).toHaveLength(game.frame + 124)
    const last = slippi.getLatestFrame()!
    expect(last.players[0]!.post.stocksRemaining).toBe(0)
    expect(last.players[1]!.post.stocksRemaining).toBe(4)
    expect(last.players[0]!.post.internalCharacterId).toBe(INTERNAL_IDS[characters[0]])
    expect(slippi.getGameEnd()).toMatchObject({ gameEndMethod: 2, lrasInitiatorIndex: -1 })
    expect(slippi.getWinners().map(({ playerIndex, position }) => [playerIndex, position])).toEqual([[1, 0]])
  })

  test('Binary messages from the service: each frame holds exactly its events, in file order', () => {
    const events: SlpEvent[] = []
    const reader = new EventReader((event) => events.push(event))
    const namesIn = (message: Uint8Array) => {
      events.length = 0
      reader.push(message)
      return events.map(({ name }) => name)
    }
    expect(namesIn(messages[0]!)).toEqual(['eventPayloads', 'gameStart'])
    for (const [i, message] of messages.slice(1, -1).entries()) {
      const names = namesIn(message).filter((name) => name !== 'fodPlatforms' && name !== 'dreamlandWhispy')
      // Items stand between the controllers and the fighters: on Yoshi's Story those that fly by.
      const shown = names.join(' ').replace(/(?<=preFrame )(itemUpdate )+(?=postFrame)/, '')
      const ends = [events[2], events.at(-3)].map((event) => event!.name)
      const frames = new Set(events.map(({ record }) => (record as { frame: number }).frame))
      const bookend = events.at(-1) as SlpEvent & { name: 'frameBookend' }
      // One expectation for each of thousands of frames.
      expect([shown, ends, ...frames, bookend.record.latestFinalizedFrame]).toEqual([
        'frameStart preFrame preFrame postFrame postFrame frameBookend',
        ['preFrame', 'postFrame'],
        i - 123,
        i - 123,
      ])
    }
  })

  test('random-seed fields carry the frame’s own draw, so that the stream reveals nothing of later ones', () => {
    const frames = collectFrames(eventsOf(raw))
    for (const { frame, start, players } of frames.slice(0, 50)) {
      const expected = draw(settings.seed, `frame/${frame}`)
      expect(start!.seed).toBe(expected)
      expect(players[0]!.pre!.seed).toBe(expected)
    }
    const start = eventsOf(messages[0]!).find((event) => event.name === 'gameStart')!
    expect(start.record.randomSeed).toBe(draw(settings.seed, 'frame/-123'))
  })

  test('instance ids count the actions of both fighters, as in recordings', () => {
    const [, second, , , , , sixth] = collectFrames(eventsOf(raw))
    expect(second!.players[0]!.post!.instanceId).toBe(1)
    expect(second!.players[1]!.post!.instanceId).toBe(2)
    expect(sixth!.players[0]!.post!.instanceId).toBe(3)
  })
})

test.each(PROJECTILE_MATCHES)(
  'match %i, full of projectiles: slippi-js reads every item as it was written',
  (number) => {
    const game = numberedGame(number)
    const pads = [new RandomPads(number, FIRING), new RandomPads(number + 1, FIRING)] as const
    const messages = [game.start().slice()]
    for (let i = 0; i < 1500 && !game.ending; i++) messages.push(game.step(pads[0].next(), pads[1].next()).slice())
    messages.push(game.end({ kind: 'aborted' }).slice())
    const raw = concat(messages)
    const file = writeReplay(raw, { startAt: '2026-01-01T00:00:00.000Z', lastFrame: game.frame, playedOn: 'network' })
    const frames = new SlippiGame(file.buffer as ArrayBuffer).getFrames()
    const inOrder = Object.values(frames).sort((a, b) => a.frame - b.frame)
    const read = inOrder.flatMap(({ items = [] }) =>
      items.map(({ frame, spawnId, typeId, state, positionX, owner }) => [
        frame,
        spawnId,
        typeId,
        state,
        positionX,
        owner,
      ]),
    )
    const written = eventsOf(raw).flatMap((event) => {
      if (event.name !== 'itemUpdate') return []
      const { frame, spawnId, typeId, state, positionX, owner } = event.record
      return [[frame, spawnId, typeId, state, positionX, owner]]
    })
    expect(written.length).toBeGreaterThan(300)
    expect(read).toEqual(written)
  },
)

test('a platform of the Fountain that moves, and the wind of Dream Land, are written as they change', () => {
  const changesByStage = new Map<number, number>()
  for (const stage of [2, 28] as const) {
    const game = new Game(settingsFor(stage, [2, 2]))
    const events: SlpEvent[] = []
    const reader = new EventReader((event) => events.push(event))
    reader.push(game.start())
    for (let i = 0; i < 6000; i++) reader.push(game.step(NEUTRAL, NEUTRAL))
    const changes = events.filter((event) => event.name === 'fodPlatforms' || event.name === 'dreamlandWhispy')
    changesByStage.set(stage, changes.length)
  }
  expect(changesByStage.get(2)).toBeGreaterThan(20)
  expect(changesByStage.get(28)).toBeGreaterThan(2)
})
