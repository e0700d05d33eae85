import { STAGE_IDS } from '@arena/slp'
import { loadImage } from '@napi-rs/canvas'
import { beforeAll, expect, test } from 'vitest'
import { newSheet } from './canvas.ts'
import { CELL, drawings, FIGHTERS, POSES, type Drawing } from './drawings.ts'

let all: Map<string, Uint8Array>
beforeAll(async () => {
  const made: Drawing[] = []
  for await (const drawing of drawings()) made.push(drawing)
  all = new Map(made.map(({ name, bytes }) => [name, bytes]))
}, 60_000)

interface Sheet {
  readonly width: number
  readonly height: number
  /** Share of the pixels of a cell that are painted. */
  readonly painted: (column: number, row: number, columns: number) => number
}

async function read(name: string): Promise<Sheet> {
  const image = await loadImage(Buffer.from(all.get(name)!))
  const { width, height } = image
  const { context } = newSheet(width, height)
  context.drawImage(image as unknown as CanvasImageSource, 0, 0)
  const painted = (column: number, row: number, columns: number): number => {
    const [w, h] = [width / columns, height / 2]
    const { data } = context.getImageData(column * w, row * h, w, h)
    let count = 0
    for (let at = 3; at < data.length; at += 4) if (data[at]! > 128) count++
    return count / (w * h)
  }
  return { width, height, painted }
}

test('there is a sheet for each fighter, one of all, and each stage in light and dark', () => {
  const stages = STAGE_IDS.flatMap((id) => [`stage-${id}-light.webp`, `stage-${id}-dark.webp`])
  const fighters = Array.from({ length: FIGHTERS }, (_, id) => `fighter-${id}.webp`)
  expect([...all.keys()].toSorted()).toEqual([...fighters, 'fighters.webp', ...stages].toSorted())
})

test('every fighter stands, runs and leaps in the colours of both ports, each in its cell', async () => {
  for (let id = 0; id < FIGHTERS; id++) {
    const { width, height, painted } = await read(`fighter-${id}.webp`)
    expect(width / height).toBeCloseTo((POSES.length * CELL.width) / (2 * CELL.height), 5)
    for (let pose = 0; pose < POSES.length; pose++)
      for (const row of [0, 1]) {
        const share = painted(pose, row, POSES.length)
        expect({ id, pose, row, isDrawn: share > 0.03 && share < 0.6 }).toEqual({ id, pose, row, isDrawn: true })
      }
  }
}, 60_000)

test('what a page of live matches or of picks loads is small', () => {
  const sizes = [...all].map(([name, { length }]) => ({ name, length }))
  const most = (part: string) => Math.max(...sizes.flatMap(({ name, length }) => (name.startsWith(part) ? length : [])))
  expect([most('fighter-') < 16_000, most('fighters') < 90_000, most('stage-') < 20_000]).toEqual([true, true, true])
})
