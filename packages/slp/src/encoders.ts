/**
 * One encoder an event, each writing a record in the newest layout at `at`.
 * Generated from the tables in events.ts by scripts/replay-format.ts; do not edit.
 *
 * Generated because it is the fastest way that needs no `eval`, which strict pages refuse. Measured on Node 20 for a
 * two-player frame of 116 fields: this 0.2 us, a loop over the table 2.0 us, a closure a field 2.3 us.
 */
import { putAscii, putBytes, putShiftJis } from './blocks.ts'
import type {
  DreamlandWhispy,
  FodPlatforms,
  FrameBookend,
  FrameStart,
  GameEnd,
  GameStart,
  ItemUpdate,
  MessageSplitter,
  PostFrame,
  PreFrame,
  StadiumTransformation,
} from './events.ts'

export function encodeMessageSplitter(view: DataView, at: number, record: MessageSplitter): void {
  view.setUint8(at, 0x10)
  putBytes(view, at + 0x01, 512, record.block)
  view.setUint16(at + 0x201, record.actualSize)
  view.setUint8(at + 0x203, record.internalCommand)
  view.setUint8(at + 0x204, record.isLastMessage)
}

export function encodeGameStart(view: DataView, at: number, record: GameStart): void {
  view.setUint8(at, 0x36)
  view.setUint8(at + 0x01, record.version[0]!)
  view.setUint8(at + 0x02, record.version[1]!)
  view.setUint8(at + 0x03, record.version[2]!)
  view.setUint8(at + 0x04, record.version[3]!)
  view.setUint8(at + 0x05, record.gameBitfield1)
  view.setUint8(at + 0x06, record.gameBitfield2)
  view.setUint8(at + 0x07, record.gameBitfield3)
  view.setUint8(at + 0x08, record.gameBitfield4)
  putBytes(view, at + 0x09, 2, record.unknown04)
  view.setUint8(at + 0x0b, record.bombRain)
  putBytes(view, at + 0x0c, 1, record.unknown07)
  view.setUint8(at + 0x0d, record.isTeams)
  putBytes(view, at + 0x0e, 2, record.unknown09)
  view.setInt8(at + 0x10, record.itemSpawnBehavior)
  view.setInt8(at + 0x11, record.selfDestructScoreValue)
  putBytes(view, at + 0x12, 1, record.unknown0D)
  view.setUint16(at + 0x13, record.stageId)
  view.setUint32(at + 0x15, record.startingTimerSeconds)
  putBytes(view, at + 0x19, 15, record.unknown14)
  view.setUint8(at + 0x28, record.itemSpawnBitfields[0]!)
  view.setUint8(at + 0x29, record.itemSpawnBitfields[1]!)
  view.setUint8(at + 0x2a, record.itemSpawnBitfields[2]!)
  view.setUint8(at + 0x2b, record.itemSpawnBitfields[3]!)
  view.setUint8(at + 0x2c, record.itemSpawnBitfields[4]!)
  putBytes(view, at + 0x2d, 8, record.unknown28)
  view.setFloat32(at + 0x35, record.damageRatio)
  putBytes(view, at + 0x39, 44, record.unknown34)
  putBytes(view, at + 0xf5, 36, record.player5)
  putBytes(view, at + 0x119, 36, record.player6)
  view.setUint32(at + 0x13d, record.randomSeed)
  view.setUint8(at + 0x1a1, record.isPal)
  view.setUint8(at + 0x1a2, record.isFrozenStadium)
  view.setUint8(at + 0x1a3, record.minorScene)
  view.setUint8(at + 0x1a4, record.majorScene)
  view.setUint8(at + 0x2bd, record.language)
  putAscii(view, at + 0x2be, 51, record.sessionId)
  view.setUint32(at + 0x2f1, record.gameNumber)
  view.setUint32(at + 0x2f5, record.tiebreakerNumber)
  for (let port = 0; port < 4; port++) {
    const player = record.players[port]!
    view.setUint8(at + port * 0x24 + 0x65, player.characterId)
    view.setUint8(at + port * 0x24 + 0x66, player.playerType)
    view.setUint8(at + port * 0x24 + 0x67, player.startStocks)
    view.setUint8(at + port * 0x24 + 0x68, player.costumeIndex)
    putBytes(view, at + port * 0x24 + 0x69, 3, player.unknown64)
    view.setUint8(at + port * 0x24 + 0x6c, player.teamShade)
    view.setUint8(at + port * 0x24 + 0x6d, player.handicap)
    view.setUint8(at + port * 0x24 + 0x6e, player.teamId)
    putBytes(view, at + port * 0x24 + 0x6f, 2, player.unknown6A)
    view.setUint8(at + port * 0x24 + 0x71, player.playerBitfield)
    putBytes(view, at + port * 0x24 + 0x72, 2, player.unknown6D)
    view.setUint8(at + port * 0x24 + 0x74, player.cpuLevel)
    view.setUint16(at + port * 0x24 + 0x75, player.damageStart)
    view.setUint16(at + port * 0x24 + 0x77, player.damageSpawn)
    putBytes(view, at + port * 0x24 + 0x79, 4, player.unknown74)
    view.setFloat32(at + port * 0x24 + 0x7d, player.offenseRatio)
    view.setFloat32(at + port * 0x24 + 0x81, player.defenseRatio)
    view.setFloat32(at + port * 0x24 + 0x85, player.modelScale)
    view.setUint32(at + port * 0x08 + 0x141, player.dashbackFix)
    view.setUint32(at + port * 0x08 + 0x145, player.shieldDropFix)
    putBytes(view, at + port * 0x10 + 0x161, 16, player.nametag)
    putShiftJis(view, at + port * 0x1f + 0x1a5, 31, player.displayName)
    putShiftJis(view, at + port * 0x0a + 0x221, 10, player.connectCode)
    putAscii(view, at + port * 0x1d + 0x249, 29, player.userId)
  }
}

export function encodePreFrame(view: DataView, at: number, record: PreFrame): void {
  view.setUint8(at, 0x37)
  view.setInt32(at + 0x01, record.frame)
  view.setUint8(at + 0x05, record.playerIndex)
  view.setUint8(at + 0x06, record.isFollower)
  view.setUint32(at + 0x07, record.seed)
  view.setUint16(at + 0x0b, record.actionStateId)
  view.setFloat32(at + 0x0d, record.positionX)
  view.setFloat32(at + 0x11, record.positionY)
  view.setFloat32(at + 0x15, record.facingDirection)
  view.setFloat32(at + 0x19, record.joystickX)
  view.setFloat32(at + 0x1d, record.joystickY)
  view.setFloat32(at + 0x21, record.cStickX)
  view.setFloat32(at + 0x25, record.cStickY)
  view.setFloat32(at + 0x29, record.trigger)
  view.setUint32(at + 0x2d, record.buttons)
  view.setUint16(at + 0x31, record.physicalButtons)
  view.setFloat32(at + 0x33, record.physicalLTrigger)
  view.setFloat32(at + 0x37, record.physicalRTrigger)
  view.setInt8(at + 0x3b, record.rawJoystickX)
  view.setFloat32(at + 0x3c, record.percent)
  view.setInt8(at + 0x40, record.rawJoystickY)
  view.setInt8(at + 0x41, record.rawCStickX)
  view.setInt8(at + 0x42, record.rawCStickY)
}

export function encodePostFrame(view: DataView, at: number, record: PostFrame): void {
  view.setUint8(at, 0x38)
  view.setInt32(at + 0x01, record.frame)
  view.setUint8(at + 0x05, record.playerIndex)
  view.setUint8(at + 0x06, record.isFollower)
  view.setUint8(at + 0x07, record.internalCharacterId)
  view.setUint16(at + 0x08, record.actionStateId)
  view.setFloat32(at + 0x0a, record.positionX)
  view.setFloat32(at + 0x0e, record.positionY)
  view.setFloat32(at + 0x12, record.facingDirection)
  view.setFloat32(at + 0x16, record.percent)
  view.setFloat32(at + 0x1a, record.shieldSize)
  view.setUint8(at + 0x1e, record.lastAttackLanded)
  view.setUint8(at + 0x1f, record.currentComboCount)
  view.setUint8(at + 0x20, record.lastHitBy)
  view.setUint8(at + 0x21, record.stocksRemaining)
  view.setFloat32(at + 0x22, record.actionStateCounter)
  view.setUint8(at + 0x26, record.stateBitFlags1)
  view.setUint8(at + 0x27, record.stateBitFlags2)
  view.setUint8(at + 0x28, record.stateBitFlags3)
  view.setUint8(at + 0x29, record.stateBitFlags4)
  view.setUint8(at + 0x2a, record.stateBitFlags5)
  view.setFloat32(at + 0x2b, record.miscActionState)
  view.setUint8(at + 0x2f, record.isAirborne)
  view.setUint16(at + 0x30, record.lastGroundId)
  view.setUint8(at + 0x32, record.jumpsRemaining)
  view.setUint8(at + 0x33, record.lCancelStatus)
  view.setUint8(at + 0x34, record.hurtboxCollisionState)
  view.setFloat32(at + 0x35, record.speedAirX)
  view.setFloat32(at + 0x39, record.speedY)
  view.setFloat32(at + 0x3d, record.speedAttackX)
  view.setFloat32(at + 0x41, record.speedAttackY)
  view.setFloat32(at + 0x45, record.speedGroundX)
  view.setFloat32(at + 0x49, record.hitlagRemaining)
  view.setUint32(at + 0x4d, record.animationIndex)
  view.setUint16(at + 0x51, record.instanceHitBy)
  view.setUint16(at + 0x53, record.instanceId)
}

export function encodeGameEnd(view: DataView, at: number, record: GameEnd): void {
  view.setUint8(at, 0x39)
  view.setUint8(at + 0x01, record.gameEndMethod)
  view.setInt8(at + 0x02, record.lrasInitiatorIndex)
  view.setInt8(at + 0x03, record.placements[0]!)
  view.setInt8(at + 0x04, record.placements[1]!)
  view.setInt8(at + 0x05, record.placements[2]!)
  view.setInt8(at + 0x06, record.placements[3]!)
}

export function encodeFrameStart(view: DataView, at: number, record: FrameStart): void {
  view.setUint8(at, 0x3a)
  view.setInt32(at + 0x01, record.frame)
  view.setUint32(at + 0x05, record.seed)
  view.setUint32(at + 0x09, record.sceneFrameCounter)
}

export function encodeItemUpdate(view: DataView, at: number, record: ItemUpdate): void {
  view.setUint8(at, 0x3b)
  view.setInt32(at + 0x01, record.frame)
  view.setUint16(at + 0x05, record.typeId)
  view.setUint8(at + 0x07, record.state)
  view.setFloat32(at + 0x08, record.facingDirection)
  view.setFloat32(at + 0x0c, record.velocityX)
  view.setFloat32(at + 0x10, record.velocityY)
  view.setFloat32(at + 0x14, record.positionX)
  view.setFloat32(at + 0x18, record.positionY)
  view.setUint16(at + 0x1c, record.damageTaken)
  view.setFloat32(at + 0x1e, record.expirationTimer)
  view.setUint32(at + 0x22, record.spawnId)
  view.setUint8(at + 0x26, record.missileType)
  view.setUint8(at + 0x27, record.turnipFace)
  view.setUint8(at + 0x28, record.chargeShotLaunched)
  view.setUint8(at + 0x29, record.chargePower)
  view.setInt8(at + 0x2a, record.owner)
  view.setUint16(at + 0x2b, record.instanceId)
}

export function encodeFrameBookend(view: DataView, at: number, record: FrameBookend): void {
  view.setUint8(at, 0x3c)
  view.setInt32(at + 0x01, record.frame)
  view.setInt32(at + 0x05, record.latestFinalizedFrame)
}

export function encodeFodPlatforms(view: DataView, at: number, record: FodPlatforms): void {
  view.setUint8(at, 0x3f)
  view.setInt32(at + 0x01, record.frame)
  view.setUint8(at + 0x05, record.platform)
  view.setFloat32(at + 0x06, record.height)
}

export function encodeDreamlandWhispy(view: DataView, at: number, record: DreamlandWhispy): void {
  view.setUint8(at, 0x40)
  view.setInt32(at + 0x01, record.frame)
  view.setUint8(at + 0x05, record.direction)
}

export function encodeStadiumTransformation(view: DataView, at: number, record: StadiumTransformation): void {
  view.setUint8(at, 0x41)
  view.setInt32(at + 0x01, record.frame)
  view.setUint16(at + 0x05, record.event)
  view.setUint16(at + 0x07, record.type)
}
