/** `arena-kit read`: what a replay holds, of an arena's games and of any others. */
import { readFile } from 'node:fs/promises'
import { characterName, FrameBuilder, readReplay, SlpError, stageName, type Frame, type Replay } from '@arena/slp'
import { existingFile } from '../arguments.ts'
import { KitFailure } from '../failure.ts'
import type { Terminal } from '../terminal.ts'
import { columns, duration } from '../words.ts'
import { EXIT, exitsWith, newCommand, type AddCommand } from './command.ts'

/** A Game Start holds this character, or this type, for an unused port. */
const EMPTY = 3

const ENDINGS: Readonly<Record<number, string>> = {
  0: 'not decided',
  1: 'on time',
  2: 'by stocks',
  3: 'decided',
  7: 'by being broken off',
}

export const addRead: AddCommand = (program, { terminal, action }) => {
  newCommand(program, 'read', 'say who played in a replay, where, for how long, and how it ended')
    .argument('<file>', 'a .slp file', existingFile)
    .addHelpText('after', exitsWith('the file is no replay'))
    .action(action((path: string) => read(path, terminal)))
}

/** The exit code. */
async function read(path: string, terminal: Terminal): Promise<number> {
  const bytes = await readFile(path).catch((error: Error) => {
    throw new KitFailure(`${path} could not be read: ${error.message}`)
  })
  const replay = parse(path, bytes)
  terminal.print(...describeReplay(path, replay))
  const { gameStart, gameEnd, metadata, isComplete } = replay
  terminal.data({ path, isComplete, gameStart, gameEnd, metadata })
  return EXIT.ok
}

function parse(path: string, bytes: Uint8Array): Replay {
  try {
    return readReplay(bytes)
  } catch (error) {
    if (!(error instanceof SlpError)) throw error
    throw new KitFailure(`${path} is no replay, or a damaged one: ${error.message}`)
  }
}

function describeReplay(path: string, { raw, events, gameStart, gameEnd, metadata, isComplete }: Replay): string[] {
  const frames: Frame[] = []
  const builder = new FrameBuilder()
  for (const event of events) {
    const frame = builder.take(event)
    if (frame) frames.push(frame)
  }
  const lastFrame = frames.at(-1)?.frame ?? null
  const ports = gameStart.players.flatMap(({ playerType }, port) => (playerType === EMPTY ? [] : [port]))
  const rows = ports.map((port) => {
    const { displayName, characterId, costumeIndex } = gameStart.players[port]!
    const name = metadata?.players?.[port]?.names?.netplay ?? displayName
    const post = frames.at(-1)?.players[port]?.post
    const place = gameEnd?.placements[port] ?? -1
    return [
      `port ${port}`,
      name === '' ? '-' : name,
      characterName(characterId) + (costumeIndex === 0 ? '' : `, costume ${costumeIndex}`),
      post ? `${post.stocksRemaining}` : '-',
      post ? `${Math.floor(post.percent)}%` : '-',
      damageTaken(frames, port),
      place < 0 ? '-' : ['first', 'second', 'third', 'fourth'][place]!,
    ]
  })
  const version = gameStart.version.slice(0, 3).join('.')
  return [
    `${path}: ${stageName(gameStart.stageId)}, ${lastFrame === null ? 'no frame' : `${duration(lastFrame + 1)} of play, to frame ${lastFrame}`}`,
    '',
    ...columns([['', 'name', 'character', 'stocks', 'percent', 'damage taken', 'place'], ...rows]),
    '',
    `  ended ${ending(gameEnd, isComplete)}`,
    `  format ${version}, ${events.length} events in ${raw.length} bytes${recordedBy(metadata)}`,
  ]
}

/** The device's name where it has one, else its kind. */
function recordedBy(metadata: Replay['metadata']): string {
  const device = metadata?.consoleNick ?? metadata?.playedOn
  return device === undefined ? '' : `, recorded by ${device}`
}

function ending(gameEnd: Replay['gameEnd'], isComplete: boolean): string {
  if (gameEnd === null)
    return isComplete ? 'without a Game End' : 'not at all: the file is still being written, or was cut off'
  const { gameEndMethod, lrasInitiatorIndex } = gameEnd
  const who = lrasInitiatorIndex >= 0 ? ` by port ${lrasInitiatorIndex} (a forfeit, in an arena)` : ''
  return `${ENDINGS[gameEndMethod] ?? `by method ${gameEndMethod}`}${who}`
}

/** All that was added to a fighter's percent, over all of its stocks. */
function damageTaken(frames: readonly Frame[], port: number): string {
  let sum = 0
  let before = 0
  for (const { players } of frames) {
    const percent = players[port]?.post?.percent
    if (percent === undefined) continue
    sum += Math.max(0, percent - before)
    before = percent
  }
  return `${Math.floor(sum)}%`
}
