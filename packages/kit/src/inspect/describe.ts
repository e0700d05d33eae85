/** What a replay says of its game, in words: settings, players, result, and what is worth a look. Pure. */
import { momentsOf, type Moment, type MomentKind, type ReplayEnd } from '@arena/engine/moments'
import { characterName, stageName, type ColumnReader, type GameEnd, type GameStart, type Metadata } from '@arena/slp'
import { columns, duration, plain } from '../words.ts'

/** A Game Start holds this character, or this type, for an unused port. */
const EMPTY = 3
const UCF = 1

const ENDINGS: Readonly<Record<number, string>> = {
  0: 'not decided',
  1: 'on time',
  2: 'by stocks',
  3: 'decided',
  7: 'by being broken off',
}
const PLACES = ['first', 'second', 'third', 'fourth']

export const portsOf = ({ players }: GameStart): number[] =>
  players.flatMap(({ playerType }, port) => (playerType === EMPTY ? [] : [port]))

/** By port: what a sentence calls a player; empty for a port that nobody plays on. */
export function namesOf(gameStart: GameStart, metadata: Metadata | null): string[] {
  const called = gameStart.players.map(({ playerType, displayName, characterId }, port) => {
    if (playerType === EMPTY) return ''
    return plain(metadata?.players?.[port]?.names?.netplay ?? displayName) || characterName(characterId)
  })
  return called.map((name, port) =>
    name !== '' && called.indexOf(name) !== called.lastIndexOf(name) ? `${name} (port ${port})` : name,
  )
}

/** Who played where, for how long, by which settings, and how it ended. */
export function describeGame(path: string, reader: ColumnReader): string[] {
  const { gameEnd, metadata } = reader
  const gameStart = reader.gameStart!
  const names = namesOf(gameStart, metadata)
  const { count, lastFrame } = reader.columns
  const rows = portsOf(gameStart).map((port) => {
    const { characterId, costumeIndex } = gameStart.players[port]!
    const post = reader.columns.fighter(port)?.post
    const last = count - 1
    const place = gameEnd?.placements[port] ?? -1
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
  const time = count === 0 ? 'no frame' : `${duration(lastFrame + 1)} of play, to frame ${lastFrame}`
  return [
    `${path}: ${stageName(gameStart.stageId)}, ${time}`,
    '',
    ...columns([['', 'name', 'character', 'stocks', 'percent', 'damage taken', 'place'], ...rows]),
    '',
    `  ended ${ending(gameEnd)}`,
    `  rules: ${rulesOf(gameStart)}`,
    `  format ${gameStart.version.slice(0, 3).join('.')}, ${reader.rawRead} bytes of events${recordedBy(metadata)}`,
  ]
}

function rulesOf({
  players,
  startingTimerSeconds,
  isFrozenStadium,
  isPal,
  damageRatio,
  itemSpawnBehavior,
}: GameStart): string {
  const playing = players.filter(({ playerType }) => playerType !== EMPTY)
  const stocks = [...new Set(playing.map(({ startStocks }) => startStocks))].join(' and ')
  const hasUcf = playing.every(({ dashbackFix, shieldDropFix }) => dashbackFix === UCF && shieldDropFix === UCF)
  return [
    `${stocks} stocks`,
    `${startingTimerSeconds / 60} min`,
    itemSpawnBehavior < 0 ? 'no items' : 'items',
    `damage ratio ${Math.round(damageRatio * 100) / 100}`,
    hasUcf ? 'UCF' : 'no UCF for all',
    isFrozenStadium === 0 ? 'Stadium changes' : 'frozen Stadium',
    isPal === 0 ? 'NTSC' : 'PAL',
  ].join(', ')
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

export function momentsOfReplay({ columns: rows, gameStart, gameEnd, metadata }: ColumnReader): Moment[] {
  return momentsOf(rows, { stage: gameStart!.stageId, names: namesOf(gameStart!, metadata), end: endOf(gameEnd) })
}

function endOf(gameEnd: GameEnd | null): ReplayEnd | null {
  if (!gameEnd) return null
  const { gameEndMethod: method, lrasInitiatorIndex: quitter, placements } = gameEnd
  const first = placements.flatMap((place, port) => (place === 0 ? [port] : []))
  return { method, quitter, winner: first.length === 1 ? first[0]! : null }
}

/** Those that decide a game; the others are counted. */
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
