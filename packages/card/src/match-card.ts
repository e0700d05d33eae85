/** A match: its decisive moment, and below it who fought, with what, and how it ended. */
import { characterName, stageName } from '@arena/slp'
import { NO_OVERLAYS, StageCanvas, teamOf } from '@arena/viewer'
import { CARD_FONT, newSheet, type Context, type Sheet } from './canvas.ts'
import { CARD_SIZE, type MatchCard } from './card.ts'
import { COLOURS, drawBrand, drawGround, drawMark } from './frame.ts'
import { momentOf } from './moment.ts'
import { drawText, shownName } from './text.ts'

const { width, height } = CARD_SIZE
const SCENE = 424
/** Device pixels for each of the drawing: its names are read in small pictures too. */
const RATIO = 2
const MARGIN = 48
const MIDDLE = 190
const NAMES = { sizes: [46, 40, 34, 30], lines: 2 } as const
const DEFAULT_COSTUME = 0

export async function drawMatchCard(card: MatchCard): Promise<Sheet> {
  const sheet = newSheet(width, height)
  const { context } = sheet
  const shown = await momentOf(card)
  const scene = newSheet(width, height)
  if (shown === null) {
    empty(context)
  } else {
    const stage = new StageCanvas(scene.canvas, { theme: 'dark', reducedMotion: false, font: CARD_FONT })
    stage.resize(width / RATIO, height / RATIO, RATIO)
    stage.draw({ ...shown, next: null, alpha: 0, time: 0, overlays: NO_OVERLAYS, cut: true })
    // The middle of the picture is what the camera looks at.
    context.drawImage(scene.canvas, 0, (SCENE - height) / 2)
  }
  drawBrand(context, 28, 24)
  panel(context, card)
  return sheet
}

/** Where nothing was played: the mark of the arena. */
function empty(context: Context): void {
  drawGround(context, ['#5a1f24', '#172d5c'], SCENE)
  drawMark(context, width / 2 - 50, SCENE / 2, 10)
}

function panel(context: Context, { players, stage, winner, score, outcome, day }: MatchCard): void {
  context.fillStyle = COLOURS.ground
  context.fillRect(0, SCENE, width, height - SCENE)
  const half = width / 2
  const room = half - MARGIN - MIDDLE / 2
  for (const [port, { name, character, costume }] of players.entries()) {
    const isLeft = port === 0
    const team = teamOf(port, costume ?? DEFAULT_COSTUME, 'dark')
    context.fillStyle = team.base
    context.fillRect(isLeft ? 0 : half, SCENE, half, 8)
    const place = { x: isLeft ? MARGIN : width - MARGIN, width: room, align: isLeft ? 'left' : 'right' } as const
    const hasLost = winner !== null && winner !== port
    drawText(context, shownName(name), {
      ...place,
      ...NAMES,
      y: SCENE + 66,
      fill: hasLost ? COLOURS.muted : COLOURS.text,
    })
    if (character === null) continue
    const fighter = `${characterName(character)}${winner === port ? ' · winner' : ''}`
    drawText(context, fighter, { ...place, y: SCENE + 130, sizes: [28], lines: 1, fill: team.mark })
  }
  const middle = { x: half, align: 'center', lines: 1 } as const
  drawText(context, score, { ...middle, y: SCENE + 70, width: MIDDLE, sizes: [64, 52, 40], fill: COLOURS.text })
  const facts = [outcome, stage === null ? '' : stageName(stage), day].filter((fact) => fact !== '').join(' · ')
  drawText(context, facts, {
    ...middle,
    y: height - 34,
    width: width - 2 * MARGIN,
    sizes: [24, 20],
    fill: COLOURS.muted,
  })
}
