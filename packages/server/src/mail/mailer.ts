/**
 * Writes and sends mail in the background: a caller is not kept waiting and learns nothing from how long it
 * took. What cannot be sent is tried again a few times and then reported to the log and to the caller. Mail is not kept
 * across restarts: it holds secrets of which nothing but hashes is stored, and a person that waits for it asks again.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { wordsOf } from '@arena/protocol/words-of'
import type { Logger } from '../log.ts'
import { MailRefusedError } from './mail.ts'
import type { Mail, MailTransport } from './mail.ts'

const WAITS_MS = [1_000, 5_000, 30_000]
/** How long the end of the service waits for mail that is just being sent. */
const CLOSE_MS = 5_000

interface MailerOptions {
  readonly transport: MailTransport
  readonly log: Logger
  /** Before the second attempt, the third, and so on. */
  readonly waitsMs?: readonly number[]
}

export interface Draft {
  /** The mail, or null when there is none to send after all. */
  readonly compose: () => Promise<Mail | null>
  /** Called when the mail could not be sent and will not be. */
  readonly lost: () => Promise<void>
}

export class Mailer {
  readonly #transport: MailTransport
  readonly #log: Logger
  readonly #waitsMs: readonly number[]
  readonly #closing = new AbortController()
  readonly #underWay = new Set<Promise<void>>()

  constructor({ transport, log, waitsMs = WAITS_MS }: MailerOptions) {
    this.#transport = transport
    this.#log = log
    this.#waitsMs = waitsMs
  }

  /** Returns at once. */
  post(draft: Draft): void {
    const work = this.#write(draft)
    this.#underWay.add(work)
    void work.finally(() => this.#underWay.delete(work))
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }

  /** Waits for what is being sent, but not for another attempt of what failed. */
  async close(): Promise<void> {
    this.#closing.abort()
    const patience = new AbortController()
    await Promise.race([this.settled(), sleep(CLOSE_MS, undefined, { signal: patience.signal }).catch(() => {})])
    patience.abort()
  }

  async #write({ compose, lost }: Draft): Promise<void> {
    let mail: Mail | null
    try {
      mail = await compose()
    } catch (error) {
      this.#log.error({ err: error }, 'a mail could not be written')
      return
    }
    if (mail === null) return
    await this.#deliver(mail, lost).catch((error: unknown) =>
      this.#log.error({ err: error }, 'a mail that was lost could not be taken back'),
    )
  }

  async #deliver(mail: Mail, lost: () => Promise<void>): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        await this.#transport.send(mail)
        return
      } catch (error) {
        const waitMs = this.#waitsMs[attempt]
        // The message alone: the error of a connection may hold more than belongs into a log.
        const failure = { to: mail.to, reason: wordsOf(error) }
        if (waitMs === undefined || error instanceof MailRefusedError || this.#closing.signal.aborted) {
          this.#log.error({ ...failure, attempts: attempt + 1 }, 'a mail could not be sent')
          return lost()
        }
        this.#log.warn({ ...failure, inMs: waitMs }, 'a mail was not accepted; it is sent again')
        await sleep(waitMs, undefined, { signal: this.#closing.signal }).catch(() => {})
      }
    }
  }
}
