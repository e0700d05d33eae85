/**
 * A what-if as a small file, for a test that needs neither arena nor network: picks, seeds and pads, from which the match is played
 * again up to the branch point, and what must hold from there on.
 */
import { createHash } from 'node:crypto'
import { deflateSync, inflateSync } from 'node:zlib'
import { playAgain } from '@arena/engine/play-again'
import { ENGINE_REVISION } from '@arena/engine/revision'
import { CommandFailure } from '@arena/host/command-line'
import { replaceFile } from '@arena/host/system'
import { PAD_BYTES } from '@arena/protocol'
import { decodePadColumns, encodePadColumns, MOST_COLUMN_BYTES } from '@arena/protocol/pad-columns'
import { wordsOf } from '@arena/protocol/words-of'
import { ColumnReader, FIRST_FRAME } from '@arena/slp'
import type { Branch } from '@arena/engine/branch'
import { z } from 'zod'
import { OPPONENTS } from '../opponents.ts'
import type { Question } from './question.ts'
import type { Recording } from './recording.ts'

const FORMAT = 'arena-kit what-if 1'

const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${2 * bytes}}$`))

const Player = z.object({
  name: z.string(),
  botId: z.string().nullable(),
  character: z.int().min(0).max(25),
  costume: z.int().min(0).max(5),
  lead: z.int().min(0),
})

const SavedWhatIf = z.object({
  format: z.literal(FORMAT),
  /** The match, or the file that it came from. */
  from: z.string(),
  matchId: z.string().nullable(),
  /** The revision of the engine that played it. */
  engine: z.string(),
  stage: z.int(),
  /** The match's seed; null where it is not known. */
  seed: hex(32).nullable(),
  /** Where the seed is not known, each frame's from the first on: deflated, 4 bytes little-endian, in base64. */
  seeds: z.string().nullable(),
  players: z.tuple([Player, Player]),
  /** The pads of both sides as `pad-columns` of @arena/protocol, deflated, in base64. */
  pads: z.string(),
  /** The branch point, the side that plays anew, and the last frame. */
  frame: z.int(),
  port: z.literal([0, 1]),
  until: z.int(),
  /** SHA-256 of the events up to the branch point. */
  sha256: hex(32),
  /** One of the kit's own bots, which plays where recorded pads no longer make sense. */
  against: z.string(),
  /** From which the luck of the games is drawn. */
  luck: hex(32),
  /** What must hold: the stock is kept in at least as many of these games. */
  games: z.int().min(1),
  atLeast: z.int().min(0),
})
export type SavedWhatIf = z.infer<typeof SavedWhatIf>

interface Saving {
  readonly recording: Recording
  readonly branch: Branch
  readonly question: Question
  readonly against: string
  readonly luck: Uint8Array
  readonly games: number
  readonly atLeast: number
}

export function savedOf({ recording, branch, question, luck, ...rest }: Saving): SavedWhatIf {
  const { reader, seed, names, botIds, leads, what, matchId } = recording
  const { frame, port, until } = question
  const { columns, gameStart } = reader
  const frames = Math.min(until, columns.lastFrame) - FIRST_FRAME + 1
  const player = (place: 0 | 1): SavedWhatIf['players'][0] => {
    const { characterId, costumeIndex } = gameStart!.players[place]!
    const botId = botIds?.[place] ?? null
    return { name: names[place], botId, character: characterId, costume: costumeIndex, lead: leads[place] }
  }
  const seeds = seed === null ? columns.frames.seed.slice(0, frames) : null
  const ports = [padsOf(branch, 0, frames), padsOf(branch, 1, frames)] as const
  return {
    format: FORMAT,
    from: what,
    matchId,
    engine: ENGINE_REVISION,
    stage: gameStart!.stageId,
    seed: seed && hexOf(seed),
    seeds: seeds && packed(new Uint8Array(seeds.buffer)),
    players: [player(0), player(1)],
    pads: packed(encodePadColumns({ first: FIRST_FRAME, frames, ports })),
    frame,
    port,
    until,
    sha256: sha256Of(branch.stream),
    luck: hexOf(luck),
    ...rest,
  }
}

export async function writeSaved(path: string, saved: SavedWhatIf): Promise<void> {
  try {
    await replaceFile(path, `${JSON.stringify(saved, null, 2)}\n`)
  } catch (error) {
    throw new CommandFailure(`${path} could not be written: ${wordsOf(error)}`)
  }
}

/** Null for what is not JSON, as a replay is not. A `CommandFailure` for JSON that is no what-if. */
export function parseSaved(bytes: Uint8Array, path: string): SavedWhatIf | null {
  let json: unknown
  try {
    json = JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return null
  }
  const parsed = SavedWhatIf.safeParse(json)
  const [issue] = parsed.error?.issues ?? []
  if (issue) throw new CommandFailure(`${path} holds no what-if (${[...issue.path, issue.message].join(': ')}).`)
  if (OPPONENTS.includes(parsed.data!.against)) return parsed.data!
  throw new CommandFailure(`${path} is against ${parsed.data!.against}, which is none of ${OPPONENTS.join(', ')}.`)
}

/** Plays the match again. A `CommandFailure` where this engine plays it otherwise. */
export async function recordingOfSaved(path: string, saved: SavedWhatIf): Promise<Recording> {
  const { players, stage, matchId, frame } = saved
  const [first, second] = players
  const seed = saved.seed === null ? null : Buffer.from(saved.seed, 'hex')
  const reader = new ColumnReader()
  try {
    const { frames, ports: pads } = decodePadColumns(unpacked(saved.pads, MOST_COLUMN_BYTES))
    const settings = {
      seed: seed ?? seedsOf(saved.seeds ?? ''),
      stage: stage as Parameters<typeof playAgain>[0]['settings']['stage'],
      players: [first, second] as const,
    }
    const end = { kind: 'aborted' } as const
    reader.push(await playAgain({ settings, frames, pads, end, startAt: new Date(0).toISOString(), engine: null }))
  } catch (error) {
    throw new CommandFailure(`${path} is damaged: ${wordsOf(error)}`)
  }
  const end = reader.columns.frames.endAt[frame - FIRST_FRAME] ?? 0
  if (sha256Of(reader.raw.subarray(0, end)) !== saved.sha256) {
    throw new CommandFailure(
      `${path} was saved with engine ${saved.engine}, and ${ENGINE_REVISION} plays its match otherwise. Save it again from a match of ` +
        'today, or remove it.',
    )
  }
  const { botId } = first
  return {
    what: saved.from,
    reader,
    seed,
    matchId,
    names: [first.name, second.name],
    botIds: botId === null || second.botId === null ? null : [botId, second.botId],
    leads: [first.lead, second.lead],
  }
}

/** As they are sent, 12 bytes each. */
function padsOf(branch: Branch, port: 0 | 1, frames: number): { readonly missed: []; readonly pads: Uint8Array } {
  const pads = new Uint8Array(frames * PAD_BYTES)
  const view = new DataView(pads.buffer)
  for (let row = 0; row < frames; row++) {
    const { buttons, stickX, stickY, cstickX, cstickY, l, r } = branch.padOf(port, FIRST_FRAME + row)!
    view.setInt32(row * PAD_BYTES, FIRST_FRAME + row, true)
    view.setUint16(row * PAD_BYTES + 4, buttons, true)
    pads.set([stickX, stickY, cstickX, cstickY, l, r], row * PAD_BYTES + 6)
  }
  return { missed: [], pads }
}

function seedsOf(text: string): { at: (frame: number) => number } {
  const bytes = unpacked(text, MOST_COLUMN_BYTES)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  return { at: (frame) => view.getInt32(4 * (frame - FIRST_FRAME), true) }
}

const packed = (bytes: Uint8Array): string => deflateSync(bytes).toString('base64')
const unpacked = (text: string, most: number): Buffer =>
  inflateSync(Buffer.from(text, 'base64'), { maxOutputLength: most })
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
