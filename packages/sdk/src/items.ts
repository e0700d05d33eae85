/** Projectiles and items as a bot sees them: the game's Item Updates, with names. */
import type { ItemUpdate } from '@arena/slp'
import type { Port } from './port.ts'

/**
 * Names of everything that fighters make, throw or hold, and of the Shy Guys of Yoshi's Story, by the game's item number (`raw.typeId`). The arena's rules
 * have no other items. What Kirby makes with another fighter's special has `Kirby` before that fighter's name.
 */
export const ITEM_NAMES = {
  6: 'BobOmb',
  7: 'MrSaturn',
  12: 'BeamSword',
  48: 'MarioFireball',
  49: 'DrMarioCapsule',
  50: 'KirbyCutter',
  51: 'KirbyHammer',
  54: 'FoxLaser',
  55: 'FalcoLaser',
  56: 'FoxShadow',
  57: 'FalcoShadow',
  58: 'LinkBomb',
  59: 'YoungLinkBomb',
  60: 'LinkBoomerang',
  61: 'YoungLinkBoomerang',
  62: 'LinkHookshot',
  63: 'YoungLinkHookshot',
  64: 'LinkArrow',
  65: 'YoungLinkArrow',
  66: 'NessPkFire',
  67: 'NessPkFirePillar',
  68: 'NessPkFlash',
  69: 'NessPkThunder',
  70: 'NessPkThunderTrail1',
  71: 'NessPkThunderTrail2',
  72: 'NessPkThunderTrail3',
  73: 'NessPkThunderTrail4',
  74: 'FoxBlaster',
  75: 'FalcoBlaster',
  76: 'LinkBow',
  77: 'YoungLinkBow',
  78: 'NessPkFlashBlast',
  79: 'SheikNeedle',
  80: 'SheikNeedlesHeld',
  81: 'PikachuThunder',
  82: 'PichuThunder',
  83: 'MarioCape',
  84: 'DrMarioCape',
  85: 'SheikSmoke',
  86: 'YoshiEgg',
  87: 'YoshiTongue',
  88: 'YoshiStar',
  89: 'PikachuThunderJolt',
  90: 'PikachuThunderJoltAnchor',
  91: 'PichuThunderJolt',
  92: 'PichuThunderJoltAnchor',
  93: 'SamusBomb',
  94: 'SamusChargeShot',
  95: 'SamusMissile',
  96: 'SamusGrappleBeam',
  97: 'SheikChain',
  98: 'PeachBomberBlast',
  99: 'PeachTurnip',
  100: 'BowserFlame',
  101: 'NessBat',
  102: 'NessYoyo',
  103: 'PeachParasol',
  104: 'PeachToad',
  105: 'LuigiFireball',
  106: 'IceClimbersIceShot',
  107: 'IceClimbersBlizzard',
  108: 'ZeldaDinsFire',
  109: 'ZeldaDinsFireBlast',
  110: 'MewtwoDisable',
  111: 'PeachToadSpore',
  112: 'MewtwoShadowBall',
  113: 'IceClimbersRope',
  114: 'GameAndWatchInsecticide',
  115: 'GameAndWatchManhole',
  116: 'GameAndWatchTorch',
  117: 'GameAndWatchParachute',
  118: 'GameAndWatchTurtle',
  119: 'GameAndWatchBreath',
  120: 'GameAndWatchJudge',
  121: 'GameAndWatchBucket',
  122: 'GameAndWatchSausage',
  123: 'YoungLinkMilk',
  124: 'GameAndWatchFirefighters',
  130: 'KirbyMarioFireball',
  131: 'KirbyDrMarioCapsule',
  132: 'KirbyLuigiFireball',
  133: 'KirbyIceClimbersIceShot',
  134: 'KirbyPeachToad',
  135: 'KirbyPeachToadSpore',
  136: 'KirbyFoxLaser',
  137: 'KirbyFalcoLaser',
  138: 'KirbyFoxBlaster',
  139: 'KirbyFalcoBlaster',
  140: 'KirbyLinkArrow',
  141: 'KirbyYoungLinkArrow',
  142: 'KirbyLinkBow',
  143: 'KirbyYoungLinkBow',
  144: 'KirbyMewtwoShadowBall',
  145: 'KirbyNessPkFlash',
  146: 'KirbyNessPkFlashBlast',
  147: 'KirbyPikachuThunderJolt',
  148: 'KirbyPikachuThunderJoltAnchor',
  149: 'KirbyPichuThunderJolt',
  150: 'KirbyPichuThunderJoltAnchor',
  151: 'KirbySamusChargeShot',
  152: 'KirbySheikNeedle',
  153: 'KirbySheikNeedlesHeld',
  154: 'KirbyBowserFlame',
  155: 'KirbyGameAndWatchSausage',
  157: 'KirbyYoshiTongue',
  210: 'ShyGuy',
} as const

export type ItemName = (typeof ITEM_NAMES)[keyof typeof ITEM_NAMES] | 'Unknown'

/** A projectile or an item after a frame. */
export interface ItemView {
  /** Serial number in the match, the same in every frame in which the item exists. */
  readonly id: number
  readonly name: ItemName
  /** Port of who made it or reflected it; null for nobody. */
  readonly owner: Port | null
  readonly x: number
  readonly y: number
  /** Units per frame. */
  readonly speedX: number
  readonly speedY: number
  /** -1 or 1; 0 for items without a side. */
  readonly facing: number
  /** What the item is doing, a number whose meaning depends on its type. */
  readonly state: number
  /** Frames until it expires. */
  readonly framesLeft: number
  /** The whole Item Update. */
  readonly raw: ItemUpdate
}

const NAMES: Readonly<Record<number, ItemName>> = ITEM_NAMES

export function itemView(raw: ItemUpdate): ItemView {
  return {
    id: raw.spawnId,
    name: NAMES[raw.typeId] ?? 'Unknown',
    owner: raw.owner === 0 || raw.owner === 1 ? raw.owner : null,
    x: raw.positionX,
    y: raw.positionY,
    speedX: raw.velocityX,
    speedY: raw.velocityY,
    facing: Math.sign(raw.facingDirection),
    state: raw.state,
    framesLeft: raw.expirationTimer,
    raw,
  }
}
