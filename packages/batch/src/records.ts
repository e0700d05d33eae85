/** Writes game states and ends of games into one buffer, from what the events of a frame say: those of the engine or of a recording. */
import type { ItemUpdate, PostFrame } from '@arena/slp'
import { GAMESTATE, ITEM, PLAYER, RECORDED, STAGE_AT, TERMINAL } from './layout.ts'
import { PLAYERS } from './players.ts'

const HITSTUN = 0x02
const SELF = 0
const OPPONENT = 2
const NOBODY = 255
const P = PLAYER.at
const R = RECORDED.at
const I = ITEM.at
const G = GAMESTATE.at
const T = TERMINAL.at

export interface Ended {
  readonly frame: number
  readonly stage: number
  readonly isDone: boolean
  readonly isMatchEnded: boolean
  readonly isStockout: boolean
  readonly isMaxFrame: boolean
  readonly winner: number
  readonly isFault: boolean
}

export class RecordWriter {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly i8: Int8Array
  readonly u16: Uint16Array
  readonly i16: Int16Array
  readonly u32: Uint32Array
  readonly #i32: Int32Array
  readonly f32: Float32Array

  constructor(length: number) {
    const buffer = new ArrayBuffer(Math.ceil(length / 4) * 4)
    this.bytes = new Uint8Array(buffer)
    this.i8 = new Int8Array(buffer)
    this.u16 = new Uint16Array(buffer)
    this.i16 = new Int16Array(buffer)
    this.u32 = new Uint32Array(buffer)
    this.#i32 = new Int32Array(buffer)
    this.f32 = new Float32Array(buffer)
  }

  /** Writes the part of a state that does not change while its game lasts, and clears the rest. */
  begin(at: number, stage: number, viewpoint: number, picks: readonly number[]): void {
    const { bytes } = this
    bytes.fill(0, at, at + GAMESTATE.bytes)
    this.u32[(at + G.stage_id) >> 2] = stage
    bytes[at + G.num_players] = PLAYERS
    bytes[at + G.viewpoint_player] = viewpoint
    for (let slot = 0; slot < 4; slot++) {
      const place = at + G.slots + slot * PLAYER.bytes
      const isPlayer = slot < PLAYERS
      const player = slot === 0 ? viewpoint : 1 - viewpoint
      bytes[place + P.source_player] = isPlayer ? player : NOBODY
      if (!isPlayer) continue
      bytes[place + P.team_relation] = slot === 0 ? SELF : OPPONENT
      bytes[place + P.char_id] = picks[player]!
    }
  }

  frame(at: number, frame: number, seed: number): void {
    this.#i32[(at + G.frame_id) >> 2] = frame
    this.u32[(at + G.frame_pre_random_seed) >> 2] = seed
  }

  platforms(at: number, left: number, right: number): void {
    this.f32[(at + STAGE_AT.leftPlatform) >> 2] = left
    this.f32[(at + STAGE_AT.rightPlatform) >> 2] = right
  }

  whispy(at: number, direction: number): void {
    this.bytes[at + STAGE_AT.whispy] = direction
  }

  randall(at: number, x: number, y: number): void {
    this.bytes[at + STAGE_AT.randallExists] = 1
    this.f32[(at + STAGE_AT.randallX) >> 2] = x
    this.f32[(at + STAGE_AT.randallY) >> 2] = y
  }

  /** `knowsGround`: whether the record says where it stands; else it is not said to be on the ground. */
  fighter(at: number, slot: number, isFollower: boolean, post: PostFrame, knowsGround = true): void {
    const place = at + (isFollower ? G.followers : G.slots) + slot * PLAYER.bytes
    this.#player(place, slot, post)
    if (!knowsGround) this.bytes[place + P.on_ground] = 0
    this.#recorded(at + (isFollower ? G.follower_recorded : G.recorded) + slot * RECORDED.bytes, post)
  }

  /** A fighter that recordings do not show. Of a leader stays who it is, and its stocks. */
  absent(at: number, slot: number, isFollower: boolean): void {
    const { bytes } = this
    const place = at + (isFollower ? G.followers : G.slots) + slot * PLAYER.bytes
    if (bytes[place] === 0) return
    const recorded = at + (isFollower ? G.follower_recorded : G.recorded) + slot * RECORDED.bytes
    bytes.fill(0, recorded, recorded + RECORDED.bytes)
    if (isFollower) {
      bytes.fill(0, place, place + PLAYER.bytes)
      return
    }
    bytes[place] = 0
    bytes.fill(0, place + P.pos_x, place + P.char_id)
    bytes.fill(0, place + P.facing, place + PLAYER.bytes)
  }

  stocks(at: number, slot: number, stocks: number): void {
    this.bytes[at + G.slots + slot * PLAYER.bytes + P.stocks] = stocks
  }

  #player(at: number, slot: number, post: PostFrame): void {
    const { bytes } = this
    const floats = this.f32
    const words = this.u16
    bytes[at + P.present] = 1
    bytes[at + P.source_player] = post.playerIndex
    bytes[at + P.team_relation] = slot === 0 ? SELF : OPPONENT
    floats[(at + P.pos_x) >> 2] = post.positionX
    floats[(at + P.pos_y) >> 2] = post.positionY
    floats[(at + P.speed_air_x_self) >> 2] = post.speedAirX
    floats[(at + P.speed_ground_x_self) >> 2] = post.speedGroundX
    floats[(at + P.speed_y_self) >> 2] = post.speedY
    floats[(at + P.speed_x_attack) >> 2] = post.speedAttackX
    floats[(at + P.speed_y_attack) >> 2] = post.speedAttackY
    floats[(at + P.percent) >> 2] = post.percent
    floats[(at + P.shield_hp) >> 2] = post.shieldSize
    words[(at + P.action_id) >> 1] = post.actionStateId
    this.i16[(at + P.action_frame) >> 1] = post.actionStateCounter
    words[(at + P.hitlag) >> 1] = post.hitlagRemaining
    words[(at + P.hitstun) >> 1] = (post.stateBitFlags4 & HITSTUN) === 0 ? 0 : post.miscActionState
    bytes[at + P.char_id] = post.internalCharacterId
    bytes[at + P.stocks] = post.stocksRemaining
    bytes[at + P.facing] = post.facingDirection > 0 ? 1 : 0
    bytes[at + P.on_ground] = post.isAirborne === 0 ? 1 : 0
    bytes[at + P.jumps_left] = post.jumpsRemaining
    bytes[at + P.hurtbox_state] = post.hurtboxCollisionState
    bytes[at + P.invulnerable] = post.hurtboxCollisionState === 0 ? 0 : 1
  }

  #recorded(at: number, post: PostFrame): void {
    const { bytes } = this
    bytes[at + R.state_flags] = post.stateBitFlags1
    bytes[at + R.state_flags + 1] = post.stateBitFlags2
    bytes[at + R.state_flags + 2] = post.stateBitFlags3
    bytes[at + R.state_flags + 3] = post.stateBitFlags4
    bytes[at + R.state_flags + 4] = post.stateBitFlags5
    bytes[at + R.l_cancel] = post.lCancelStatus
    this.u16[(at + R.ground_id) >> 1] = post.lastGroundId
    bytes[at + R.last_attack_landed] = post.lastAttackLanded
    bytes[at + R.combo_count] = post.currentComboCount
    bytes[at + R.last_hit_by] = post.lastHitBy
    this.u16[(at + R.instance_hit_by) >> 1] = post.instanceHitBy
    this.u16[(at + R.instance_id) >> 1] = post.instanceId
    this.u32[(at + R.animation_index) >> 2] = post.animationIndex
    this.f32[(at + R.action_counter) >> 2] = post.actionStateCounter
    this.f32[(at + R.misc) >> 2] = post.miscActionState
    this.f32[(at + R.hitlag) >> 2] = post.hitlagRemaining
  }

  item(at: number, place: number, item: ItemUpdate): void {
    const { bytes } = this
    const from = at + G.items + place * ITEM.bytes
    bytes[from + I.exists] = 1
    bytes[from + I.state] = item.state
    this.u16[(from + I.type) >> 1] = item.typeId
    this.i8[from + I.owner] = item.owner
    this.u16[(from + I.instance_id) >> 1] = item.instanceId
    this.f32[(from + I.direction) >> 2] = item.facingDirection
    this.f32[(from + I.vel_x) >> 2] = item.velocityX
    this.f32[(from + I.vel_y) >> 2] = item.velocityY
    this.f32[(from + I.pos_x) >> 2] = item.positionX
    this.f32[(from + I.pos_y) >> 2] = item.positionY
    this.u16[(from + I.damage) >> 1] = item.damageTaken
    this.f32[(from + I.timer) >> 2] = item.expirationTimer
    this.u32[(from + I.spawn_id) >> 2] = item.spawnId
    bytes[from + I.misc0] = item.missileType
    bytes[from + I.misc1] = item.turnipFace
    bytes[from + I.misc2] = item.chargeShotLaunched
    bytes[from + I.misc3] = item.chargePower
  }

  /** Clears the places of items from `place` on; those behind the first empty one are empty. */
  noItems(at: number, place: number): void {
    const end = at + G.followers
    let from = at + G.items + place * ITEM.bytes
    for (; from < end && this.bytes[from] !== 0; from += ITEM.bytes) this.bytes.fill(0, from, from + ITEM.bytes)
  }

  terminal(at: number, ended: Ended): void {
    const { bytes } = this
    this.#i32[(at + T.frame_id) >> 2] = ended.frame
    this.u32[(at + T.stage_id) >> 2] = ended.stage
    bytes[at + T.done] = Number(ended.isDone)
    bytes[at + T.match_ended] = Number(ended.isMatchEnded)
    bytes[at + T.stockout] = Number(ended.isStockout)
    bytes[at + T.max_frame_reached] = Number(ended.isMaxFrame)
    this.i8[at + T.winner] = ended.winner
    bytes[at + T.fault] = Number(ended.isFault)
    bytes.fill(0, at + T._pad0, at + TERMINAL.bytes)
  }
}
