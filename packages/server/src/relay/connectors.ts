/**
 * The connectors of this machine: lets them in, keeps on record which relays they have, and closes those that may not stay. Of
 * two that have a relay the newer one has it: the older socket is as a rule half open.
 */
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Problem, RELAY_CLOSE, RelayBots } from '@arena/protocol'
import type { Relays } from '@arena/protocol'
import type { WebSocket } from 'ws'
import { z } from 'zod'
import type { Logger } from '../log.ts'
import { Rounds } from '../rounds.ts'
import { Connector, STREAMS_OF_RELAY, TICK_MS } from './connector.ts'
import { RELAYS_OF_ACCOUNT } from './store.ts'
import type { RelayStore } from './store.ts'

const GREETING_MS = 10_000
/** Connectors of an account on a machine. */
export const CONNECTORS_OF_ACCOUNT = 8
/** The most bytes of the reason in a close frame. */
const REASON_BYTES = 120

/** The account and the key with which a connector dialled in. */
export interface ConnectorOwner {
  readonly userId: string
  readonly keyId: string
}

export interface ConnectorsParts {
  readonly store: RelayStore
  readonly draining: AbortSignal
  readonly log: Logger
}

interface Known extends ConnectorOwner {
  readonly connector: Connector
  readonly relays: readonly string[]
}

export class Connectors {
  readonly #parts: ConnectorsParts
  readonly #all = new Map<string, Known>()
  readonly #byRelay = new Map<string, Connector>()
  /** What is written down of a connector that goes. */
  readonly #leaving = new Set<Promise<void>>()
  #rounds: Rounds | null = null
  #isClosed = false

  constructor(parts: ConnectorsParts) {
    this.#parts = parts
    parts.draining.addEventListener('abort', () => this.#restIdle())
  }

  get count(): number {
    return this.#all.size
  }

  /** Takes an open socket. `urlOf`: the URL of a relay, as the connector reaches this arena. */
  take(socket: WebSocket, tcp: Socket, owner: ConnectorOwner, urlOf: (id: string) => string): void {
    const id = randomUUID()
    const timer = setTimeout(() => connector.refuse(RELAY_CLOSE.limit, 'no names within 10 seconds'), GREETING_MS)
    const connector: Connector = new Connector(id, socket, tcp, {
      greeted: (text) => {
        clearTimeout(timer)
        void this.#greeted(connector, owner, text, urlOf)
      },
      streamClosed: () => {
        if (this.#parts.draining.aborted) this.#restIdle()
      },
      closed: (why) => {
        clearTimeout(timer)
        this.#left(connector, why)
      },
    })
    const others = [...this.#all.values()].filter(({ userId }) => userId === owner.userId)
    this.#all.set(id, { ...owner, connector, relays: [] })
    if (others.length >= CONNECTORS_OF_ACCOUNT) {
      connector.refuse(RELAY_CLOSE.limit, `an account has at most ${CONNECTORS_OF_ACCOUNT} connectors`)
    }
    this.#rounds ??= new Rounds({
      failure: 'connectors could not be looked after',
      everyMs: TICK_MS,
      work: () => this.#look(),
      log: this.#parts.log,
    })
  }

  /** A stream to the bot of a relay; why there is none, in words; or null where its connector is not here. */
  open(relayId: string): Duplex | string | null {
    const connector = this.#byRelay.get(relayId)
    if (connector === undefined) return null
    return connector.open(relayId) ?? `its connector has ${STREAMS_OF_RELAY} connections open already`
  }

  /** Every connector dials again, as a rule at another machine. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#rounds?.stop()
    const all = [...this.#all.values()].map(({ connector }) => connector)
    for (const connector of all) connector.close(RELAY_CLOSE.restart, 'this machine stops')
    await Promise.all(all.map(({ closed }) => closed))
    await Promise.all(this.#leaving)
  }

  async #greeted(
    connector: Connector,
    owner: ConnectorOwner,
    text: string,
    urlOf: (id: string) => string,
  ): Promise<void> {
    const { store, log } = this.#parts
    const greeting = readGreeting(text)
    if (typeof greeting === 'string') return connector.refuse(RELAY_CLOSE.protocol, greeting)
    try {
      const relays = await store.named(owner.userId, greeting.names)
      if (relays === null) {
        return connector.refuse(RELAY_CLOSE.limit, `an account has at most ${RELAYS_OF_ACCOUNT} relays`)
      }
      const ids = relays.map(({ id }) => id)
      if (!connector.isOpen) return
      await store.connected(connector.id, ids)
      if (!connector.isOpen) return this.#noteLeft(connector)
      this.#all.set(connector.id, { ...owner, connector, relays: ids })
      connector.say({
        kind: 'relays',
        relays: relays.map(({ id, name }) => ({ name, id, url: urlOf(id) })),
      } satisfies Relays)
      for (const id of ids) {
        const former = this.#byRelay.get(id)
        this.#byRelay.set(id, connector)
        if (former !== undefined) this.#replace(former)
      }
      log.info({ ...owner, relays: ids }, 'a connector has connected')
    } catch (error) {
      if (error instanceof Problem) return connector.close(RELAY_CLOSE.revoked, cut(error.detail))
      log.error({ err: error }, 'the names of a connector could not be looked up')
      connector.close(RELAY_CLOSE.restart, 'the database does not answer')
    }
  }

  #replace(connector: Connector): void {
    connector.close(RELAY_CLOSE.replaced, 'a newer connector has this bot')
  }

  #left(connector: Connector, why: string): void {
    const known = this.#all.get(connector.id)
    this.#all.delete(connector.id)
    for (const id of known?.relays ?? []) if (this.#byRelay.get(id) === connector) this.#byRelay.delete(id)
    if (known === undefined || known.relays.length === 0) return
    this.#parts.log.info({ userId: known.userId, relays: known.relays, why }, 'a connector has gone')
    this.#noteLeft(connector)
  }

  #noteLeft(connector: Connector): void {
    const { store, log } = this.#parts
    const leaving = store
      .left(connector.id)
      .catch((error: unknown) => log.warn({ err: error }, 'a relay is on record with a connector that has gone'))
      .finally(() => this.#leaving.delete(leaving))
    this.#leaving.add(leaving)
  }

  /** Pings, and looks whether each may stay. */
  async #look(): Promise<void> {
    for (const { connector } of this.#all.values()) connector.tick()
    const before = [...this.#all.values()].filter(({ relays }) => relays.length > 0)
    if (before.length === 0 || this.#isClosed) return
    const { connections, keys } = await this.#parts.store.standing(before.map(({ keyId }) => keyId))
    for (const { connector, keyId, relays } of before) {
      if (!keys.has(keyId)) connector.close(RELAY_CLOSE.revoked, 'the key is revoked, or the account disabled')
      else if (relays.some((id) => connections.get(id) !== connector.id)) this.#replace(connector)
    }
  }

  /** While this machine drains, a connector goes on to another once nothing runs through it. */
  #restIdle(): void {
    for (const { connector } of this.#all.values()) {
      if (connector.streams === 0) connector.close(RELAY_CLOSE.restart, 'this machine drains')
    }
  }
}

/** What is wrong with it, or the names. */
function readGreeting(text: string): RelayBots | string {
  try {
    const parsed = RelayBots.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : cut(z.prettifyError(parsed.error))
  } catch {
    return 'the first text is not JSON'
  }
}

function cut(reason: string): string {
  const plain = reason.replace(/\s+/g, ' ')
  return Buffer.byteLength(plain) <= REASON_BYTES ? plain : plain.replace(/[^\x20-\x7e]/g, '?').slice(0, REASON_BYTES)
}
