/** Zelda and Sheik: two fighters behind either pick. */
import { EventReader, type PostFrame } from '@arena/slp'
import { describe, expect, test } from 'vitest'
import { Game } from '../src/index.ts'
import { FighterRecord } from '../src/state/fields.ts'
import { fighterAt } from '../src/state/state.ts'
import { FOX, NEUTRAL } from './scene.ts'

const ZELDA = { external: 18, internal: 19 }
const SHEIK = { external: 19, internal: 7 }

describe.each([
  ['Zelda', ZELDA, SHEIK],
  ['Sheik', SHEIK, ZELDA],
] as const)('%s', (_, picked, other) => {
  function play() {
    const game = new Game({
      seed: new Uint8Array(32).fill(1),
      stage: 32,
      players: [
        { character: picked.external, costume: 0, name: '' },
        { character: FOX, costume: 0, name: '' },
      ],
    })
    const posts: PostFrame[] = []
    const reader = new EventReader(({ name, record }) => {
      if (name === 'postFrame' && record.playerIndex === 0) posts.push(record)
    })
    reader.push(game.start())
    return { game, posts, step: (pad = NEUTRAL) => reader.push(game.step(pad, NEUTRAL)) }
  }

  test('begins as picked, and shows the id of the fighter in play', () => {
    const { game, posts, step } = play()
    step()
    expect(posts.at(-1)!.internalCharacterId).toBe(picked.internal)
    expect(game.players[0].character).toBe(picked.internal)
  })

  test('the other form is available: the form in the state says which one is in play, and is saved with it', () => {
    const { game, posts, step } = play()
    for (let i = 0; i < 200; i++) step()
    const saved = game.save()
    new FighterRecord(saved.buffer as ArrayBuffer, fighterAt(0)).form = 1
    game.restore(saved)
    for (let i = 0; i < 60; i++) step()
    expect(posts.at(-1)!.internalCharacterId).toBe(other.internal)
    expect(Number.isFinite(posts.at(-1)!.positionX)).toBe(true)
  })
})
