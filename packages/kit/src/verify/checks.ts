/**
 * What a match has to show: that its draws are those of its seed, that its replay is of these bots, and that the engine
 * plays the same bytes again from seed, picks and pads. Each check compares one thing in two places. Pure, except that
 * the engine loads fighters.
 */
import { CHARACTER_COUNT, drawCharacter, drawPorts, drawStage, Game, loadFighters, type EndCause } from '@arena/engine'
import { isArenaReplay, loadReplayFighters, Rerun } from '@arena/engine/rerun'
import { ENGINE_REVISION } from '@arena/engine/revision'
import { FrameSeeds } from '@arena/engine/seed'
import { STOCKS, type GamePlayer, type GameSummary, type Match, type MatchPlayer } from '@arena/protocol'
import {
  characterName,
  ColumnReader,
  EventReader,
  FIRST_FRAME,
  SlpError,
  stageName,
  type GameStart,
  type Metadata,
} from '@arena/slp'
import { faultSentence } from '../inspect/fault.ts'
import { count, plain, stocks } from '../words.ts'
import { endingFaultOf } from './endings.ts'

/** `open`: there is nothing to compare with. */
export type CheckState = 'equal' | 'differs' | 'open'

export interface Check {
  readonly name: 'file' | 'seed' | 'ports' | 'stage' | 'picks' | 'names' | 'bytes' | 'result'
  readonly state: CheckState
  /** What it has to be, and what it is. */
  readonly expected: string
  readonly found: string
  /** What differs, or is open, in a sentence; what is equal in a few words. */
  readonly text: string
}

export interface Evidence {
  /** Null where no replay is there. */
  readonly replay: Uint8Array | null
  readonly record: Match | null
  /** 32 bytes; null where it is not known. */
  readonly seed: Uint8Array | null
  /** The engine here has just written the replay: there is nothing to gain from playing it once more. */
  readonly isPlayed?: boolean
}

const PORTS = [0, 1] as const

/** Frames between two calls of `onFrame`. */
const STRIDE = 500

/** In the order of what says most: the first that differs is what to name. */
export async function checkMatch(evidence: Evidence, onFrame: (frame: number) => void = () => {}): Promise<Check[]> {
  const { replay, record, seed, isPlayed = false } = evidence
  const reading = replay === null ? null : readReplay(replay)
  const start = reading?.reader.gameStart ?? null
  const checks = [
    reading === null ? null : checkFile(replay!, reading, record),
    replay === null ? null : checkSeed(seed, start),
    record && checkPorts(record, seed),
    checkStage(record, seed, start),
    start && record && checkPicks(record, seed, start),
    start && record && (await checkNames(record, start, reading!.reader.metadata)),
    reading && start && !isPlayed && (await checkBytes(reading, record !== null, seed, onFrame)),
    record && record.status !== 'running' ? checkResult(record, start === null ? null : reading!.reader) : null,
  ]
  return checks.filter((one) => one !== null && one !== false)
}

/** The sentence of the first check that differs; null where none does. */
export const firstDifference = (checks: readonly Check[]): Check | null =>
  checks.find(({ state }) => state === 'differs') ?? null

interface Reading {
  readonly reader: ColumnReader
  /** What is wrong with the file; what came before has been read. */
  readonly error: SlpError | null
}

function readReplay(bytes: Uint8Array): Reading {
  const reader = new ColumnReader()
  try {
    reader.push(bytes)
    reader.end()
    return { reader, error: null }
  } catch (error) {
    if (error instanceof SlpError) return { reader, error }
    throw error
  }
}

function check(name: Check['name'], expected: string, found: string, text: string): Check {
  return {
    name,
    state: expected === found ? 'equal' : 'differs',
    expected,
    found,
    text: expected === found ? expected : text,
  }
}

const open = (name: Check['name'], text: string): Check => ({ name, state: 'open', expected: '-', found: '-', text })

function checkFile(bytes: Uint8Array, { reader, error }: Reading, record: Match | null): Check {
  const { gameEnd, columns } = reader
  const read = count(bytes.length, 'byte')
  const expected = record?.replayBytes == null ? read : count(record.replayBytes, 'byte')
  if (error !== null) {
    const isCut = error.code === 'truncated'
    const text = faultSentence('The file', error, reader)
    return { name: 'file', state: 'differs', expected: isCut ? expected : 'a replay', found: read, text }
  }
  if (gameEnd === null) {
    const text = `The file has no end: it stops behind frame ${columns.lastFrame}.`
    return { name: 'file', state: 'differs', expected: 'Game End', found: 'none', text }
  }
  return check('file', expected, read, `The record says that the replay has ${expected}; the file has ${read}.`)
}

/** Whether the seed is that of the game: its first draw is in Game Start. */
function checkSeed(seed: Uint8Array | null, start: GameStart | null): Check {
  if (seed === null) return open('seed', 'The draws cannot be checked without the seed of the match.')
  const drawn = `${new FrameSeeds(seed).at(FIRST_FRAME) >>> 0}`
  if (start === null) return open('seed', 'The replay does not come to the game that the seed is of.')
  const text = `This is another seed than the game’s: it draws ${drawn} for the first frame, and the replay has ${start.randomSeed}.`
  return check('seed', drawn, `${start.randomSeed}`, text)
}

function checkPorts({ players }: Match, seed: Uint8Array | null): Check {
  if (seed === null) return open('ports', 'Without the seed the ports cannot be drawn.')
  const ids = players.map(({ botId }) => botId)
  const sorted = ids.toSorted()
  const expected = (drawPorts(seed) === 0 ? sorted : sorted.toReversed()).join(', ')
  const text = `The seed draws the ports the other way round: ${expected} are the bots of ports 0 and 1, and the record has ${ids.join(', ')}.`
  return check('ports', expected, ids.join(', '), text)
}

const stageText = (stage: number | null): string => (stage === null ? 'none' : `${stageName(stage)} (${stage})`)

function checkStage(record: Match | null, seed: Uint8Array | null, start: GameStart | null): Check {
  const told = [
    ['the record', record?.stage],
    ['the summary', record?.summary?.stage],
    ['the replay', start?.stageId],
  ] as const
  const places = told.flatMap(([place, stage]) => (stage == null ? [] : [{ place, stage }]))
  const first = places.at(-1)
  if (first === undefined) return open('stage', 'Nothing says on which stage it was to be played.')
  const source = seed === null ? null : drawStage(seed)
  const expected = source ?? first.stage
  const other = places.find(({ stage }) => stage !== expected)
  const who = source === null ? `${first.place} has` : 'the seed draws'
  const text = `Another stage: ${who} ${stageText(expected)}, and ${other?.place} has ${stageText(other?.stage ?? null)}.`
  if (seed === null && other === undefined) return open('stage', 'Without the seed the stage cannot be drawn.')
  return check('stage', stageText(expected), stageText(other?.stage ?? expected), text)
}

const pickText = (character: number | null, costume: number | null): string =>
  character === null ? 'none' : `${characterName(character)}, costume ${costume ?? 0}`

/** Picks are the bots' own: that a character is the one drawn for a pick that came late or was invalid can only be said. */
function checkPicks(record: Match, seed: Uint8Array | null, { players }: GameStart): Check {
  const found = PORTS.map((port) => pickText(players[port]!.characterId, players[port]!.costumeIndex)).join('; ')
  const drawn = PORTS.filter(
    (port) =>
      seed !== null && players[port]!.costumeIndex === 0 && players[port]!.characterId === drawCharacter(seed, port),
  )
  const note = drawn.length === 0 ? '' : ` (as the seed draws it for port ${drawn.join(' and ')}, if no pick came)`
  for (const told of [record.players, record.summary?.players]) {
    if (told === undefined) continue
    const expected = PORTS.map((port) => pickText(told[port].character, told[port].costume)).join('; ')
    if (expected === found) continue
    return check('picks', expected, found, `Other picks: the record has ${expected}, and the replay has ${found}.`)
  }
  return { name: 'picks', state: 'equal', expected: found, found, text: found + note }
}

/** Names as an engine writes them, which may cut them short, and as the metadata has them, where it has any. */
async function checkNames({ players }: Match, start: GameStart, metadata: Metadata | null): Promise<Check> {
  const [first, second] = players.map(({ botName }, port) => {
    const { characterId, costumeIndex } = start.players[port]!
    return { character: characterId < CHARACTER_COUNT ? characterId : 0, costume: costumeIndex, name: botName }
  })
  await loadFighters([first!.character, second!.character])
  const shown = displayNames(new Game({ seed: { at: () => 0 }, stage: 31, players: [first!, second!] }).start())
  const expected = PORTS.map((port) => shown[port]).join(', ')
  const found = PORTS.map((port) => start.players[port]!.displayName).join(', ')
  const told = PORTS.map((port) => players[port].botName)
  const kept = PORTS.map((port) => metadata?.players?.[port]?.names?.netplay ?? told[port])
  if (expected === found && told.join(', ') !== kept.join(', ')) {
    const text = `Other bots: the record names ${told.join(', ')}, and the metadata of the replay names ${kept.join(', ')}.`
    return check('names', told.join(', '), kept.join(', '), text)
  }
  return check('names', expected, found, `Other bots: the record names ${expected}, and the replay names ${found}.`)
}

function displayNames(gameStart: Uint8Array): string[] {
  let names: string[] = []
  new EventReader(({ name, record }) => {
    if (name === 'gameStart') names = record.players.map(({ displayName }) => displayName)
  }).push(gameStart)
  return names
}

/** Plays the game again and compares every byte; of a file that is cut off, of what is there. */
async function checkBytes(
  { reader, error }: Reading,
  isOfArena: boolean,
  seed: Uint8Array | null,
  onFrame: (frame: number) => void,
): Promise<Check> {
  if (!isArenaReplay(reader)) {
    const text = 'The replay is not one that an arena of this version writes, so it cannot be played again.'
    return isOfArena
      ? { name: 'bytes', state: 'differs', expected: 'a replay of an arena', found: 'another recording', text }
      : open('bytes', text)
  }
  await loadReplayFighters(reader)
  const rerun = new Rerun(reader, seed ?? undefined)
  while (rerun.advance(STRIDE) > 0) {
    onFrame(FIRST_FRAME + rerun.played)
    // For Ctrl-C, and for what shows how far it is.
    await new Promise((resolve) => setImmediate(resolve))
  }
  const frames = count(rerun.played, 'frame')
  const { difference } = rerun
  const engine = reader.metadata?.['engine']
  if (difference !== null && typeof engine === 'string' && engine !== ENGINE_REVISION) {
    const text = `The replay was written by another version of the engine (${plain(engine)}, this is ${ENGINE_REVISION}): its bytes cannot be compared.`
    return { ...open('bytes', text), expected: ENGINE_REVISION, found: plain(engine) }
  }
  if (difference !== null) {
    const expected = 'as played again'
    return { name: 'bytes', state: 'differs', expected, found: `equal for ${frames}`, text: difference.text }
  }
  const isWhole = error === null && rerun.isEqual
  const text = isWhole ? `every byte of ${frames}` : `Every byte of ${frames} is equal, as far as the file goes.`
  return isWhole ? { name: 'bytes', state: 'equal', expected: text, found: text, text } : open('bytes', text)
}

/**
 * Whether the record agrees with itself and with the replay on the result. Missed pads and leads the replay does not hold;
 * by how much a rating changes follows from both ratings before.
 */
function checkResult(record: Match, reader: ColumnReader | null): Check {
  const { summary, stage, replayBytes } = record
  const ending = reader === null ? null : checkEnding(summary, reader)
  if (ending?.state === 'differs') return ending
  const standing = checkStanding(record)
  if (standing.state === 'differs' || summary === null) return standing
  if (ending !== null) return ending
  const expected = endingText(summary)
  if (stage !== null || replayBytes !== null) return check('result', expected, expected, '')
  // A bot that never connected.
  const { winner } = summary
  const absent = endingText({
    winner: winner ?? 0,
    endReason: 'forfeit',
    frames: 0,
    players: PORTS.map((port) => ({ stocks: port === (winner ?? 0) ? STOCKS : 0, percent: 0 })),
  })
  const text = `The record has no stage, as where a bot never connected, and yet a game: ${expected}.`
  return check('result', absent, expected, text)
}

/** Status, placements, scores and ratings of the players have to be those of the summary. */
function checkStanding({ status, summary, players }: Match): Check {
  const isRated = summary !== null && summary.endReason !== 'engine'
  const standingText = (of: Match['status'], rows: readonly Pick<MatchPlayer, 'placement' | 'score'>[]): string =>
    [
      of,
      ...rows.map(({ placement, score }, port) => `port ${port} place ${placement ?? '-'} score ${score ?? '-'}`),
    ].join(', ')
  const expected = standingText(
    isRated ? 'completed' : 'aborted',
    PORTS.map((port) => (isRated ? deserved(summary, port) : { placement: null, score: null })),
  )
  const found = standingText(status, players)
  const text = `The record contradicts itself: by its summary it is ${expected}; it says ${found}.`
  if (expected !== found) return check('result', expected, found, text)
  // A loser may gain, as its rating becomes more certain.
  const wrong = players.find(({ port, ratingDelta }) =>
    isRated ? summary.winner === port && ratingDelta !== null && ratingDelta < 0 : ratingDelta !== null,
  )
  if (wrong === undefined) return check('result', expected, found, text)
  const rule = isRated ? 'no loss of the winner' : 'none of an aborted match'
  const delta = `${wrong.ratingDelta}`
  return check('result', rule, delta, `Another change of rating: port ${wrong.port} has ${delta}; there is ${rule}.`)
}

function deserved({ winner, endReason, players }: GameSummary, port: 0 | 1): Pick<MatchPlayer, 'placement' | 'score'> {
  const isForfeit = endReason === 'forfeit'
  const forfeited = port === winner ? STOCKS : 0
  return { placement: winner === null || winner === port ? 1 : 2, score: isForfeit ? forfeited : players[port].stocks }
}

/** `summary`: null where the arena lost it with the match, which is aborted then. */
function checkEnding(summary: GameSummary | null, reader: ColumnReader): Check {
  const { columns, gameEnd } = reader
  const last = columns.count - 1
  const ending = resultText(endReasonOf(gameEnd), winnerOf(gameEnd))
  const players = PORTS.map((port) => {
    const post = columns.fighter(port)?.post
    const isThere = post !== undefined && last >= 0
    return isThere
      ? standsText({ stocks: post.stocksRemaining[last]!, percent: Math.floor(post.percent[last]!) })
      : 'none'
  })
  const found =
    summary === null ? ending : [ending, ...players, count(Math.max(0, columns.lastFrame + 1), 'frame')].join(', ')
  const expected = summary === null ? resultText('engine', null) : endingText(summary)
  const fault = expected === found ? endingFaultOf(reader, endingOf(gameEnd)) : null
  if (fault !== null) return { name: 'result', state: 'differs', expected: 'a game that ends so', found, text: fault }
  return check('result', expected, found, `Another result: the record has ${expected}; the replay has ${found}.`)
}

interface Standing extends Pick<GameSummary, 'winner' | 'endReason' | 'frames'> {
  readonly players: readonly Stands[]
}
type Stands = Pick<GamePlayer, 'stocks' | 'percent'>

const standsText = ({ stocks: left, percent }: Stands): string => `${stocks(left)} ${percent}%`

const endingText = ({ endReason, winner, players, frames }: Standing): string =>
  [resultText(endReason, winner), ...players.map(standsText), count(frames, 'frame')].join(', ')

const resultText = (reason: GameSummary['endReason'], winner: number | null): string =>
  `${reason}, ${winner === null ? 'no winner' : `port ${winner} wins`}`

type GameEnd = ColumnReader['gameEnd']

const BY_TIME = 1
const BY_STOCKS = 2
const NO_CONTEST = 7

function endReasonOf(gameEnd: GameEnd): GameSummary['endReason'] {
  if (gameEnd?.gameEndMethod === BY_TIME) return 'time'
  if (gameEnd?.gameEndMethod === BY_STOCKS) return 'stocks'
  return endingOf(gameEnd).kind === 'forfeit' ? 'forfeit' : 'engine'
}

/** A double forfeit places both first; what an arena broke off places nobody. */
function endingOf(gameEnd: GameEnd): EndCause {
  if (gameEnd?.gameEndMethod !== NO_CONTEST) return { kind: 'natural' }
  const winner = winnerOf(gameEnd)
  if (gameEnd.placements[0]! < 0) return { kind: 'aborted' }
  return { kind: 'forfeit', port: winner === null ? null : winner === 0 ? 1 : 0 }
}

function winnerOf(gameEnd: GameEnd): 0 | 1 | null {
  const [first = -1, second = -1] = gameEnd?.placements ?? []
  if (first === second || first < 0) return null
  return first < second ? 0 : 1
}
