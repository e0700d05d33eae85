/** Pictures of recordings that the engine does not play again (`recorded-picture.ts`). */
import { ColumnReader, FIRST_FRAME } from '@arena/slp'
import { expect, test } from 'vitest'
import { FALCO, foreignGame, FOX, NANA, POPO, type ForeignGame } from '../../slp/tests/foreign-game.ts'
import { inFormat } from '../../slp/tests/formats.ts'
import { Picture, PICTURE_BYTES, PICTURE_PLATFORM_WORDS } from '../src/index.ts'
import { loadReplayFighters, Rerun } from '../src/rerun.ts'

const TWO = [
  { port: 0, ...FOX },
  { port: 1, ...FALCO },
]

/** The pictures of a game, by row, whatever was asked for before. */
async function picturesOf(game: ForeignGame, format: string | null = null): Promise<(row: number) => Picture> {
  const reader = new ColumnReader()
  const raw = foreignGame(game)
  reader.push(format === null ? raw : inFormat(raw, format))
  reader.end()
  await loadReplayFighters(reader)
  const rerun = new Rerun(reader)
  expect(rerun.isForeign).toBe(true)
  return (row) => {
    const into = new ArrayBuffer(PICTURE_BYTES)
    rerun.pictures(row, 1, into)
    return new Picture(into)
  }
}

test('an item that nobody owns has the port -1', async () => {
  const picture = await picturesOf({
    frames: 2,
    fighters: TWO,
    items: () => [{ typeId: 210, owner: -1, positionX: 5 }],
  })
  expect(picture(1).head.articleCount).toBe(1)
  expect(picture(1).articles[0]).toMatchObject({ type: 210, port: -1, x: 5 })
})

test.each([NaN, Infinity])('a recorded %s is shown as 0, of items as of bodies', async (what) => {
  const item = { positionX: what, positionY: what, velocityX: what, velocityY: what, facingDirection: what }
  const body = { positionX: what, percent: what, shieldSize: what, hitlagRemaining: what, actionStateCounter: what }
  const picture = await picturesOf({ frames: 1, fighters: TWO, items: () => [item], post: () => body })
  const { articles, bodies } = picture(0)
  const { x, y, vx, vy } = articles[0]!
  expect([x, y, vx, vy]).toEqual([0, 0, 0, 0])
  expect(bodies[1]).toMatchObject({ x: 0, percent: 0, shieldHealth: 0, hitlagLeft: 0, animationFrame: 0 })
})

test('what a format does not hold yet is counted, or not shown: frames of the action, jumps', async () => {
  const post = () => ({ actionStateCounter: 7, jumpsRemaining: 1 })
  const old = await picturesOf({ frames: 3, fighters: TWO, post }, '0.1.0')
  expect([0, 1, 2].map((row) => old(row).bodies[0]!.animationFrame)).toEqual([0, 1, 2])
  expect(old(2).bodies[0]!.jumpsUsed).toBe(0)
  const newer = await picturesOf({ frames: 3, fighters: TWO, post })
  expect(newer(2).bodies[0]).toMatchObject({ animationFrame: 7, jumpsUsed: 1 })
})

test('each of four players is there, and the follower of each', async () => {
  const climbers = [0, 1, 2, 3].flatMap((port) => [
    { port, ...POPO },
    { port, ...NANA },
  ])
  const { head, bodies } = (await picturesOf({ frames: 1, fighters: climbers }))(0)
  const shown = bodies.slice(0, head.bodyCount)
  const places = shown.map(({ port, isFollower }) => `${port}${isFollower ? ' follower' : ''}`)
  expect(places.join(', ')).toBe('0, 0 follower, 1, 1 follower, 2, 2 follower, 3, 3 follower')
})

test('a platform of Fountain of Dreams is where it starts until its first event, whatever was shown before', async () => {
  const LEFT = 1
  const picture = await picturesOf({
    frames: 4,
    fighters: TWO,
    start: { stageId: 2 },
    also: (writer, frame) => {
      if (frame === FIRST_FRAME + 2) writer.fodPlatforms({ frame, platform: LEFT, height: 24 })
    },
  })
  const heights = (row: number) => {
    const { platforms, platformCount } = picture(row).head
    return Array.from({ length: platformCount }, (_, i) => platforms[i * PICTURE_PLATFORM_WORDS + 2])
  }
  const starts = [16.125, 22.125, 42.75]
  expect(heights(0)).toEqual(starts)
  expect(heights(3)).toEqual([0.75 * 24 + 1.125, 22.125, 42.75])
  expect(heights(0)).toEqual(starts)
})
