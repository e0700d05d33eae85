/** Decides whether an upgrade comes from the arena (spec: Requests from the service to a bot, recommended procedure). */
import type { IncomingHttpHeaders } from 'node:http'
import { PlatformKey, verifyHandshake } from '@arena/protocol'

/** The platform key itself, or where to fetch it. */
export type TrustedKey = { readonly publicKey: string } | { readonly arenaUrl: string }

const FETCH_MS = 5_000

export class HandshakeGuard {
  readonly #trusted: TrustedKey | null
  #fetched: Promise<string> | null = null

  /** Null trusts everyone. */
  constructor(trusted: TrustedKey | null) {
    this.#trusted = trusted
  }

  /** Null when the upgrade may continue, else the status line to refuse it with. */
  async check(headers: IncomingHttpHeaders): Promise<string | null> {
    if (this.#trusted === null) return null
    const publicKey = await this.#publicKey(this.#trusted)
    if (publicKey === null) return '503 Service Unavailable'
    return verifyHandshake(publicKey, headers, Date.now()).ok ? null : '401 Unauthorized'
  }

  /** Fetched once and kept; a fetch that fails is tried again at the next upgrade. */
  async #publicKey(trusted: TrustedKey): Promise<string | null> {
    if ('publicKey' in trusted) return trusted.publicKey
    this.#fetched ??= fetchKey(trusted.arenaUrl)
    try {
      return await this.#fetched
    } catch {
      this.#fetched = null
      return null
    }
  }
}

async function fetchKey(arenaUrl: string): Promise<string> {
  const response = await fetch(`${arenaUrl.replace(/\/$/, '')}/.well-known/arena.json`, {
    signal: AbortSignal.timeout(FETCH_MS),
  })
  return PlatformKey.parse(await response.json()).publicKey
}
