/** A Game Start to fill in: every setting as in tournament recordings, all four ports empty. */
import { VERSION, type GameStart, type GameStartPlayer } from './events.ts'
import { PORTS } from './table.ts'

const EMPTY_PLAYER = 3
const NO_CHARACTER = 0x21

export function emptyGameStart(): GameStart {
  return {
    version: [...VERSION, 0],
    // A timer that counts down, four places on the screen, stock mode.
    gameBitfield1: 0x32,
    gameBitfield2: 0x01,
    gameBitfield3: 0x86,
    gameBitfield4: 0x4c,
    unknown04: Uint8Array.of(0xc3, 0),
    bombRain: 0,
    unknown07: new Uint8Array(1),
    isTeams: 0,
    unknown09: new Uint8Array(2),
    itemSpawnBehavior: -1,
    selfDestructScoreValue: -1,
    unknown0D: Uint8Array.of(0x6e),
    stageId: 0,
    startingTimerSeconds: 8 * 60,
    unknown14: new Uint8Array(15).fill(0xff, 12),
    itemSpawnBitfields: [0xff, 0xff, 0xff, 0xff, 0xff],
    unknown28: paddedTo(8, [0, 0, 0, 0, 0x3f, 0x80]),
    damageRatio: 1,
    unknown34: paddedTo(44, [0x3f, 0x80]),
    player5: unusedPlace(),
    player6: unusedPlace(),
    randomSeed: 0,
    isPal: 0,
    isFrozenStadium: 1,
    minorScene: 2,
    majorScene: 2,
    language: 1,
    sessionId: '',
    gameNumber: 0,
    tiebreakerNumber: 0,
    players: Array.from({ length: PORTS }, emptyPlayer),
  }
}

/** Bits of `gameBitfield1` that say how the timer runs, and their value where it counts down; else it counts up, or there is none. */
const TIMER_MASK = 0x03
const COUNTS_DOWN = 2

/** Seconds from which the clock counts down; null where it does not. */
export function timeLimitOf({ gameBitfield1, startingTimerSeconds }: GameStart): number | null {
  return (gameBitfield1 & TIMER_MASK) === COUNTS_DOWN ? startingTimerSeconds : null
}

function emptyPlayer(): GameStartPlayer {
  return {
    characterId: NO_CHARACTER,
    playerType: EMPTY_PLAYER,
    startStocks: 4,
    costumeIndex: 0,
    unknown64: Uint8Array.of(0, 0xff, 0),
    teamShade: 0,
    handicap: 9,
    teamId: 0,
    unknown6A: Uint8Array.of(0x78, 0),
    playerBitfield: 0x40,
    unknown6D: Uint8Array.of(0, 4),
    cpuLevel: 1,
    damageStart: 0,
    damageSpawn: 0,
    unknown74: new Uint8Array(4),
    offenseRatio: 1,
    defenseRatio: 1,
    modelScale: 1,
    dashbackFix: 1,
    shieldDropFix: 1,
    nametag: new Uint8Array(16),
    displayName: '',
    connectCode: '',
    userId: '',
  }
}

/** Places five and six of the block as recordings hold them; three ratios of 1 at the end. */
function unusedPlace(): Uint8Array {
  const one = [0x3f, 0x80, 0, 0]
  const head = [NO_CHARACTER, EMPTY_PLAYER, 4, 0, 0, 0xff, 0, 0, 9, 0, 0x78, 0, 0x40, 0, 4, 0]
  return Uint8Array.from([...head, 0, 0, 0, 0, 0, 0, 0, 0, ...one, ...one, ...one])
}

function paddedTo(length: number, bytes: readonly number[]): Uint8Array {
  const padded = new Uint8Array(length)
  padded.set(bytes)
  return padded
}
