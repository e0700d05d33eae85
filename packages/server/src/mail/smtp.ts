/** Mail through a server, by nodemailer. A password is only ever sent over TLS, except to this machine itself. */
import { wordsOf } from '@arena/protocol/words-of'
import { createTransport } from 'nodemailer'
import type { Mail, MailTransport } from './mail.ts'
import { MailRefusedError } from './mail.ts'
import { toMessage } from './message.ts'

/** Long enough for a server that greylists by being slow; a mail that has to wait longer is tried again. */
const TIMEOUT_MS = 20_000

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

export class Smtp implements MailTransport {
  readonly #transport: ReturnType<typeof connect>
  readonly #from: string

  constructor(url: string, from: string) {
    this.#transport = connect(url)
    this.#from = from
  }

  async send(mail: Mail): Promise<void> {
    const message = toMessage(mail, this.#from)
    try {
      await this.#transport.sendMail(message)
    } catch (error) {
      const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
      // RFC 5321: 5xx is final, whatever else goes wrong may go right the next time.
      if (code >= 500) throw new MailRefusedError(wordsOf(error), { cause: error })
      throw error
    }
  }
}

function connect(url: string) {
  const { protocol, hostname, username } = new URL(url)
  return createTransport({
    url,
    requireTLS: protocol === 'smtp:' && username !== '' && !LOOPBACK.test(hostname),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
  })
}
