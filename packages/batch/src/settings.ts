/** What a game begins with, as Python sends it: checked here, because a wrong number would play a wrong game. */
import { CHARACTER_COUNT, COSTUME_COUNT, STAGE_IDS, type StageId } from '@arena/engine'
import { FIRST_FRAME, shiftJisBytes } from '@arena/slp'
import { STRENGTHS, type Strength } from '@arena/sdk/house'
import { BatchError } from './batch-error.ts'
import { PORTS, type Port } from './players.ts'

interface PlayerSettings {
  /** External character id. */
  readonly character: number
  readonly costume: number
  readonly name: string
  /** Strength of the house bot that plays this port; null for one that Python plays. */
  readonly house: Strength | null
}

export interface LaneSettings {
  /** 32 bytes. */
  readonly seed: Uint8Array
  readonly stage: StageId
  readonly players: readonly [PlayerSettings, PlayerSettings]
  /** Frame on which the episode is cut off; -1 for never. */
  readonly maxFrame: number
  /** Player in slot 0 of the observation. */
  readonly viewpoint: Port
  /** Frames by which an input is played later than in the next frame. */
  readonly delay: number
}

/** The longest delay that a bot of UMI may name. */
export const MOST_DELAY = 30
const SEED = /^[0-9a-f]{64}$/
/** As Game Start has names: in Shift-JIS, in 31 bytes with the closing zero. */
const MOST_NAME_BYTES = 30

export function readSettings(value: unknown): LaneSettings {
  const given = asObject(value)
  const players = given['players']
  if (!Array.isArray(players) || players.length !== PORTS.length) throw new BatchError('a game has two players')
  const seed = given['seed']
  if (typeof seed !== 'string' || !SEED.test(seed)) throw new BatchError('a seed is 64 hexadecimal digits')
  const stage = STAGE_IDS.find((id) => id === given['stage'])
  if (stage === undefined) {
    throw new BatchError(`there is no stage ${String(given['stage'])}; the stages are ${STAGE_IDS.join(', ')}`)
  }
  return {
    seed: new Uint8Array(Buffer.from(seed, 'hex')),
    stage,
    players: [readPlayer(players[0]), readPlayer(players[1])],
    maxFrame: whole(given['maxFrame'], 'max_frame', -1, 1 << 20),
    viewpoint: whole(given['viewpoint'], 'viewpoint_player', 0, 1) as Port,
    delay: whole(given['delay'], 'delay', 0, MOST_DELAY),
  }
}

function readPlayer(value: unknown): PlayerSettings {
  const { character, costume, name, house } = asObject(value)
  if (typeof name !== 'string' || shiftJisBytes(name) > MOST_NAME_BYTES) {
    throw new BatchError(`a name is text of at most ${MOST_NAME_BYTES} bytes in Shift-JIS`)
  }
  if (house !== null && !isStrength(house)) {
    throw new BatchError(`there is no house bot ${JSON.stringify(house)}; the strengths are ${STRENGTHS.join(', ')}`)
  }
  return {
    character: whole(character, 'character', 0, CHARACTER_COUNT - 1),
    costume: whole(costume, 'costume', 0, COSTUME_COUNT - 1),
    name,
    house,
  }
}

/** As `readSettings` reads them again. */
export function writeSettings({ seed, ...settings }: LaneSettings): object {
  return { ...settings, seed: Buffer.from(seed).toString('hex') }
}

/** Lanes of the same fighters on the same stage can be played by one game. */
export function kindOf({ stage, players: [first, second] }: LaneSettings): string {
  return `${stage} ${first.character} ${second.character}`
}

export const BEFORE_FIRST = FIRST_FRAME - 1

function isStrength(value: unknown): value is Strength {
  return STRENGTHS.some((strength) => strength === value)
}

export function whole(value: unknown, name: string, least: number, most: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most) {
    throw new BatchError(`${name} is a whole number from ${least} to ${most}, not ${String(value)}`)
  }
  return value
}

export function asObject(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) throw new BatchError('settings are an object')
  return value as Readonly<Record<string, unknown>>
}
