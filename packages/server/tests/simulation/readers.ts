/**
 * People who ask machines for replays, and remember what they were sent. An answer that has begun is the replay on record, to its last
 * byte, unless the disk of the machine fails meanwhile; and whatever is refused is refused for a reason that the interface knows.
 */
import type { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { toProblem } from '../../src/http/problems.ts'
import { openReplay } from '../../src/replays/open-replay.ts'
import type { Program } from './machine/program.ts'
import { currentProcess } from './node/stage.ts'
import type { Stream } from './kernel/stream.ts'

/** How a replay is asked for. */
const FORMS = ['plain', 'packed', 'part'] as const
type Form = (typeof FORMS)[number]

/** Refusals after which the replay may still come. */
const NOT_NOW: ReadonlySet<string> = new Set(['replay-storage-unavailable', 'database-unavailable'])

/** An answer whose headers are on their way. */
interface Answer {
  readonly stream: Readable
  /** As its headers say. */
  readonly length: number
  /** A replay that is not packed is sent plain. */
  readonly form: Form
  /** Where in the replay it begins. */
  readonly first: number
}

/** What somebody has of a replay, from one of its bytes on. */
interface Part {
  /** The process that sent it. */
  readonly by: string
  readonly first: number
  readonly bytes: Buffer
}

export class SimulatedReaders {
  readonly #chance: Stream
  readonly found: string[] = []
  /** Whole replays, by match. */
  readonly received = new Map<string, Buffer>()
  /** Matches that are said to have no replay. */
  readonly denied = new Set<string>()
  /** Parts of replays that nobody has received as a whole yet. */
  readonly #parts = new Map<string, Part[]>()

  constructor(chance: Stream) {
    this.#chance = chance
  }

  /** Somebody chooses one of the matches that have a replay. */
  async choose(program: Program): Promise<void> {
    let kept = program.db.selectFrom('matches').select('id').where('replay_bytes', 'is not', null)
    if (program.keeps !== null) kept = kept.where('machine_id', '=', program.keeps)
    const matches = await kept.orderBy('id').execute()
    if (matches.length > 0) await this.#ask(program, this.#chance.one(matches).id, this.#chance.one(FORMS))
  }

  /** Where everything is well, nothing is refused. */
  async askForAll(program: Program, matchIds: readonly string[]): Promise<void> {
    for (const id of matchIds) {
      for (const form of ['plain', 'packed'] as const) {
        const refusal = await this.#ask(program, id, form)
        if (refusal !== null) this.#find(`sends no ${form} replay of ${id}: ${refusal}`)
      }
    }
  }

  /** Null where it was sent, or why not. */
  async #ask(program: Program, id: string, form: Form): Promise<string | null> {
    const answer = await this.#open(program, id, form).catch((error: unknown) => this.#refused(id, error as Error))
    return typeof answer === 'string' ? answer : this.#receive(id, answer)
  }

  /** As the route does it (`replays/routes.ts`). */
  async #open(program: Program, id: string, form: Form): Promise<Answer> {
    const replay = await openReplay(program.reading, id)
    const { bytes, packedBytes } = replay
    if (form === 'packed' && packedBytes !== null)
      return { stream: await replay.packed(), length: packedBytes, form, first: 0 }
    if (form !== 'part') return { stream: await replay.stream(), length: bytes, form: 'plain', first: 0 }
    const first = this.#chance.between(0, bytes - 1)
    const last = this.#chance.between(first, bytes - 1)
    return { stream: await replay.stream({ first, last }), length: last - first + 1, form, first }
  }

  #refused(id: string, error: Error): string {
    const { code } = toProblem(error)
    if (code === 'replay-not-available') this.denied.add(id)
    else if (!NOT_NOW.has(code)) this.#find(`answers ${code} for the replay of ${id}: ${error.stack}`)
    return code
  }

  async #receive(id: string, { stream, length, form, first }: Answer): Promise<string | null> {
    const chunks: Buffer[] = []
    let failure: Error | null = null
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk)
    } catch (error) {
      failure = error as Error
    }
    const bytes = Buffer.concat(chunks)
    const isCutShort = failure !== null && 'syscall' in failure
    if (!isCutShort && (failure !== null || bytes.length !== length))
      this.#find(
        `sent ${bytes.length} of ${length} bytes of the replay of ${id}, ${form}: ${failure?.message ?? 'no more comes'}`,
      )
    else if (form !== 'packed')
      this.#compare(id, { by: currentProcess()!.name, first, bytes }, form === 'plain' && !isCutShort)
    else if (!isCutShort) this.#unpack(id, bytes)
    return failure?.message ?? null
  }

  #unpack(id: string, packed: Buffer): void {
    try {
      this.#compare(id, { by: currentProcess()!.name, first: 0, bytes: gunzipSync(packed) }, true)
    } catch (error) {
      this.#find(`sent a damaged replay of ${id}: ${(error as Error).message}`)
    }
  }

  /** With what others were sent. */
  #compare(id: string, part: Part, isWhole: boolean): void {
    const whole = this.received.get(id)
    if (whole === undefined && !isWhole) return void this.#parts.set(id, [...(this.#parts.get(id) ?? []), part])
    if (whole === undefined) this.received.set(id, part.bytes)
    const known = whole ?? part.bytes
    const isSame = ({ first, bytes }: Part) => known.subarray(first, first + bytes.length).equals(bytes)
    const parts = [part, ...(this.#parts.get(id) ?? [])]
    this.#parts.delete(id)
    for (const each of parts) {
      if (!isSame(each)) this.found.push(`${each.by} sent other bytes of the replay of ${id} than were sent before`)
    }
    if (isWhole && part.bytes.length !== known.length)
      this.found.push(`${part.by} sent a replay of ${id} of another length than was sent before`)
  }

  #find(what: string): void {
    this.found.push(`${currentProcess()!.name} ${what}`)
  }
}
