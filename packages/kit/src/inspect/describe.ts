/** What a replay says of its game, in words: settings, players, result, and what is worth a look. Pure. */
import { momentsOf, replayEndOf, type Moment, type MomentKind } from '@arena/engine/moments'
import {
  calledNames,
  characterName,
  playedPorts,
  playerNames,
  stageName,
  timeLimitOf,
  type ColumnReader,
  type GameEnd,
  type GameStart,
  type Metadata,
} from '@arena/slp'
import { columns, count as counted, duration, plain, stocks } from '../words.ts'

const UCF = 1

const ENDINGS: Readonly<Record<number, string>> = {
  0: 'not decided',
  1: 'on time',
  2: 'by stocks',
  3: 'decided',
  7: 'by being broken off',
}
const PLACES = ['first', 'second', 'third', 'fourth']

/** By port: what a sentence calls a player; empty for a port that nobody plays on. */
export function namesOf(gameStart: GameStart, metadata: Metadata | null): string[] {
  return calledNames(gameStart, playerNames(gameStart, metadata).map(plain), 0)
}

/** Who played where, for how long, by which settings, and how it ended. */
export function describeGame(path: string, reader: ColumnReader): string[] {
  const { gameEnd, metadata } = reader
  const gameStart = reader.gameStart!
  const names = namesOf(gameStart, metadata)
  const { count, lastFrame } = reader.columns
  const winner = replayEndOf(reader)?.winner
  const rows = playedPorts(gameStart).map((port) => {
    const { characterId, costumeIndex } = gameStart.players[port]!
    const post = reader.columns.fighter(port)?.post
    const last = count - 1
    const placed = gameEnd?.placements[port] ?? -1
    const place = placed < 0 && port === winner ? 0 : placed
    return [
      `port ${port}`,
      names[port]!,
      characterName(characterId) + (costumeIndex === 0 ? '' : `, costume ${costumeIndex}`),
      post && last >= 0 ? `${post.stocksRemaining[last]}` : '-',
      post && last >= 0 ? `${Math.floor(post.percent[last]!)}%` : '-',
      post ? damageTaken(post.percent, count) : '-',
      place < 0 ? '-' : (PLACES[place] ?? `${place + 1}th`),
    ]
  })
  const time = count === 0 ? 'no frame that can be shown' : `${duration(lastFrame + 1)} of play, to frame ${lastFrame}`
  return [
    `${path}: ${stageName(gameStart.stageId)}, ${time}`,
    '',
    ...columns([['', 'name', 'character', 'stocks', 'percent', 'damage taken', 'place'], ...rows]),
    '',
    `  ended ${ending(gameEnd)}`,
    `  rules: ${rulesOf(gameStart, reader.absent.gameStart)}`,
    `  format ${gameStart.version.slice(0, 3).join('.')}, ${counted(reader.rawRead, 'byte')} of events${recordedBy(metadata)}`,
  ]
}

/** `absent` are the settings that the recording is too old to hold: they are left out. */
function rulesOf(gameStart: GameStart, absent: readonly string[]): string {
  const { players, isTeams, isFrozenStadium, isPal, damageRatio, itemSpawnBehavior } = gameStart
  const playing = playedPorts(gameStart).map((port) => players[port]!)
  const most = [...new Set(playing.map(({ startStocks }) => startStocks))]
  const hasUcf = playing.every(({ dashbackFix, shieldDropFix }) => dashbackFix === UCF && shieldDropFix === UCF)
  const rules: [text: string, field?: string][] = [
    [most.length === 1 ? stocks(most[0]!) : `${most.join(' and ')} stocks`],
    [timeText(timeLimitOf(gameStart))],
    ...(isTeams === 0 ? [] : [['teams'] as [string]]),
    [itemSpawnBehavior < 0 ? 'no items' : 'items'],
    [`damage ratio ${Math.round(damageRatio * 100) / 100}`],
    [hasUcf ? 'UCF' : 'no UCF for all', 'dashbackFix'],
    [isFrozenStadium === 0 ? 'Stadium changes' : 'frozen Stadium', 'isFrozenStadium'],
    [isPal === 0 ? 'NTSC' : 'PAL', 'isPal'],
  ]
  return rules.flatMap(([text, field]) => (field !== undefined && absent.includes(field) ? [] : [text])).join(', ')
}

function timeText(seconds: number | null): string {
  if (seconds === null) return 'no time limit'
  return seconds % 60 === 0 ? `${seconds / 60} min` : duration(seconds * 60)
}

/** The device's name where it has one, else its kind. */
function recordedBy(metadata: Metadata | null): string {
  const device = metadata?.consoleNick ?? metadata?.playedOn
  return device === undefined ? '' : `, recorded by ${plain(device)}`
}

function ending(gameEnd: GameEnd | null): string {
  if (gameEnd === null) return 'not at all: the file is still being written, or was cut off'
  const { gameEndMethod, lrasInitiatorIndex } = gameEnd
  const who = lrasInitiatorIndex >= 0 ? ` by port ${lrasInitiatorIndex} (a forfeit, in an arena)` : ''
  return `${ENDINGS[gameEndMethod] ?? `by method ${gameEndMethod}`}${who}`
}

/** All that was added to a fighter's percent, over all of its stocks. */
function damageTaken(percent: ArrayLike<number>, count: number): string {
  let sum = 0
  for (let row = 1; row < count; row++) sum += Math.max(0, percent[row]! - percent[row - 1]!)
  return `${Math.floor(sum)}%`
}

export function momentsOfReplay(reader: ColumnReader): Moment[] {
  const { columns: rows, metadata } = reader
  const gameStart = reader.gameStart!
  const names = namesOf(gameStart, metadata)
  const absent = reader.absent.postFrame
  return momentsOf(rows, { stage: gameStart.stageId, names, end: replayEndOf(reader), absent })
}

/** The kinds of moments that decide a game; the others are counted. */
const TOLD: readonly MomentKind[] = ['kill', 'self-destruct', 'combo', 'comeback', 'shield-break']

const COUNTED: Readonly<Partial<Record<MomentKind, string>>> = {
  'edge-guard': 'edge-guards',
  grab: 'grabs',
  wavedash: 'wavedashes',
  'crouch-cancel': 'crouch cancels',
  'missed-tech': 'missed techs',
  'missed-l-cancel': 'missed L-cancels',
}

/** `isAll`: also what would only be counted. */
export function describeMoments(moments: readonly Moment[], names: readonly string[], isAll: boolean): string[] {
  const told = moments.filter(({ kind }) => isAll || TOLD.includes(kind))
  const rows = told.map(
    ({ startFrame, text }) => `  ${duration(startFrame).padStart(5)}  frame ${`${startFrame}`.padEnd(6)} ${text}`,
  )
  if (isAll) return rows
  const ports = names.flatMap((name, port) => (name === '' ? [] : [port]))
  const counts = Object.entries(COUNTED).map(([kind, title]) => [
    title,
    ...ports.map((port) => `${moments.filter((moment) => moment.kind === kind && moment.port === port).length}`),
  ])
  return [
    ...rows,
    ...(rows.length > 0 ? [''] : []),
    ...columns([['', ...ports.map((port) => names[port]!)], ...counts]),
  ]
}
