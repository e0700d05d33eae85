/** Moments of games between house bots for the contact sheet, the same each time. */
import { createHash } from 'node:crypto'
import { drawStage, Picture, PICTURE_BYTES, type Game, type StageId } from '@arena/engine'
import { houseBots } from '@arena/sdk'
import type { ReplayInfo } from '../../../packages/viewer/src/replay/replay-info.ts'
import { ROSTER } from '../../../packages/engine/src/tables/generated/common.ts'
import { playMatch } from '../../house-matches/match.ts'

/** One picture of a match with its neighbours, as base64. */
export interface Shown {
  readonly info: ReplayInfo
  readonly previous: string
  readonly picture: string
  readonly next: string
}

type Wanted = (picture: Picture, before: Picture) => boolean

const SHOW_LIMIT = 12_000

class Done extends Error {}

/** The first seed from a number on that draws a stage. */
function seedFor(stage: StageId, from: number): string {
  for (let number = from; ; number++) {
    const seed = createHash('sha256').update(`picture ${number}`).digest()
    if (drawStage(seed) === stage) return seed.toString('hex')
  }
}

function infoOf(stage: StageId, picture: Picture): ReplayInfo {
  const players = [0, 1].map((port) => {
    const body = picture.bodies.find((each) => each.port === port && !each.isFollower)!
    return { port, character: ROSTER[body.character]![0], costume: port, name: port === 0 ? 'north' : 'harbour' }
  })
  const frames = { firstFrame: -123, lastFrame: SHOW_LIMIT }
  return { version: [3, 16, 0], stage, players, timeLimit: null, kind: 'arena', ...frames, end: null }
}

/** The first moments of a match that are wanted, one after the other. */
async function watch(
  stage: StageId,
  from: number,
  bots: readonly [number, number],
  wanted: readonly Wanted[],
): Promise<Shown[]> {
  const list = houseBots(12)
  const buffers = Array.from({ length: 3 }, () => new ArrayBuffer(PICTURE_BYTES))
  const found: Shown[] = []
  const text = (buffer: ArrayBuffer): string => Buffer.from(buffer).toString('base64')
  const look = (_events: Uint8Array, game: Game): void => {
    if (game.frame < -122) return
    buffers.push(buffers.shift()!)
    game.show(new Picture(buffers[2]))
    if (game.frame < 40) return
    const [previous, picture, next] = buffers as [ArrayBuffer, ArrayBuffer, ArrayBuffer]
    const shown = new Picture(picture)
    if (wanted[found.length]!(shown, new Picture(previous))) {
      found.push({ info: infoOf(stage, shown), previous: text(previous), picture: text(picture), next: text(next) })
    }
    if (found.length === wanted.length || game.frame > SHOW_LIMIT) throw new Done()
  }
  try {
    await playMatch(seedFor(stage, from), [list[bots[0]]!, list[bots[1]]!], look)
  } catch (error) {
    if (!(error instanceof Done)) throw error
  }
  return found
}

const isFight: Wanted = ({ bodies: [a, b] }) =>
  !a!.isAbsent &&
  !b!.isAbsent &&
  Math.hypot(a!.x - b!.x, a!.y - b!.y) < 30 &&
  a!.y > -5 &&
  b!.y > -5 &&
  (a!.hitboxCount > 0 || b!.hitboxCount > 0)

const isHit: Wanted = ({ bodies }, before) =>
  bodies.some((body, i) => i < 2 && body.isHurt && body.hitlagLeft > 3 && body.percent > before.bodies[i]!.percent)

function after(frame: number, wanted: Wanted): Wanted {
  return (picture, before) => picture.head.frame > frame && wanted(picture, before)
}

const BOTS: Readonly<Record<StageId, readonly [number, number]>> = {
  31: [0, 1],
  32: [2, 3],
  28: [4, 5],
  8: [1, 4],
  2: [3, 5],
  3: [0, 5],
}

/** The pictures of a stretch of a match. */
export async function stretch(stage: StageId, frames: number): Promise<{ info: ReplayInfo; pictures: string[] }> {
  const shown = await watch(
    stage,
    0,
    BOTS[stage],
    Array.from({ length: frames }, () => after(600, () => true)),
  )
  return { info: shown[0]!.info, pictures: shown.map(({ picture }) => picture) }
}

/** A typical moment of a stage: a blow; on Dream Land while the wind blows. */
export async function stageMoment(stage: StageId): Promise<Shown> {
  const isWindy: Wanted = (picture, before) => picture.head.windDirection !== 0 && isFight(picture, before)
  for (let from = 0; ; from += 50) {
    const [shown] = await watch(stage, from, BOTS[stage], [after(700, stage === 28 ? isWindy : isHit)])
    if (shown) return shown
  }
}

/** Four views of a stage whose moving parts are elsewhere in each; on Dream Land the wind blows in the last. */
export async function stageViews(stage: StageId): Promise<Shown[]> {
  const isWindy: Wanted = ({ head }) => stage !== 28 || head.windDirection !== 0
  for (let from = 0; ; from += 50) {
    const wanted = [after(120, () => true), after(420, () => true), after(760, () => true), after(1000, isWindy)]
    const views = await watch(stage, from, BOTS[stage], wanted)
    if (views.length === wanted.length) return views
  }
}

/** Ten moments of one match: a stand-off, attacks, blows, a shield, articles, one in the lens, a KO, a return. */
export async function moments(): Promise<Shown[]> {
  const isShield: Wanted = ({ bodies }) => bodies.some(({ bubble }, i) => i < 2 && bubble === 1)
  const isArticle: Wanted = ({ head }) => head.articleCount > 0
  const isOut: Wanted = ({ bodies }) => bodies.some(({ isOffCamera, isAbsent }, i) => i < 2 && isOffCamera && !isAbsent)
  const isDeath: Wanted = ({ bodies }) =>
    bodies.some(({ action, actionFrame }, i) => i < 2 && action < 3 && actionFrame === 9)
  const isReturn: Wanted = ({ bodies }) => bodies.some(({ action }, i) => i < 2 && action === 13)
  const wanted = [() => true, isFight, isHit, isShield, isArticle, isFight, isHit, isDeath, isReturn, isOut]
  const found = await watch(
    8,
    0,
    [0, 3],
    wanted.map((each, i) => after(60 + i * 90, each)),
  )
  return found
}
