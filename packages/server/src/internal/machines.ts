/** The other machines of the arena, as this one reaches them. */
import { get } from 'node:http'
import { connect as dial } from 'node:net'
import type { NetConnectOpts } from 'node:net'
import type { Duplex } from 'node:stream'
import { sql } from 'kysely'
import { DATABASE_TIME } from '../db/clock.ts'
import type { Database } from '../db/schema.ts'
import { inTime } from '../in-time.ts'
import { LEASE_MS } from '../matches/taking/lease.ts'
import { SIGNATURE_HEADER, STREAM_PROTOCOL } from './signing.ts'
import type { InternalRequest, InternalSigner } from './signing.ts'

/** How long an address is believed without another look. */
const KNOWN_MS = 2_000
/** How long a look is waited for. */
const LOOK_MS = 1_000
const ANSWER_MS = 5_000

export interface OtherMachinesParts {
  readonly db: Database
  /** This machine. */
  readonly ownId: string
  readonly signer: InternalSigner
  readonly now: () => number
  readonly log: { warn(fields: object, message: string): void }
}

export class OtherMachines {
  readonly #parts: OtherMachinesParts
  /** Null before the first look that came to its end. */
  #addresses: ReadonlyMap<string, string> | null = null
  #looking: Promise<ReadonlyMap<string, string>> | null = null
  #lookedAt = -Infinity
  /** Machines that are alive and did not answer when they were asked last. */
  readonly #silent = new Set<string>()

  constructor(parts: OtherMachinesParts) {
    this.#parts = parts
  }

  /** The ids of the machines that are alive. */
  async ids(): Promise<string[]> {
    return [...(await this.#known()).keys()]
  }

  /** The machine that a match was assigned to; null where it is this one, or there is no such match. */
  async holderOf(matchId: string): Promise<string | null> {
    const { db, ownId } = this.#parts
    const row = await db.selectFrom('matches').select('machine_id').where('id', '=', matchId).executeTakeFirst()
    return row === undefined || row.machine_id === ownId ? null : row.machine_id
  }

  /** Rejects where the machine cannot be reached; answers null where it has nothing there. */
  async ask(machineId: string, path: string, { method = 'GET', isLong = false } = {}): Promise<Response | null> {
    const address = (await this.#known()).get(machineId)
    if (address === undefined) throw new Error(`The machine ${machineId} is not alive`)
    try {
      const answer = await this.#askAt(address, { machineId, method, path }, isLong)
      this.#silent.delete(machineId)
      return answer
    } catch (error) {
      if (!this.#silent.has(machineId)) {
        this.#parts.log.warn(
          { machine: machineId, address, err: error },
          'another machine does not answer at its address',
        )
      }
      this.#silent.add(machineId)
      throw error
    }
  }

  /**
   * A connection to a machine that carries bytes of anyone's from here on. Null where it has nothing at that path; rejects as
   * `ask` does.
   */
  async connect(machineId: string, path: string): Promise<Duplex | null> {
    const address = (await this.#known()).get(machineId)
    if (address === undefined) throw new Error(`The machine ${machineId} is not alive`)
    const { signer, now } = this.#parts
    const signature = signer.sign({ machineId, method: 'GET', path }, now())
    const request = get(address + path, {
      headers: { connection: 'upgrade', upgrade: STREAM_PROTOCOL, [SIGNATURE_HEADER]: signature },
      createConnection: (options) => dial({ ...(options as NetConnectOpts), allowHalfOpen: true, noDelay: true }),
      timeout: ANSWER_MS,
    })
    return new Promise((resolve, reject) => {
      request.once('timeout', () => request.destroy(new Error(`The machine ${machineId} does not answer`)))
      request.once('error', reject)
      request.once('upgrade', (_response, socket, head) => {
        socket.setTimeout(0)
        socket.unshift(head)
        resolve(socket)
      })
      request.once('response', (response) => {
        response.resume()
        if (response.statusCode === 404) resolve(null)
        else reject(new Error(`The machine ${machineId} answered ${response.statusCode}`))
      })
    })
  }

  async #askAt(address: string, request: InternalRequest, isLong: boolean): Promise<Response | null> {
    const { signer, now } = this.#parts
    const { machineId, method, path } = request
    const response = await fetch(address + path, {
      method,
      headers: { [SIGNATURE_HEADER]: signer.sign(request, now()) },
      redirect: 'error',
      // A stream takes as long as its reader.
      ...(!isLong && { signal: AbortSignal.timeout(ANSWER_MS) }),
    })
    if (response.ok) return response
    await response.body?.cancel()
    if (response.status === 404) return null
    throw new Error(`The machine ${machineId} answered ${response.status}`)
  }

  /** While the database is away, those that it named last. */
  async #known(): Promise<ReadonlyMap<string, string>> {
    const known = this.#addresses
    if (known !== null && performance.now() - this.#lookedAt < KNOWN_MS) return known
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null
      this.#lookedAt = performance.now()
    })
    if (known === null) return (this.#addresses = await this.#looking)
    return (this.#addresses = await inTime(this.#looking, LOOK_MS, known).catch(() => known))
  }

  async #look(): Promise<ReadonlyMap<string, string>> {
    const { db, ownId } = this.#parts
    const rows = await db
      .selectFrom('machines')
      .select(['id', 'address'])
      .where('id', '<>', ownId)
      .where('address', 'is not', null)
      .where('seen_at', '>', sql<Date>`${DATABASE_TIME()} - make_interval(secs => ${LEASE_MS / 1000})`)
      .orderBy('id')
      .execute()
    const known = new Map(rows.map(({ id, address }) => [id, address!]))
    for (const id of this.#silent) if (!known.has(id)) this.#silent.delete(id)
    return known
  }
}
