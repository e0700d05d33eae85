/**
 * Writes docs/characters-and-stages.md from the engine's own data, for authors who do not use the SDK. Run it after
 * changing a stage: `npm run docs`. A test compares the page with what it would write.
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { characterName, costumeCount, stageName } from '@arena/slp'
// Not through the package, which does not export the engine's internals.
import { CHARACTER_COUNT, COSTUME_COUNT, STAGE_IDS } from '../packages/engine/src/seed.ts'
import { HIGHEST, LOWEST, worldY } from '../packages/engine/src/stages/fountain-of-dreams.ts'
import { STAGE_BY_ID } from '../packages/engine/src/stages/index.ts'
import type { Stage } from '../packages/engine/src/stages/stage.ts'
import { emptyStageState, type StageState } from '../packages/engine/src/stages/state.ts'
import { INTERNAL_IDS, NANA, SHEIK } from '../packages/engine/src/tables/fighters.ts'
import { formatted } from './formatted.ts'

export const GAME_DATA_PAGE = 'docs/characters-and-stages.md'

/** Frames after which every moving platform has passed all of its positions. */
const ROUND = 1200

export async function renderGameData(): Promise<string> {
  return formatted(
    GAME_DATA_PAGE,
    [
      '# Characters and stages',
      '',
      "<!-- Generated from the engine's data by scripts/game-data.ts; do not edit. -->",
      '',
      'Ids and positions as in the stream, for bots that do not use the SDK. The SDK has the same data as `STAGES`.',
      '',
      '## Characters',
      '',
      `A pick names the **external id** and a costume from 0 to ${COSTUME_COUNT - 1}; 0 is the default. The table shows how many costumes the`,
      'game has for a character. A higher number up to the limit is accepted and changes nothing in play. Game Start holds',
      'external ids, and a Post-Frame Update the **internal id** of the fighter that is played on that frame.',
      '',
      '| External id | Character | Costumes | Internal id |',
      '| --- | --- | --- | --- |',
      ...Array.from({ length: CHARACTER_COUNT }, (_, id) => {
        return `| ${id} | ${characterName(id)} | ${costumeCount(id)} | ${internalIds(id)} |`
      }),
      '',
      `The Ice Climbers are two fighters: Nana, internal id ${NANA}, has updates of her own, marked \`isFollower\`. Zelda and Sheik transform`,
      `into each other during the game: read the internal id (${SHEIK} for Sheik), not the pick.`,
      '',
      '## Stages',
      '',
      'Positions are in world units, with y up and the origin at the centre of the stage. A fighter that stands on a floor is',
      '0.0001 above it. The ground ends at the **ledges**, which fighters can grab. The ground is at height 0; where a ledge has',
      'another height, the ground slopes to it. A fighter loses a stock beyond a side or the bottom of the **blast zone**, and',
      'beyond its top if it was launched. A platform is given as its left and right end and its height. A fighter can jump up',
      'through a platform and drop down through it.',
      '',
      '| Stage id | Stage | Ledges (x, y) | Fixed platforms | Blast zone: left, right, top, bottom |',
      '| --- | --- | --- | --- | --- |',
      ...STAGE_IDS.map((id) => stageRow(STAGE_BY_ID[id])),
      '',
      ...STAGE_IDS.flatMap((id) => movingPlatforms(STAGE_BY_ID[id])),
      '',
      `${stageName(3)} is frozen and keeps its first layout. On ${stageName(28)} the wind pushes fighters in front of the tree; events`,
      '`0x40` report when it blows ([replay format](replay-format.md)).',
      '',
    ].join('\n'),
  )
}

function internalIds(external: number): string {
  const own = INTERNAL_IDS[external]!
  return own + 1 === NANA ? `${own}, and ${NANA} for Nana` : `${own}`
}

const figure = (value: number): string => String(Math.round(value * 100) / 100)

function stageRow(stage: Stage): string {
  const { blastZone, floors, id, ledges } = stage
  const moving = new Set(roundOf(stage).keys())
  const platforms = floors.filter(({ id: floor, isPlatform }) => isPlatform === true && !moving.has(floor))
  return `| ${[
    id,
    stageName(id),
    ledges.map(({ x, y }) => `(${figure(x)}, ${figure(y)})`).join(' '),
    platforms.map(({ from, to }) => `${figure(from[0])} to ${figure(to[0])} at ${figure(from[1])}`).join('; ') ||
      'none',
    (['left', 'right', 'top', 'bottom'] as const).map((side) => figure(blastZone[side])).join(', '),
  ].join(' | ')} |`
}

interface Extent {
  left: number
  right: number
  bottom: number
  top: number
}

/** The extent of each moving floor over one round, by its id. */
function roundOf({ floors, place }: Stage): Map<number, Extent> {
  const extents = new Map<number, Extent>()
  const visit = (id: number, left: number, y: number, right: number): void => {
    const known = extents.get(id) ?? { left, right, bottom: y, top: y }
    extents.set(id, {
      left: Math.min(known.left, left),
      right: Math.max(known.right, right),
      bottom: Math.min(known.bottom, y),
      top: Math.max(known.top, y),
    })
  }
  for (let frame = 0; frame < ROUND; frame++) {
    place?.(
      {
        setFloor: visit,
        setFloorY: (id, y) => {
          const { from, to } = floors.find((floor) => floor.id === id)!
          visit(id, from[0], y, to[0])
        },
      },
      stateWithPlatformsAt(frame % 2 === 0 ? LOWEST : HIGHEST),
      frame,
    )
  }
  return extents
}

function stateWithPlatformsAt(height: number): StageState {
  const state = emptyStageState()
  state.platformHeight.fill(height)
  return state
}

function movingPlatforms(stage: Stage): string[] {
  const moving = [...roundOf(stage).values()]
  if (moving.length === 0) return []
  const where = moving
    .map(({ left, right, bottom, top }) => `${figure(left)} to ${figure(right)} at ${figure(bottom)} to ${figure(top)}`)
    .join(' and ')
  return stage.id === 2
    ? [
        '',
        `On ${stageName(2)} two platforms rise and sink, ${where},`,
        'and sometimes sink into the ground. Events `0x3F` report their height h whenever they move:',
        `y = ${figure(worldY(1) - worldY(0))} h + ${worldY(0)}.`,
      ]
    : [
        '',
        `On ${stageName(stage.id)} a cloud circles the stage, ${where}, in ${ROUND} frames;`,
        'its position depends on the frame only, and no event reports it. Shy Guys fly across in groups: Item Updates of',
        'nobody (`owner` -1) with `typeId` 210. They hurt nobody; shots end at them, and more than 12 damage lets one fall.',
      ]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL(`../${GAME_DATA_PAGE}`, import.meta.url), await renderGameData())
}
