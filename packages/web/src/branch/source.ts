/** A replay that is played on from one of its frames, and its branches. */
import { Branch } from '@arena/engine/branch'
import { ColumnReader, playerNames } from '@arena/slp'
import { bytesOf } from '@arena/viewer/parts'
import { Sparring, type Side } from '../play/fight/sparring.ts'

export interface SourceOptions {
  readonly replay: { readonly url: string } | { readonly file: Blob }
  /** The seed of the match, as 64 hexadecimal digits; null where it is not known. */
  readonly seed: string | null
  /** What the players are called, by port; null for what the replay says. */
  readonly names: readonly [string, string] | null
  readonly matchId: string
  /** The branch points that it has already. */
  readonly points: readonly number[]
}

export class Source {
  readonly options: SourceOptions
  #reading: Promise<ColumnReader> | null = null
  #branch: Branch | null = null

  constructor(options: SourceOptions) {
    this.options = options
  }

  /** Branch points of a branch that begins at a frame. */
  pointsTo(frame: number): readonly number[] {
    return [...this.options.points.filter((point) => point < frame), frame]
  }

  /** Rejects with a sentence for whoever plays, where the replay cannot be read, or not played on. */
  async branch(frame: number, sides: readonly [Side, Side], signal: AbortSignal): Promise<Sparring> {
    const { names, matchId, seed } = this.options
    this.#reading ??= this.#read()
    // One that has failed is read again the next time.
    this.#reading.catch(() => (this.#reading = null))
    const reader = await this.#reading
    if (this.#branch?.frame !== frame) {
      this.#branch = await Branch.open(reader, frame, seed === null ? {} : { seed: bytesOf(seed) })
    }
    const branch = this.#branch
    const [first, second] = names ?? playerNames(reader.gameStart!, reader.metadata)
    return Sparring.branch({ reader, branch, sides, names: [first, second], matchId, startedAt: Date.now(), signal })
  }

  async #read(): Promise<ColumnReader> {
    const { replay } = this.options
    const reader = new ColumnReader()
    reader.push(new Uint8Array(await ('file' in replay ? replay.file.arrayBuffer() : download(replay.url))))
    reader.end()
    return reader
  }
}

async function download(url: string): Promise<ArrayBuffer> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`The replay cannot be had: the arena answers ${response.status}.`)
  return response.arrayBuffer()
}
