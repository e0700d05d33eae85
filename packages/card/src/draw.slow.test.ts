import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Game, loadFighters, type Pad } from '@arena/engine'
import { writeReplay } from '@arena/slp'
import { loadImage } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newSheet } from './canvas.ts'
import { CARD_SIZE, type BotCard, type MatchCard } from './card.ts'
import { drawCard } from './draw.ts'
import { decisiveFrame } from './moment.ts'

const MATCH: MatchCard = {
  kind: 'match',
  players: [
    { name: 'Waveland', character: 2, costume: 0 },
    { name: 'Edgeguard', character: 20, costume: 1 },
  ],
  stage: 31,
  winner: 0,
  score: '3–0',
  outcome: 'Won by stocks',
  day: '25 Nov 2026',
  replay: null,
}
const BOT: BotCard = {
  kind: 'bot',
  name: 'Waveland',
  owner: 'ada',
  rating: '24.1',
  rank: 'rank 3',
  estimate: '28.2 ± 2.7',
  record: '8–3–1',
  characters: [2],
  curve: [
    { low: 8, middle: 25, high: 42 },
    { low: 12, middle: 27, high: 40 },
  ],
}
const NEUTRAL: Pad = { buttons: 0, stickX: 128, stickY: 128, cstickX: 128, cstickY: 128, l: 0, r: 0 }
const SIGNATURE = '89504e470d0a1a0a'
/** Above the names. */
const SCENE = { top: 0, bottom: 424 }

let folder: string
/** The card of `MATCH`, to compare others with. */
let plain: Pixels
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cards-'))
  plain = await drawn(MATCH)
})
afterAll(() => rm(folder, { recursive: true }))

interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8ClampedArray
}

/** A card, read back. */
async function drawn(card: Parameters<typeof drawCard>[0]): Promise<Pixels> {
  const png = await drawCard(card)
  expect(Buffer.from(png.subarray(0, 8)).toString('hex')).toBe(SIGNATURE)
  const image = await loadImage(Buffer.from(png))
  const { context } = newSheet(image.width, image.height)
  context.drawImage(image as unknown as CanvasImageSource, 0, 0)
  return context.getImageData(0, 0, image.width, image.height)
}

/** Share of the pixels of some rows that differ. */
function difference(one: Pixels, other: Pixels, { top, bottom } = { top: 0, bottom: one.height }): number {
  let differing = 0
  const [left, right] = [one, other].map(({ data }) => new Uint32Array(data.buffer, data.byteOffset, data.length / 4))
  for (let at = top * one.width; at < bottom * one.width; at++) if (left![at] !== right![at]) differing++
  return differing / ((bottom - top) * one.width)
}

describe('a match', () => {
  test('its card is a PNG of the size that sites expect', () => {
    expect({ width: plain.width, height: plain.height }).toEqual(CARD_SIZE)
  })

  test('the same match gives the same pixels, another stage or other fighters another picture', async () => {
    const [again, stage, fighters] = [
      await drawn(MATCH),
      await drawn({ ...MATCH, stage: 8 }),
      await drawn({ ...MATCH, players: [{ ...MATCH.players[0], character: 5 }, MATCH.players[1]] }),
    ]
    expect(difference(plain, again)).toBe(0)
    expect(difference(plain, stage, SCENE)).toBeGreaterThan(0.5)
    expect(difference(plain, fighters, SCENE)).toBeGreaterThan(0.005)
  })

  test('where the replay is kept the card shows its moment, and not the fighters as they stand', async () => {
    await loadFighters([2, 20])
    const game = new Game({
      seed: new Uint8Array(32),
      stage: 31,
      players: [
        { character: 2, costume: 0, name: 'Waveland' },
        { character: 20, costume: 1, name: 'Edgeguard' },
      ],
    })
    const parts = [game.start().slice()]
    for (let i = 0; i < 400; i++) parts.push(game.step({ ...NEUTRAL, stickX: i > 200 ? 255 : 128 }, NEUTRAL).slice())
    const replay = join(folder, 'match.slp')
    await writeFile(replay, writeReplay(Buffer.concat(parts), {}))
    const shown = await drawn({ ...MATCH, replay })
    expect(difference(plain, shown, SCENE)).toBeGreaterThan(0.05)
    await writeFile(`${replay}.gz`, gzipSync(await readFile(replay)))
    expect(difference(shown, await drawn({ ...MATCH, replay: `${replay}.gz` }))).toBe(0)
  })

  test.each([
    ['is gone', null],
    ['is no replay', Buffer.from('not a replay')],
    ['is damaged', Buffer.alloc(20_000, 0x36)],
  ])('a replay that %s leaves the fighters on their stage', async (_, bytes) => {
    for (const replay of [join(folder, 'bad.slp'), join(folder, 'bad.slp.gz')]) {
      if (bytes !== null) await writeFile(replay, bytes)
      expect(difference(plain, await drawn({ ...MATCH, replay }))).toBe(0)
    }
  })

  test('a match in which no game was played has a card too', async () => {
    const nobody = { character: null, costume: null }
    const players = [
      { ...MATCH.players[0], ...nobody },
      { ...MATCH.players[1], ...nobody },
    ] as const
    expect(difference(plain, await drawn({ ...MATCH, players, stage: null }), SCENE)).toBeGreaterThan(0.5)
  })
})

test('the decisive frame is shortly after the hit that killed last', () => {
  const moment = (kind: 'kill' | 'grab', startFrame: number) =>
    ({ kind, port: 0, startFrame, endFrame: startFrame + 60, text: '' }) as const
  expect(decisiveFrame([moment('kill', 100), moment('kill', 900), moment('grab', 950)], 2000)).toBe(909)
  expect(decisiveFrame([moment('grab', 950)], 2000)).toBe(950)
  expect(decisiveFrame([], 2000)).toBe(2000)
})

test('bots differ by their fighters, and a new one has a card before its first match', async () => {
  const [fox, kirby] = [await drawn(BOT), await drawn({ ...BOT, characters: [4, 2, 9] })]
  expect(difference(fox, kirby)).toBeGreaterThan(0.05)
  const { width, height } = await drawn({ ...BOT, owner: '', rank: '', characters: [], curve: [] })
  expect({ width, height }).toEqual(CARD_SIZE)
})

test('the card of the arena shows all fighters', async () => {
  const { width, height } = await drawn({ kind: 'arena', address: 'arena.example.org' })
  expect({ width, height }).toEqual(CARD_SIZE)
})
