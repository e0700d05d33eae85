/**
 * Key frames of moves, pinned as recordings and public figures have them; the format is described in
 * `gallery/README.md`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { EventReader, type ItemUpdate, type PostFrame } from '@arena/slp'
import { describe, expect, test } from 'vitest'
import { Game, type Pad, type StageId } from '../src/index.ts'
import { FighterRecord } from '../src/state/fields.ts'
import { fighterAt } from '../src/state/state.ts'
import { ACTION, BUTTON, FOX, NEUTRAL } from './scene.ts'

type Input = readonly [frame: number, buttons: string, x?: number, y?: number, cx?: number, cy?: number]
type KeyFrame = readonly [frame: number, action: number, x: number, y: number, percent?: number]
type ArticleFrame = readonly [frame: number, type: number, x?: number, y?: number]

interface Entry {
  readonly name: string
  readonly source: 'recording' | 'mechanics'
  readonly stage: StageId
  readonly fighter: number
  readonly opponent?: number
  readonly start?: Partial<FighterRecord>
  readonly opponentStart?: Partial<FighterRecord>
  readonly script: readonly Input[]
  readonly rival?: readonly Input[]
  readonly expected: readonly KeyFrame[]
  readonly toRival?: readonly KeyFrame[]
  readonly articles?: readonly ArticleFrame[]
}

const FOLDER = new URL('gallery/', import.meta.url)
/** From this frame on both stand, free to act. */
const READY = 60
/** Where an opponent stands that does nothing, on the other half of the stage. */
const ASIDE = 40
/** Decimals to which a place agrees: half a unit of the last. */
const PLACE_DIGITS = 1

/** Out of the way of a fighter that was put somewhere. */
function aside({ x }: Partial<FighterRecord>): Partial<FighterRecord> {
  return x === undefined ? {} : { x: x < 0 ? ASIDE : -ASIDE }
}

class Shown {
  readonly game: Game
  readonly posts: PostFrame[] = []
  items: ItemUpdate[] = []
  readonly #reader: EventReader

  constructor({ stage, fighter, opponent = FOX, start = {}, opponentStart = aside(start) }: Entry) {
    this.game = new Game({
      seed: new Uint8Array(32).fill(1),
      stage,
      players: [
        { character: fighter, costume: 0, name: 'fighter' },
        { character: opponent, costume: 1, name: 'rival' },
      ],
    })
    this.#reader = new EventReader(({ name, record }) => {
      if (name === 'postFrame' && record.isFollower === 0) this.posts[record.playerIndex] = record
      if (name === 'itemUpdate') this.items.push(record)
    })
    this.#reader.push(this.game.start())
    while (this.game.frame < READY || this.posts.some((post) => post.actionStateId !== ACTION.Wait)) {
      this.step(NEUTRAL, NEUTRAL)
    }
    const saved = this.game.save()
    for (const [i, fields] of [start, opponentStart].entries()) {
      Object.assign(new FighterRecord(saved.buffer as ArrayBuffer, fighterAt(i)), fields)
    }
    this.game.restore(saved)
  }

  step(pad: Pad, rival: Pad): void {
    this.items = []
    this.#reader.push(this.game.step(pad, rival))
  }
}

function padAt(script: readonly Input[], frame: number): Pad {
  const input = script.findLast(([from]) => from <= frame)
  if (!input) return NEUTRAL
  const [, buttons, x = 0, y = 0, cx = 0, cy = 0] = input
  const bits = buttons.split(' ').filter((name) => name !== '')
  return {
    ...NEUTRAL,
    buttons: bits.reduce((word, name) => word | BUTTON[name as keyof typeof BUTTON], 0),
    stickX: 128 + x,
    stickY: 128 + y,
    cstickX: 128 + cx,
    cstickY: 128 + cy,
  }
}

function expectKey(shown: Shown, player: number, [frame, action, x, y, percent]: KeyFrame): void {
  const post = shown.posts[player]!
  expect([`frame ${frame}`, post.actionStateId]).toEqual([`frame ${frame}`, action])
  expect(post.positionX, `x on frame ${frame}`).toBeCloseTo(x, PLACE_DIGITS)
  expect(post.positionY, `y on frame ${frame}`).toBeCloseTo(y, PLACE_DIGITS)
  if (percent !== undefined) expect(post.percent, `percent on frame ${frame}`).toBeCloseTo(percent, 3)
}

function expectArticle(shown: Shown, [frame, type, x, y]: ArticleFrame): void {
  const found = shown.items.filter(({ typeId }) => typeId === type)
  if (x === undefined || y === undefined) {
    expect(found, `type ${type} on frame ${frame}`).toEqual([])
    return
  }
  const nearest = found.map(({ positionX, positionY }) => Math.max(Math.abs(positionX - x), Math.abs(positionY - y)))
  expect(Math.min(...nearest), `type ${type} on frame ${frame}`).toBeLessThanOrEqual(0.05)
}

describe.each(readdirSync(FOLDER).filter((file) => file.endsWith('.json')))('%s', (file) => {
  const entries = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as readonly Entry[]
  test.each(entries.map((entry) => [`${entry.name} (${entry.source})`, entry] as const))('%s', (_, entry) => {
    const { script, rival = [], expected, toRival = [], articles = [] } = entry
    const shown = new Shown(entry)
    const last = Math.max(...[...expected, ...toRival, ...articles].map(([frame]) => frame))
    for (let frame = 1; frame <= last; frame++) {
      shown.step(padAt(script, frame), padAt(rival, frame))
      for (const key of expected) if (key[0] === frame) expectKey(shown, 0, key)
      for (const key of toRival) if (key[0] === frame) expectKey(shown, 1, key)
      for (const key of articles) if (key[0] === frame) expectArticle(shown, key)
    }
  })
})
