/**
 * One fighter of a match: its record of the state, and what never changes about it. Followers (the second Ice Climber)
 * are fighters of their own on their leader's port.
 */
import type { ActionState } from './actions/action.ts'
import { Blow, HitboxesOut } from './combat/scratch.ts'
import type { FighterKind } from './fighters/kind.ts'
import type { Match } from './match.ts'
import { FighterRecord } from './state/fields.ts'

export class Fighter extends FighterRecord {
  readonly match: Match
  readonly port: number
  readonly isFollower: boolean
  readonly kind: FighterKind
  /** This frame's hitboxes, and what met the fighter's body and shield: nothing that outlives the frame. */
  readonly hitboxes = new HitboxesOut()
  readonly blow = new Blow()
  readonly shieldBlow = new Blow()
  /** Whom it reaches in this frame's phase 12. */
  catches: Fighter | null = null

  constructor(match: Match, port: number, isFollower: boolean, kind: FighterKind, buffer: ArrayBuffer, at: number) {
    super(buffer, at)
    this.match = match
    this.port = port
    this.isFollower = isFollower
    this.kind = kind
  }

  /** The present action state. */
  get state(): ActionState {
    return this.kind.actions[this.action]!
  }

  /** Frozen by a hit: no animation, no interrupt, no motion. */
  get isFrozen(): boolean {
    return this.hitlagLeft > 0
  }
}
