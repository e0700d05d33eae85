/**
 * The games and requests of a check of an engine, in this order:
 *
 *   a game on the arena's clock -> the same in that process again, where the engine rests -> the same in another process
 *   -> from another seed -> with each port standing still -> all characters and stages, two at a time
 *   -> to the last stock -> to the end of time -> what an engine ignores, and what it refuses
 */
import {
  createStep,
  encodeStart,
  ENGINE_PROTOCOL_VERSION,
  REQUEST,
  setStepFrame,
  STEP_MS,
  type EngineCommand,
  type Standing,
} from '@arena/host'
import { CHARACTER_COUNT, costumeCount, FIRST_FRAME, STAGE_IDS } from '@arena/slp'
import { CheckedEngine, type GamePlan, type GameSetup, type PlayedGame } from './engine.ts'
import { differenceOf, judgeGames, judgeProvocations, placeOf, type Games, type Provocation } from './judge.ts'
import { leaves, wild } from './pads.ts'
import type { EngineRuleName, EngineVerdict } from './rules.ts'

/** Frames of each game, and milliseconds. */
export const LENGTHS = {
  /** Ten seconds, two of them before play. */
  game: 600,
  cast: 300,
  short: 10,
  /** To the last stock: a minute. */
  stocks: 3600 - FIRST_FRAME,
  /** After its last stock, or the end of time, a game goes on for so long at most. */
  overdue: 300,
  /** A game to the end of time is played where it takes no longer, at the speed of the games before. */
  timeMs: 60_000,
  /** For a reaction to what is no request; and to one that comes first, with which the process has yet to start. */
  reactMs: 5_000,
  startMs: 30_000,
}

export interface EngineCheckOptions {
  readonly command: EngineCommand
  /** Plays to the end of time however long it takes. */
  readonly isFull: boolean
  readonly lengths?: typeof LENGTHS
  readonly signal: AbortSignal
  readonly onProgress: (state: string) => void
}

/** The seeds of a check are the same each time, and so are its games. */
const SEED = '5f0c1d7e92ab3468c0ffee00112233445566778899aabbccddeeff0123456789'
const OTHER_SEED = 'a1'.repeat(32)
const NAMES = ['Waveland', 'Edgeguard'] as const
const FOX = 2
const MARTH = 9
/** With a follower. */
const ICE_CLIMBERS = 14
const BATTLEFIELD = 31
const FINAL_DESTINATION = 32
const WILD = 7
const TIME_LIMIT = 8 * 60 * 60
const AT_ONCE = 2

function setupOf(first: number, second: number, stage: GameSetup['stage'], seed = SEED): GameSetup {
  // The last costume that a character has: no other is as easily left out.
  const player = (character: number, port: 0 | 1) => ({
    character,
    costume: port === 0 ? 0 : costumeCount(character) - 1,
    name: NAMES[port],
  })
  return { seed, stage, players: [player(first, 0), player(second, 1)] }
}

export async function checkEngine(options: EngineCheckOptions): Promise<EngineVerdict[]> {
  const check = new Check(options)
  try {
    const games = await check.playAll()
    const hasStarted = games.live.start !== null
    return [...judgeGames(games), ...(hasStarted ? judgeProvocations(await check.provokeAll()) : [])]
  } finally {
    check.close()
  }
}

class Check {
  readonly #options: EngineCheckOptions
  readonly #lengths: typeof LENGTHS
  #engine: CheckedEngine | null = null
  /** Whether a process that rests is used again. */
  #mayRest = true

  constructor(options: EngineCheckOptions) {
    this.#options = options
    this.#lengths = options.lengths ?? LENGTHS
  }

  close(): void {
    this.#engine?.[Symbol.dispose]()
    this.#engine = null
  }

  async playAll(): Promise<Games> {
    const { game, cast, short, stocks, overdue } = this.#lengths
    const setup = setupOf(FOX, ICE_CLIMBERS, BATTLEFIELD)
    const same = (): Omit<GamePlan, 'forfeit'> => ({ setup, script: wild(WILD), most: game })
    const live = await this.#play('on the clock of the arena', { ...same(), forfeit: 0, clock: 'live' })
    const none = {
      second: null,
      again: null,
      other: null,
      still: [null, null],
      casts: [],
      stocks: null,
      time: null,
    } as const
    const unplayed = { ...none, pieces: null, members: null, whyNoTime: 'a game before it failed' }
    if (live.error !== null) return { live, ...unplayed }

    const second = this.#engine!.isAtRest
      ? await this.#play('the same in this process', { ...same(), forfeit: 1 })
      : null
    this.close()
    this.#mayRest = second?.error === null && differenceOf(live, second) === null
    const again = await this.#play('the same in another process', { ...same(), forfeit: null })
    if (again.error !== null) return { live, ...unplayed, second, again }
    const from = setupOf(FOX, ICE_CLIMBERS, BATTLEFIELD, OTHER_SEED)
    const other = await this.#play('from another seed', { ...same(), setup: from, forfeit: 0 })
    const standing = (port: 0 | 1) =>
      this.#play(`port ${port} stands still`, { ...same(), script: wild(WILD, port), forfeit: port })
    const still = [await standing(0), await standing(1)] as const

    const casts: PlayedGame[] = []
    for (let first = 0; first < CHARACTER_COUNT; first += 2) {
      const stage = STAGE_IDS[(first / 2) % STAGE_IDS.length]!
      const plan = { setup: setupOf(first, first + 1, stage), script: wild(first), most: cast, forfeit: null }
      casts.push(await this.#play(placeOf(plan), plan))
    }

    const duel = setupOf(FOX, MARTH, FINAL_DESTINATION)
    let isLost = 0
    const isOverdue = ({ players }: Standing) => players.some((player) => player.stocks === 0) && ++isLost > overdue
    const toLast = { setup: duel, script: leaves(4), most: stocks, forfeit: null, isOverdue }
    const last = await this.#play('to the last stock', toLast)
    const fast = [again, ...casts]
    const frames = fast.reduce((sum, one) => sum + one.frames.length, 0)
    const ms = ((TIME_LIMIT - FIRST_FRAME) * fast.reduce((sum, one) => sum + one.playMs, 0)) / frames
    const isShort = this.#options.isFull || ms <= this.#lengths.timeMs
    const toTime = { setup: duel, script: leaves(1), most: TIME_LIMIT - FIRST_FRAME + overdue, forfeit: null }
    const time = isShort ? await this.#play('to the end of time', toTime) : null

    const quick = { setup: duel, script: leaves(0), most: short, forfeit: null }
    const stepMs = this.#lengths.reactMs
    const pieces = await this.#play('a step in pieces', { ...quick, inPieces: true }, stepMs)
    const more = { ...duel, mode: { name: 'live', frames: [1, 2] } }
    const members = await this.#play('a start with more members', { ...quick, setup: more }, stepMs)
    const whyNoTime = `eight minutes would take this engine about ${(ms / 60_000).toFixed(1)} minutes: --full plays them`
    return { live, second, again, other, still, casts, stocks: last, time, pieces, members, whyNoTime }
  }

  /** A game of the process that has rested, or of a new one. */
  async #play(what: string, plan: GamePlan, stepMs = STEP_MS): Promise<PlayedGame> {
    const { command, signal, onProgress } = this.#options
    const rests = this.#mayRest && stepMs === STEP_MS && this.#engine?.isAtRest === true
    if (!rests) {
      this.close()
      this.#engine = new CheckedEngine(command, stepMs, signal)
    }
    onProgress(`${what}: the start`)
    return this.#engine!.play(plan, (frame) => onProgress(`${what}: frame ${frame}`))
  }

  async provokeAll(): Promise<Provocation[]> {
    this.close()
    const setup = setupOf(FOX, MARTH, FINAL_DESTINATION)
    const start = { version: ENGINE_PROTOCOL_VERSION, ...setup }
    const json = encodeStart(start)
    const step = createStep()
    setStepFrame(step, FIRST_FRAME)
    const none = new Uint8Array(0)
    const provocations: readonly Parameters<Check['provoke']>[] = [
      ['version', 'a start of version 2', encodeStart({ ...start, version: 2 }), null],
      ['bad-start', 'a start that is cut', message(json[4]!, json.subarray(5, -20)), null],
      ['bad-start', 'a start without players', message(json[4]!, new TextEncoder().encode('{"version":1}')), null],
      ['unknown-type', 'a request of type 0x07', message(0x07, none), setup],
      ['step-length', 'a step that is too short', message(REQUEST.step, step.subarray(5, -4)), setup],
      [
        'step-length',
        'a step that is too long',
        message(REQUEST.step, new Uint8Array([...step.subarray(5), 0, 0])),
        setup,
      ],
      ['long-request', 'a length of 2 GiB', Uint8Array.of(0xff, 0xff, 0xff, 0x7f, REQUEST.step), setup],
      ['long-request', 'a length of 0', new Uint8Array(4), setup],
      ['stdin-end', 'the end of stdin before a game', none, null],
      ['stdin-end', 'the end of stdin in a game', none, setup],
      ['stdin-end', 'the end of stdin in a request', step.subarray(0, 9), setup],
    ]
    const reactions: Provocation[] = []
    for (let at = 0; at < provocations.length; at += AT_ONCE) {
      const some = provocations.slice(at, at + AT_ONCE)
      reactions.push(...(await Promise.all(some.map((one) => this.provoke(...one)))))
    }
    return reactions
  }

  /** Writes bytes to a new process, after a start where there is one. */
  async provoke(rule: EngineRuleName, what: string, bytes: Uint8Array, setup: GameSetup | null): Promise<Provocation> {
    const { command, signal, onProgress } = this.#options
    onProgress(what)
    using engine = new CheckedEngine(command, STEP_MS, signal)
    const hasStarted = setup === null || (await engine.begin(setup))
    const ms = setup === null ? this.#lengths.startMs : this.#lengths.reactMs
    const reaction = hasStarted ? await engine.provoke(bytes, rule === 'stdin-end', ms) : null
    return { rule, what, hasStarted, reaction }
  }
}

/** A request as the engine protocol has it, of any type and body. */
function message(type: number, body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(5 + body.length)
  new DataView(bytes.buffer).setUint32(0, 1 + body.length, true)
  bytes[4] = type
  bytes.set(body, 5)
  return bytes
}
