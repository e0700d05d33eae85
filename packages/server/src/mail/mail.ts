/** A mail, and the one interface behind which ways of sending it stand. */
export interface Mail {
  /** One address, and nothing else. */
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Its content in a line, for a developer that reads the log instead of a mailbox. */
  readonly gist: string
  /** Where whoever gets it ends mails of its kind, by a click (RFC 8058). */
  readonly unsubscribe?: string
  /** The same for the same mail, so that a mailbox can tell that it has come twice. */
  readonly id?: string
}

export interface MailTransport {
  /** Resolves once somebody else is responsible for the mail. */
  send(mail: Mail): Promise<void>
}

/** Refused for good: sending it again would be refused again. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError'
}
