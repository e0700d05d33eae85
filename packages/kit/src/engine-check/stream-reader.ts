/**
 * What is wrong with the events and standings of one game, by rule, each with the first place where it is. Pure. What the host's
 * client refuses (event-stream.ts, engine-protocol.ts) is not looked for again: here events are whole, and lie between the Frame
 * Start and the Frame Bookend of the frame that was asked for. It holds for recordings of Slippi as well.
 */
import { draw, EXTERNAL_ID, INTERNAL_ID, STAGES } from '@arena/engine'
import type { Pair, Standing } from '@arena/host'
import {
  characterName,
  EVENT_NAMES,
  EventReader,
  EVENTS,
  payloadSize,
  SlpError,
  timeLimitOf,
  VERSION,
  type EventTable,
  type GameEnd,
  type GameStart,
  type ItemUpdate,
  type PostFrame,
  type PreFrame,
  type SlpEvent,
} from '@arena/slp'
import type { GameSetup, PlayedFrame, PlayedGame } from './engine.ts'
import type { EngineRuleName } from './rules.ts'

const PORTS = [0, 1] as const
type Port = 0 | 1
const STOCKS = 4
const SECONDS = 8 * 60
const STOCK_MODE = 1
const HUMAN = 0
const EMPTY = 3
const STADIUM = 3
const ICE_CLIMBERS = 14
const NESS = 11
/** One turns into the other. */
const ZELDA = 18
const SHEIK = 19
const MOST_ITEMS = 15
const MOST_PERCENT = 999
const SHIELD = 60
/** START does nothing in a game of the arena: an adapter may drop it. */
const BUTTONS = 0x0f7f
const STICK_CENTRE = 128
/** Dead, asleep, and back above the stage; then the entry of a game. */
const LAST_ABSENT_ACTION = 13
const ENTRIES = [322, 323, 324]

/** External ids by internal id. */
const CHARACTERS = new Map(
  Object.entries(INTERNAL_ID).map(([slug, id]) => [Number(id), Number(EXTERNAL_ID[slug as keyof typeof EXTERNAL_ID])]),
)

/** Fields that viewers and bots read. Fighters that run, jump and shield leave none of them at 0. */
const FILLED = {
  preFrame: ['joystickX', 'joystickY', 'cStickX', 'trigger', 'buttons'],
  postFrame: [
    'actionStateId',
    'actionStateCounter',
    'shieldSize',
    'isAirborne',
    'jumpsRemaining',
    'speedY',
    'speedGroundX',
  ],
} as const
const FILLED_FIELDS = [
  ...FILLED.preFrame.map((name) => `${name} of Pre-Frame`),
  ...FILLED.postFrame.map((name) => `${name} of Post-Frame`),
]

export interface GameReading {
  readonly faults: ReadonlyMap<EngineRuleName, string>
  readonly gameStart: GameStart | null
  readonly gameEnd: GameEnd | null
  /** Seeds of Frame Start, by frame from the first. */
  readonly seeds: readonly number[]
  /** How many of these are the draws of the match seed. */
  readonly drawn: number
  /** Fields that were 0 on each frame of each leader, though no game leaves them so. */
  readonly empty: ReadonlySet<string>
}

export function readGame(game: Pick<PlayedGame, 'setup' | 'start' | 'frames' | 'end'>): GameReading {
  const reader = new GameReader(game.setup)
  if (game.start !== null) reader.start(game.start)
  for (const frame of game.frames) reader.frame(frame)
  if (game.end !== null) reader.end(game.end, game.frames.at(-1)!.standing)
  return reader
}

type FrameEvents = readonly SlpEvent[]

interface Fighter {
  pre: PreFrame | null
  post: PostFrame | null
}

class GameReader implements GameReading {
  readonly faults = new Map<EngineRuleName, string>()
  gameStart: GameStart | null = null
  gameEnd: GameEnd | null = null
  readonly seeds: number[] = []
  drawn = 0
  readonly empty = new Set(FILLED_FIELDS)
  readonly #setup: GameSetup
  readonly #seed: Uint8Array
  #events: SlpEvent[] = []
  readonly #reader = new EventReader((event) => this.#events.push(event))
  #sizes: ReadonlyMap<number, number> = new Map()
  #frame = 0
  /** Post-Frames of the leaders on the frame before. */
  #before: [PostFrame | null, PostFrame | null] = [null, null]
  /** Whether a stock was lost whose percent has not been taken away yet. */
  readonly #owes: [boolean, boolean] = [false, false]
  readonly #hadFollower: [boolean, boolean] = [false, false]

  constructor(setup: GameSetup) {
    this.#setup = setup
    this.#seed = Uint8Array.from(Buffer.from(setup.seed, 'hex'))
  }

  start({ standing, events }: { readonly standing: Standing; readonly events: Uint8Array }): void {
    for (const event of this.#read(events)) {
      if (event.name === 'eventPayloads') this.#sizes = event.record.sizes
      if (event.name === 'gameStart') this.gameStart = event.record
    }
    if (this.gameStart === null) return
    this.#checkPayloads(this.gameStart.version)
    this.#checkGameStart(this.gameStart)
    for (const { stocks, percent } of standing.players) {
      if (stocks !== STOCKS || percent !== 0) {
        this.#note('standing', `the game begins with ${stocks} stocks and ${percent} %, not ${STOCKS} and 0`)
      }
    }
  }

  frame(played: PlayedFrame): void {
    this.#frame = played.frame
    const fighters = this.#fightersOf(this.#read(played.events))
    if (fighters === null) return
    for (const port of PORTS) this.#checkLeader(port, fighters[port].leader, played)
    this.#before = [fighters[0].leader.post, fighters[1].leader.post]
  }

  end({ standing, events }: NonNullable<PlayedGame['end']>, last: Standing): void {
    const [event] = this.#read(events)
    if (event?.name === 'gameEnd') this.gameEnd = event.record
    if (JSON.stringify(standing) !== JSON.stringify(last)) {
      this.#note('standing', `the answer to end has another standing than that of frame ${last.frame}`)
    }
  }

  #note(rule: EngineRuleName, what: string): void {
    if (!this.faults.has(rule)) this.faults.set(rule, what)
  }

  /** A fault on the frame that is read, of a port where it is one's. */
  #fault(rule: EngineRuleName, what: string, port: number | null = null): void {
    this.#note(rule, `frame ${this.#frame}${port === null ? '' : `, port ${port}`}: ${what}`)
  }

  #read(bytes: Uint8Array): FrameEvents {
    this.#events = []
    try {
      this.#reader.push(bytes)
    } catch (error) {
      if (!(error instanceof SlpError)) throw error
      this.#note(error.code === 'bad-event-payloads' ? 'payloads' : 'events', error.message)
    }
    return this.#events
  }

  #checkPayloads(version: readonly number[]): void {
    const text = version.slice(0, 3).join('.')
    for (const name of EVENT_NAMES) {
      const table = EVENTS[name]
      const declared = this.#sizes.get(table.code)
      const newest = payloadSize(table, VERSION)
      if (declared === undefined) {
        if (name === 'preFrame' || name === 'postFrame') this.#note('payloads', `${table.title} is not declared`)
      } else if (declared < newest ? !sizesOf(table).has(declared) : declared > newest && !isNewer(version)) {
        const what = `${table.title} is declared with ${declared} bytes, in version ${text}`
        this.#note('payloads', `${what}; it has ${newest} in ${VERSION.join('.')}`)
      }
    }
  }

  #checkGameStart(start: GameStart): void {
    const { stage, players } = this.#setup
    const wrong: string[] = []
    const claim = (what: string, found: unknown, asked: unknown): void => {
      if (found !== asked) wrong.push(`${what} is ${JSON.stringify(found)}, not ${JSON.stringify(asked)}`)
    }
    claim('the stage', start.stageId, stage)
    for (const [port, player] of start.players.entries()) {
      const asked = players[port]
      claim(`the player type of port ${port}`, player.playerType, asked === undefined ? EMPTY : HUMAN)
      if (asked === undefined) continue
      claim(`the character of port ${port}`, player.characterId, asked.character)
      claim(`the costume of port ${port}`, player.costumeIndex, asked.costume)
      claim(`the name of port ${port}`, player.displayName, asked.name)
      claim(`the number of stocks of port ${port}`, player.startStocks, STOCKS)
    }
    claim('the game mode', start.gameBitfield1 >> 5, STOCK_MODE)
    claim('the time limit in seconds', timeLimitOf(start), SECONDS)
    claim('the frequency of items', start.itemSpawnBehavior, -1)
    claim('the damage ratio', start.damageRatio, 1)
    claim('the byte for teams', start.isTeams, 0)
    claim('the byte for the European release', start.isPal, 0)
    if (stage === STADIUM) claim('the byte for a frozen Stadium', start.isFrozenStadium, 1)
    if (wrong.length > 0) this.#note('game-start', wrong.join('; '))
  }

  /** The fighters of both ports; null where one has no frame. */
  #fightersOf(events: FrameEvents): Pair<{ leader: Fighter; follower: Fighter }> | null {
    const none = (): Fighter => ({ pre: null, post: null })
    const fighters = [
      { leader: none(), follower: none() },
      { leader: none(), follower: none() },
    ] as const
    let items = 0
    for (const { name, record } of events) {
      if ('frame' in record && record.frame !== this.#frame) {
        this.#fault('fighters', `${titleOf(name)} has the number of frame ${record.frame}`)
      }
      if (name === 'frameStart') this.#takeSeed(record.seed)
      if (name === 'itemUpdate') {
        items++
        this.#checkItem(record)
      }
      if (name !== 'preFrame' && name !== 'postFrame') continue
      const { playerIndex: port, isFollower } = record
      if (port !== 0 && port !== 1) {
        this.#fault('fighters', `${titleOf(name)} of port ${port}, which nobody plays`)
        continue
      }
      const fighter = fighters[port][isFollower === 0 ? 'leader' : 'follower']
      const who = isFollower === 0 ? 'the fighter' : 'the follower'
      if (name === 'preFrame') {
        if (fighter.pre !== null) this.#fault('fighters', `a second Pre-Frame of ${who}`, port)
        if (fighter.post !== null) this.#fault('fighters', `Pre-Frame of ${who} after its Post-Frame`, port)
        fighter.pre = record
      } else {
        if (fighter.post !== null) this.#fault('fighters', `a second Post-Frame of ${who}`, port)
        if (fighter.pre === null) this.#fault('fighters', `Post-Frame of ${who} without a Pre-Frame before it`, port)
        fighter.post = record
      }
    }
    if (items > MOST_ITEMS) this.#fault('values', `${items} items, more than ${MOST_ITEMS}`)
    let isWhole = true
    for (const port of PORTS) {
      const { leader, follower } = fighters[port]
      if (leader.pre === null) this.#fault('fighters', 'no Pre-Frame', port)
      if (leader.post === null) this.#fault('fighters', 'no Post-Frame', port)
      if (leader.pre === null || leader.post === null) isWhole = false
      this.#checkFollower(port, follower)
    }
    return isWhole ? fighters : null
  }

  #checkFollower(port: Port, { pre, post }: Fighter): void {
    const isPair = this.#setup.players[port].character === ICE_CLIMBERS
    const isFirst = !this.#hadFollower[port]
    this.#hadFollower[port] = true
    if (isPair && isFirst && pre === null) this.#fault('fighters', 'the Ice Climbers have no follower', port)
    if (!isPair && (pre !== null || post !== null)) {
      const name = characterName(this.#setup.players[port].character)
      this.#fault('fighters', `a follower of ${name}, which has none`, port)
    }
    if (post !== null) this.#checkPost(port, post)
  }

  #takeSeed(seed: number): void {
    this.seeds.push(seed)
    if (seed === draw(this.#seed, `frame/${this.#frame}`)) this.drawn++
  }

  #checkItem(item: ItemUpdate): void {
    const { typeId, positionX, positionY, velocityX, velocityY, expirationTimer, owner } = item
    if (!Number.isFinite(positionX + positionY + velocityX + velocityY + expirationTimer)) {
      this.#fault('values', `item ${typeId} has a place, speed or time that is no number`)
    }
    if (owner > 1) this.#fault('values', `item ${typeId} belongs to port ${owner}, which nobody plays`)
  }

  #checkLeader(port: Port, { pre, post }: Fighter, { pads, standing }: PlayedFrame): void {
    if (pre === null || post === null) return
    this.#checkInputs(port, pre, pads[port])
    this.#checkPost(port, post)
    for (const name of FILLED.preFrame) if (pre[name] !== 0) this.empty.delete(`${name} of Pre-Frame`)
    for (const name of FILLED.postFrame) if (post[name] !== 0) this.empty.delete(`${name} of Post-Frame`)
    const before = this.#before[port]
    if (before === null) {
      if (post.stocksRemaining !== STOCKS) this.#fault('stocks', `the game begins with ${post.stocksRemaining}`, port)
    } else {
      this.#checkChange(port, before, post)
      this.#checkPlace(port, before, post)
    }
    this.#checkStanding(port, post, standing)
  }

  #checkInputs(port: Port, pre: PreFrame, pad: Uint8Array): void {
    const asked = (pad[0]! | (pad[1]! << 8)) & BUTTONS
    const pressed = pre.physicalButtons & BUTTONS
    if (pressed !== asked) {
      this.#fault('inputs', `physicalButtons is 0x${pressed.toString(16)}; the pad has 0x${asked.toString(16)}`, port)
    }
    const bytes = this.#sizes.get(EVENTS.preFrame.code) ?? 0
    const sticks = [pre.rawJoystickX, pre.rawJoystickY, pre.rawCStickX, pre.rawCStickY]
    for (const [axis, name] of (['rawJoystickX', 'rawJoystickY', 'rawCStickX', 'rawCStickY'] as const).entries()) {
      if (EVENTS.preFrame.fields.find((field) => field.name === name)!.offset > bytes) continue
      const raw = pad[2 + axis]! - STICK_CENTRE
      // The pipes of an emulator reach from -127 to 127.
      if (sticks[axis] === raw || (raw === -STICK_CENTRE && sticks[axis] === raw + 1)) continue
      this.#fault('inputs', `${name} is ${sticks[axis]}; the pad has ${raw}`, port)
    }
  }

  #checkPost(port: Port, post: PostFrame): void {
    const { positionX, positionY, percent, shieldSize, stocksRemaining, facingDirection, hitlagRemaining } = post
    const speeds = post.speedAirX + post.speedY + post.speedAttackX + post.speedAttackY + post.speedGroundX
    const wrong = (what: string): void => this.#fault('values', what, port)
    if (!Number.isFinite(positionX + positionY + speeds)) wrong('a place or speed that is no number')
    if (!(percent >= 0 && percent <= MOST_PERCENT)) wrong(`${percent} %`)
    if (!(shieldSize >= 0 && shieldSize <= SHIELD)) wrong(`a shield of ${shieldSize}, where 0 to ${SHIELD} is possible`)
    if (Math.abs(facingDirection) !== 1) wrong(`facingDirection is ${facingDirection}, neither 1 nor -1`)
    if (!(hitlagRemaining >= 0)) wrong(`${hitlagRemaining} frames of hitlag`)
    if (!Number.isFinite(post.actionStateCounter)) wrong('actionStateCounter is no number')
    if (stocksRemaining > STOCKS) this.#fault('stocks', `${stocksRemaining} stocks, more than ${STOCKS}`, port)
    const picked = this.#setup.players[port].character
    const played = CHARACTERS.get(post.internalCharacterId)
    const mayTurn = (picked === ZELDA || picked === SHEIK) && (played === ZELDA || played === SHEIK)
    if (played !== picked && !mayTurn) {
      const is = played === undefined ? 'nobody' : characterName(played)
      this.#fault(
        'own-characters',
        `internal id ${post.internalCharacterId} is ${is}; ${characterName(picked)} was picked`,
        port,
      )
    }
  }

  #checkChange(port: Port, before: PostFrame, now: PostFrame): void {
    const lost = before.stocksRemaining - now.stocksRemaining
    const change = `stocks go from ${before.stocksRemaining} to ${now.stocksRemaining}`
    if (lost < 0 || lost > 1) this.#fault('stocks', change, port)
    if (lost > 0) this.#owes[port] = true
    if (now.percent >= before.percent) return
    if (now.percent === 0 && this.#owes[port]) this.#owes[port] = false
    else if (this.#setup.players[port].character !== NESS) {
      const what = `percent goes from ${before.percent.toFixed(1)} to ${now.percent.toFixed(1)}`
      this.#fault('percent', `${what} with ${now.stocksRemaining} stocks`, port)
    }
  }

  /** A fighter that is held outside dies on the next frame; above the top it may live. */
  #checkPlace(port: Port, before: PostFrame, now: PostFrame): void {
    const { left, right, bottom } = STAGES[this.#setup.stage].blastZone
    const isOut = ({ positionX: x, positionY: y }: PostFrame) => x < left || x > right || y < bottom
    if (!isOut(before) || !isOut(now) || now.stocksRemaining < before.stocksRemaining) return
    const isAbsent = ({ actionStateId: action }: PostFrame) => action <= LAST_ABSENT_ACTION || ENTRIES.includes(action)
    if (isAbsent(before) || isAbsent(now)) return
    const { positionX, positionY, actionStateId } = now
    this.#fault('blast-zone', `at ${positionX.toFixed(0)}, ${positionY.toFixed(0)} in action ${actionStateId}`, port)
  }

  #checkStanding(port: Port, post: PostFrame, { players }: Standing): void {
    const said = players[port]
    const shown: Readonly<Record<keyof typeof said, number>> = {
      stocks: post.stocksRemaining,
      character: post.internalCharacterId,
      percent: Math.floor(post.percent),
      x: post.positionX,
      y: post.positionY,
    }
    for (const name of Object.keys(shown) as (keyof typeof shown)[]) {
      if (said[name] !== shown[name]) {
        this.#fault('standing', `${name} is ${said[name]}; Post-Frame has ${shown[name]}`, port)
      }
    }
  }
}

const titleOf = (name: SlpEvent['name']): string => (name in EVENTS ? EVENTS[name as keyof typeof EVENTS].title : name)

/**
 * Payload sizes that an event has had: a version appends fields, and a build of one may lack the last of them.
 */
function sizesOf(table: EventTable): ReadonlySet<number> {
  return new Set(
    [...table.fields, ...table.players].map(({ since }) => payloadSize(table, since.split('.').map(Number))),
  )
}

/** A version that is not known yet may append more. */
const isNewer = ([major = 0, minor = 0]: readonly number[]): boolean =>
  major > VERSION[0] || (major === VERSION[0] && minor > VERSION[1])
