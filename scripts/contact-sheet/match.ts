/** Games for the contact sheet, played at random but the same each time. */
import { Game, Picture, PICTURE_BYTES, type StageId } from '@arena/engine'
import type { ReplayInfo } from '../../packages/viewer/src/replay/replay-info.ts'
import { RandomPads } from '../../packages/engine/tests/random-pads.ts'

/** One picture of a match with its neighbours, as base64. */
export interface Shown {
  readonly info: ReplayInfo
  readonly previous: string
  readonly picture: string
  readonly next: string
}

type Wanted = (picture: Picture, before: Picture) => boolean

function play(seed: number, stage: StageId, characters: readonly [number, number], wanted: readonly Wanted[]): Shown[] {
  const game = new Game({
    seed: new Uint8Array(32).fill(seed),
    stage,
    players: [
      { character: characters[0], costume: 0, name: 'north' },
      { character: characters[1], costume: 1, name: 'harbour' },
    ],
  })
  const pads = [new RandomPads(seed * 2 + 1), new RandomPads(seed * 2 + 2)] as const
  const info: ReplayInfo = {
    version: [3, 16, 0],
    stage,
    players: characters.map((character, port) => ({ port, character, costume: port, name: port === 0 ? 'north' : 'harbour' })),
    kind: 'arena',
    firstFrame: -123,
    lastFrame: 20_000,
    end: null,
  }
  let [previous, current, next] = Array.from({ length: 3 }, () => new ArrayBuffer(PICTURE_BYTES)) as [ArrayBuffer, ArrayBuffer, ArrayBuffer]
  const found: Shown[] = []
  const text = (buffer: ArrayBuffer): string => Buffer.from(buffer).toString('base64')
  for (let frame = -123; frame < 9000 && game.ending === null && found.length < wanted.length; frame++) {
    ;[previous, current, next] = [current, next, previous]
    game.step(pads[0].next(), pads[1].next())
    game.show(new Picture(next))
    if (frame < 30) continue
    if (wanted[found.length]!(new Picture(current), new Picture(previous))) {
      found.push({ info, previous: text(previous), picture: text(current), next: text(next) })
    }
  }
  return found
}

const isFight: Wanted = ({ bodies: [a, b], head }) =>
  head.frame > 500 && !a!.isAbsent && !b!.isAbsent && Math.hypot(a!.x - b!.x, a!.y - b!.y) < 40 && a!.y > -5 && b!.y > -5 && (a!.hitboxCount > 0 || b!.hitboxCount > 0)

const PAIRS: Readonly<Record<number, readonly [number, number]>> = { 31: [9, 20], 32: [0, 2], 28: [4, 12], 8: [17, 22], 2: [18, 21], 3: [13, 6] }

export function stageMoments(stage: StageId): Shown {
  const isLate: Wanted = (picture, before) => (stage !== 28 || picture.head.windDirection !== 0) && isFight(picture, before)
  return play(stage, stage, PAIRS[stage]!, [isLate])[0] ?? play(stage, stage, PAIRS[stage]!, [isFight])[0]!
}

/** Different moments of one match: attacks, hits, shields, articles, a KO, a return. */
export function moments(count: number): Shown[] {
  const after = (frame: number, wanted: Wanted): Wanted => (picture, before) => picture.head.frame > frame && wanted(picture, before)
  const isHit: Wanted = ({ bodies }, before) => bodies.some((body, i) => i < 2 && body.isHurt && body.hitlagLeft > 3 && body.percent > before.bodies[i]!.percent)
  const isShield: Wanted = ({ bodies }) => bodies.some(({ bubble }, i) => i < 2 && bubble === 1)
  const isArticle: Wanted = ({ head }) => head.articleCount > 0
  const isOut: Wanted = ({ bodies }) => bodies.some(({ isOffCamera, isAbsent }, i) => i < 2 && isOffCamera && !isAbsent)
  const isDeath: Wanted = ({ bodies }, before) => bodies.some(({ stocks }, i) => i < 2 && stocks < before.bodies[i]!.stocks)
  const isReturn: Wanted = ({ bodies }) => bodies.some(({ action }, i) => i < 2 && action === 13)
  return play(5, 31, [2, 6], [isFight, isHit, isShield, isArticle, isFight, isOut, isDeath, isReturn, isHit, isFight].map((wanted, i) => after(300 + i * 100, wanted))).slice(0, count)
}
