/** Notices are sent for as long as this machine serves. */
import type { Changes } from '../db/changes.ts'
import type { ArenaClock } from '../db/clock.ts'
import type { Logger } from '../log.ts'
import type { MailTransport } from '../mail/mail.ts'
import { Rounds } from '../rounds.ts'
import type { Reach } from './deliver.ts'
import type { NoticeQueue } from './queue.ts'
import { NoticeSender } from './sender.ts'

const ROUND_MS = 500

interface Machine {
  readonly changes: Changes
  readonly clock: ArenaClock
  readonly log: Logger
}

interface Ways {
  readonly noticeQueue: NoticeQueue
  readonly mailTransport: MailTransport
  readonly webhookReach: Reach
}

/** `origin`: the address of the arena, for links. */
export function keepSent(
  { changes, clock, log }: Machine,
  { noticeQueue: queue, mailTransport: transport, webhookReach: reach }: Ways,
  origin: string,
): { stop(): Promise<void> } {
  const revision = () => changes.revision('notices')
  const sender = new NoticeSender({ queue, transport, reach, origin, revision, log, now: clock.now })
  const rounds = new Rounds({
    failure: 'notices could not be sent',
    everyMs: ROUND_MS,
    log,
    work: () => sender.round(),
  })
  return {
    async stop() {
      await rounds.stop()
      await sender.stop()
    },
  }
}
