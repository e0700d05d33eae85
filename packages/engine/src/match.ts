/**
 * A match in progress: the one buffer that is its whole state, the views into it, and its constants. Everything that
 * plays takes the match or one of its fighters; nothing else stores anything.
 */
import { FIRST_FRAME } from '@arena/slp'
import { drawAnew, enterEntry } from './actions/match-flow.ts'
import { Articles } from './articles/articles.ts'
import { NOBODY, SHIELD, STOCKS } from './constants.ts'
import type { EventRecorder } from './events/recorder.ts'
import { Fighter } from './fighter.ts'
import { castOf } from './fighters/index.ts'
import type { ExternalId } from './tables/ids.ts'
import { ControllerReading } from './input/controller.ts'
import { resetTimers } from './input/timers.ts'
import { beginTrail } from './input/trail.ts'
import { ARENA_RULES, type Ruleset, type Seeds } from './ruleset.ts'
import { FrameSeeds, type StageId } from './seed.ts'
import { STAGE_BY_ID } from './stages/index.ts'
import type { Stage } from './stages/stage.ts'
import { Terrain } from './stages/terrain.ts'
import { MatchRecord, StageRecord, TrailRecord } from './state/fields.ts'
import { fighterAt, STATE_AT, stateWords, trailAt } from './state/state.ts'

export interface MatchSettings {
  readonly seed: Uint8Array
  readonly stage: StageId
  /** The picks by port. */
  readonly characters: readonly [ExternalId, ExternalId]
  /** The arena's unless given. */
  readonly rules?: Ruleset
}

export class Match {
  readonly buffer: ArrayBuffer
  readonly record: MatchRecord
  readonly stageRecord: StageRecord
  /** In the game's order: port by port, each leader with its follower after it. */
  readonly fighters: readonly Fighter[]
  /** The fighters that the players control, by port. */
  readonly leaders: readonly Fighter[]
  /** What the fighters' actions made, oldest first. */
  readonly articles: Articles
  readonly stage: Stage
  /** The stage's lines, with its moving floors where the state has them. */
  readonly terrain: Terrain
  readonly recorder: EventRecorder
  readonly rules: Ruleset
  readonly seeds: Seeds
  /** This frame's controllers by fighter: those of leaders are filled before the frame, of followers in its phase 2. */
  readonly readings: readonly ControllerReading[]

  constructor(settings: MatchSettings, recorder: EventRecorder) {
    const { seed, stage, characters, rules = ARENA_RULES } = settings
    const casts = characters.map(castOf)
    const seated = casts.flatMap(({ forms, follower }, port) => {
      const leader = { port, isFollower: false, forms }
      return follower ? [leader, { port, isFollower: true, forms: [follower] }] : [leader]
    })
    this.buffer = new ArrayBuffer(4 * stateWords(seated.length))
    this.record = new MatchRecord(this.buffer, STATE_AT.match)
    this.stageRecord = new StageRecord(this.buffer, STATE_AT.stage)
    this.stage = STAGE_BY_ID[stage]
    this.terrain = new Terrain(this.stage)
    this.recorder = recorder
    this.rules = rules
    this.seeds = rules.seeds ?? new FrameSeeds(seed)
    this.readings = seated.map(() => new ControllerReading())
    this.fighters = seated.map(
      ({ port, isFollower, forms }, index) =>
        new Fighter(this, { index, port, isFollower }, forms, this.buffer, fighterAt(index)),
    )
    this.articles = new Articles(this)
    this.leaders = this.fighters.filter(({ isFollower }) => !isFollower)
    const followers = this.fighters.filter(({ isFollower }) => isFollower)
    for (const [i, follower] of followers.entries()) {
      const leader = this.leaders[follower.port]!
      follower.leader = leader
      leader.follower = follower
      follower.trail = new TrailRecord(this.buffer, trailAt(seated.length, i))
    }
    this.#begin()
  }

  #begin(): void {
    this.record.frame = FIRST_FRAME - 1
    this.record.nextInstance = 1
    this.record.winner = -1
    this.record.seed = this.seeds.start ?? this.seeds.at(FIRST_FRAME)
    this.stage.reset?.(this.stageRecord, this.record)
    this.syncTerrain()
    for (const fighter of this.fighters) {
      fighter.stocks = STOCKS
      fighter.shieldHealth = SHIELD.health
      fighter.lastHitBy = NOBODY
      fighter.floorLine = -1
      fighter.passedLine = -1
      fighter.ledge = -1
      fighter.meteorLeft = -1
      fighter.holds = -1
      fighter.heldArticle = -1
      fighter.heldBy = -1
      fighter.comboVictim = -1
      fighter.forgetLeft = -1
      fighter.sinceHit = 0xff
      resetTimers(fighter)
      enterEntry(fighter)
      // Both fighters behind a pick enter, the hidden one unseen.
      if (fighter.forms.length > 1) this.takeInstance()
      if (fighter.trail) beginTrail(fighter, fighter.trail)
      drawAnew(fighter)
    }
  }

  /** Places the moving floors as of the frame last begun; also after the state was restored. */
  syncTerrain(): void {
    this.terrain.sync(this.stageRecord, this.record.frame)
  }

  /** The serial number of an action that begins. */
  takeInstance(): number {
    const { nextInstance } = this.record
    this.record.nextInstance = nextInstance + 1
    return nextInstance
  }
}
