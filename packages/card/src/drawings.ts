/**
 * Fighters and stages as files for pages: what they show where nothing is played, and of matches seen from afar. The viewer's code
 * draws them once, when the pages are built. `web/src/scene/drawings.ts` has the same measures.
 */
import { Game, loadAllFighters, Picture, STAGE_IDS, type Pad, type PickId, type PictureBody } from '@arena/engine'
import { BUTTON } from '@arena/slp'
import { drawFighter, figureOf, NO_OVERLAYS, StageCanvas, type ReplayInfo } from '@arena/viewer'
import { newSheet, webpOf, type Context } from './canvas.ts'

/** The extent of one pose, in units of the game: the feet are in the middle, `feet` below the upper edge. */
export const CELL = { width: 40, height: 34, feet: 28 } as const
/** In the order of a sheet's columns. */
export const POSES = ['stand', 'run', 'air'] as const
/** Pixels a unit. */
const SCALE = 3
export const FIGHTERS = 26
/** The whole of what the camera may show. */
const STAGE = { width: 960, height: 540 } as const
const QUALITY = { fighter: 82, stage: 72 } as const

const FINAL_DESTINATION = 32
const STAND_FRAMES = 150
const RUN_FRAMES = 24
const REST_FRAMES = 60
const JUMP_FRAMES = 24
const NEUTRAL: Pad = { buttons: 0, stickX: 128, stickY: 128, cstickX: 128, cstickY: 128, l: 0, r: 0 }
const STYLE = { theme: 'dark', costume: 0, reducedMotion: true, vx: 0, vy: 0, frame: 1 } as const
const THEMES = ['light', 'dark'] as const

export interface Drawing {
  readonly name: string
  readonly bytes: Uint8Array
}

export async function* drawings(): AsyncGenerator<Drawing> {
  await loadAllFighters()
  const poses = Array.from({ length: FIGHTERS }, (_, character) => posesOf(character as PickId))
  for (const [character, own] of poses.entries()) {
    yield { name: `fighter-${character}.webp`, bytes: await sheetOf(own) }
  }
  yield { name: 'fighters.webp', bytes: await sheetOf(poses.map(([stand]) => stand!)) }
  for (const stage of STAGE_IDS)
    for (const theme of THEMES) yield { name: `stage-${stage}-${theme}.webp`, bytes: await stageOf(stage, theme) }
}

/** A column for each pose, a row for each port. */
function sheetOf(poses: readonly Picture[]): Promise<Uint8Array> {
  const [width, height] = [CELL.width * SCALE, CELL.height * SCALE]
  const sheet = newSheet(poses.length * width, 2 * height)
  for (const [column, pose] of poses.entries())
    for (const port of [0, 1])
      drawPose(sheet.context, pose, port, { x: (column + 0.5) * width, y: port * height + CELL.feet * SCALE })
  return webpOf(sheet, QUALITY.fighter)
}

/** The first player of a picture and its follower, in the colours of a port; they look to the right. */
function drawPose(context: Context, { head, bodies }: Picture, port: number, at: { x: number; y: number }) {
  const own = bodies.slice(0, head.bodyCount).filter((body) => body.port === 0 && !body.isAbsent)
  const leader = own.find(({ isFollower }) => !isFollower)!
  const view = { x: at.x - leader.x * SCALE, y: at.y + leader.y * SCALE, scale: SCALE, width: 0, height: 0 }
  // The follower stands behind.
  for (const body of own.toReversed()) drawFighter(context, view, figureOf(body), inPort(body, port), STYLE)
}

function inPort(body: PictureBody, port: number): PictureBody {
  return new Proxy(body, { get: (of, name) => (name === 'port' ? port : Reflect.get(of, name, of)) })
}

function posesOf(character: PickId): Picture[] {
  const game = newGame(character, FINAL_DESTINATION)
  const after = (frames: number, pad: Pad): Picture => {
    for (let i = 0; i < frames; i++) game.step(pad, NEUTRAL)
    const picture = new Picture()
    game.show(picture)
    return picture
  }
  const stand = after(STAND_FRAMES, NEUTRAL)
  const run = after(RUN_FRAMES, { ...NEUTRAL, stickX: 255 })
  after(REST_FRAMES, NEUTRAL)
  return [stand, run, after(JUMP_FRAMES, { ...NEUTRAL, buttons: BUTTON.X })]
}

function stageOf(stage: (typeof STAGE_IDS)[number], theme: (typeof THEMES)[number]): Promise<Uint8Array> {
  const game = newGame(0, stage)
  game.step(NEUTRAL, NEUTRAL)
  const picture = new Picture()
  game.show(picture)
  picture.head.bodyCount = 0
  const sheet = newSheet(STAGE.width, STAGE.height)
  const canvas = new StageCanvas(sheet.canvas, { theme, reducedMotion: true })
  const info: ReplayInfo = {
    version: [0, 0, 0],
    stage,
    players: [],
    timeLimit: null,
    kind: 'arena',
    firstFrame: 0,
    lastFrame: 0,
    end: null,
  }
  canvas.draw({ info, previous: null, picture, next: null, alpha: 0, time: 0, overlays: NO_OVERLAYS, cut: true })
  return webpOf(sheet, QUALITY.stage)
}

function newGame(character: PickId, stage: (typeof STAGE_IDS)[number]): Game {
  const pick = { character, costume: 0, name: '' }
  return new Game({ seed: new Uint8Array(32), stage, players: [pick, pick] })
}
