/**
 * Sends notices, by mail and to webhooks. Several machines may send at once: what one of them has taken, the others leave alone. A
 * receiver that was slow or failed has its turn among its like, so that it holds up no other, however many of them there are.
 */
import { wordsOf as wordsOfError } from '@arena/protocol/words-of'
import { MailRefusedError } from '../mail/mail.ts'
import type { MailTransport } from '../mail/mail.ts'
import type { Logger } from '../log.ts'
import { deliver } from './deliver.ts'
import type { Reach } from './deliver.ts'
import { noticeMail } from './notice-mail.ts'
import type { NoticeQueue, TakenForMail, TakenForWebhook } from './queue.ts'
import { unsubscribeToken } from './unsubscribe-link.ts'

const FAST_AT_ONCE = 16
const SLOW_AT_ONCE = 8
const MAILS_AT_ONCE = 4
/** A receiver that takes longer is slow. */
const SLOW_MS = 2_000
/** It looks this often in any case: another machine may have left something. */
const LOOK_MS = 10_000

export interface NoticeSenderParts {
  readonly queue: NoticeQueue
  readonly transport: MailTransport
  readonly reach: Reach
  /** The address of the arena, for links. */
  readonly origin: string
  /** Changes where a notice was written; null while that is unknown. */
  readonly revision: () => number | null
  readonly log: Logger
  readonly now: () => number
  /** Milliseconds on a clock that nobody sets. */
  readonly elapsed?: () => number
}

export class NoticeSender {
  readonly #parts: NoticeSenderParts
  readonly #stop = new AbortController()
  readonly #underWay = new Set<Promise<void>>()
  readonly #slow = new Set<string>()
  readonly #elapsed: () => number
  #fastNow = 0
  #slowNow = 0
  #mailsNow = 0
  #seen: number | null = null
  #lookedAt = -Infinity
  #isAnyWaiting = true
  #taking: Promise<void> = Promise.resolve()

  constructor(parts: NoticeSenderParts) {
    this.#parts = parts
    this.#elapsed = parts.elapsed ?? (() => performance.now())
  }

  /** What is new is shared out, and what is due is begun to be sent. */
  async round(): Promise<void> {
    const { queue, revision } = this.#parts
    const at = revision()
    const isFresh = at === null || at !== this.#seen || this.#elapsed() - this.#lookedAt >= LOOK_MS
    if (isFresh) {
      this.#lookedAt = this.#elapsed()
      while (await queue.shareOut());
      this.#seen = at
    } else if (!this.#isAnyWaiting) return
    await this.#take()
    this.#isAnyWaiting = await queue.isAnyWaiting()
  }

  /** Resolves when nothing is being sent. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }

  /** What is being sent to webhooks is called off, and sent again by whoever comes next; a mail is handed over first. */
  async stop(): Promise<void> {
    this.#stop.abort()
    await this.settled()
  }

  #take(): Promise<void> {
    this.#taking = this.#taking.then(() => this.#takeNow())
    return this.#taking
  }

  async #takeNow(): Promise<void> {
    const { queue } = this.#parts
    if (this.#stop.signal.aborted) return
    const room = [FAST_AT_ONCE - this.#fastNow, SLOW_AT_ONCE - this.#slowNow, MAILS_AT_ONCE - this.#mailsNow] as const
    for (const mail of room[2] > 0 ? await queue.takeForMails(room[2]) : []) {
      this.#mailsNow++
      this.#begin(this.#mail(mail), () => this.#mailsNow--)
    }
    const isSlow = (ownerId: string) => this.#slow.has(ownerId)
    const some = room[0] > 0 || room[1] > 0 ? await queue.takeForWebhooks(room[0], isSlow, room[1]) : []
    for (const taken of some) {
      const isOfSlow = isSlow(taken.ownerId) || taken.attempt > 1
      if (isOfSlow) this.#slowNow++
      else this.#fastNow++
      this.#begin(this.#post(taken), () => (isOfSlow ? this.#slowNow-- : this.#fastNow--))
    }
  }

  #begin(sending: Promise<boolean>, ended: () => void): void {
    const work = sending
      .catch((error: unknown) => {
        // Its lease ends by itself.
        this.#parts.log.error({ err: error }, 'a notice could not be sent; it is sent again')
        return false
      })
      .then((isSent) => {
        ended()
        // The next of its owner, and whoever waited for room.
        if (isSent && this.#fastNow <= FAST_AT_ONCE / 2) this.#again()
      })
    this.#underWay.add(work)
    void work.finally(() => this.#underWay.delete(work))
  }

  #again(): void {
    const again = this.#take().catch((error: unknown) =>
      this.#parts.log.error({ err: error }, 'notices could not be taken; the next round tries again'),
    )
    this.#taking = again
    this.#underWay.add(again)
    void again.finally(() => this.#underWay.delete(again))
  }

  async #post({ number, attempt, ownerId, told, webhook }: TakenForWebhook): Promise<boolean> {
    const { queue, reach, origin, now } = this.#parts
    const outcome = await deliver({ told, webhook, origin }, reach, now(), this.#stop.signal)
    if (outcome.isCutShort) {
      await queue.putBack([number], attempt)
      return false
    }
    if (outcome.isTaken && outcome.ms < SLOW_MS) this.#slow.delete(ownerId)
    else this.#slow.add(ownerId)
    if (outcome.isTaken) {
      await queue.sent([number], attempt, outcome)
      return true
    }
    const isGivenUp = await queue.failed([number], attempt, outcome)
    if (isGivenUp) {
      const last = outcome.status === null ? outcome.answer : `It answered ${outcome.status}.`
      const why = outcome.isGone ? 'It answered 410, which says that it is gone.' : `It took nothing for a day. ${last}`
      await queue.disable(webhook, why)
    }
    return isGivenUp
  }

  async #mail({ numbers, attempt, ownerId, to, unsubscribeKey, notices }: TakenForMail): Promise<boolean> {
    const { queue, transport, origin, log } = this.#parts
    const unsubscribe = `${origin}/unsubscribe?token=${unsubscribeToken(ownerId, unsubscribeKey)}`
    try {
      await transport.send(noticeMail({ to, notices, origin, unsubscribe }))
    } catch (error) {
      const reason = wordsOfError(error)
      const isGone = error instanceof MailRefusedError
      const isGivenUp = await queue.failed(numbers, attempt, { answer: reason.slice(0, 1_000), isGone })
      log.warn({ account: ownerId, reason, attempt }, isGivenUp ? 'a mail was given up' : 'a mail is sent again later')
      return isGivenUp
    }
    await queue.sent(numbers, attempt)
    return true
  }
}
