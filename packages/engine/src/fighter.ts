/**
 * One fighter of a match: its record of the state, and its constants. Followers (the second Ice Climber) are fighters
 * of their own on their leader's port.
 */
import type { ActionState } from './actions/action.ts'
import { ReceivedHit, ShieldHit, HitboxesOut } from './combat/scratch.ts'
import type { FighterKind } from './fighters/kind.ts'
import type { Match } from './match.ts'
import { FighterRecord, type TrailRecord } from './state/fields.ts'

/** A fighter's place in its match. */
export interface Seat {
  /** Index in the match's list of fighters. */
  readonly index: number
  readonly port: number
  readonly isFollower: boolean
}

export class Fighter extends FighterRecord {
  readonly match: Match
  readonly index: number
  readonly port: number
  readonly isFollower: boolean
  /** The fighters behind the pick: one, or two of which one is in play at a time. */
  readonly forms: readonly FighterKind[]
  /**
   * The fighter that the player controls: a follower's leader; any other fighter is its own. It has the stocks and the
   * stale attacks.
   */
  leader: Fighter = this
  follower: Fighter | null = null
  /** What a follower knows of its leader. */
  trail: TrailRecord | null = null
  /** Views of the private variables of actions, by the number of their table (`state/privates.ts`). */
  readonly privates: unknown[] = []
  /** This frame's hitboxes, and the hits on the fighter's body and shield: nothing that is needed after the frame. */
  readonly hitboxes = new HitboxesOut()
  readonly receivedHit = new ReceivedHit()
  readonly shieldHit = new ShieldHit()

  constructor(
    match: Match,
    { index, port, isFollower }: Seat,
    forms: readonly FighterKind[],
    buffer: ArrayBuffer,
    at: number,
  ) {
    super(buffer, at)
    this.match = match
    this.index = index
    this.port = port
    this.isFollower = isFollower
    this.forms = forms
  }

  get kind(): FighterKind {
    return this.forms[this.form]!
  }

  /** The present action state. */
  get state(): ActionState {
    return this.kind.actions[this.action]!
  }

  /** Turns `count` hurtbox capsules as the action turns the body. */
  turnBody(places: Float32Array, count: number): void {
    this.state.turnBody?.(this, places, count)
  }

  /** How far the action's flight turns the outline of the body, clockwise from upright. */
  flightAngle(): number {
    return this.state.flightAngle?.(this) ?? 0
  }

  /** Frozen by a hit: no animation, no interrupt, no motion. */
  get isFrozen(): boolean {
    return this.hitlagLeft > 0
  }
}
