/** A question to whoever sits at the terminal, or to what is piped in. */
import { createInterface } from 'node:readline/promises'
import { Interrupted } from '@arena/host/command-line'

interface Ends {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
  /** Whether keys come one by one, Ctrl-C among them; by default as the output is. */
  readonly terminal?: boolean
}

/** A line of standard input. The question goes where it does not mix with results. */
export async function ask(
  question: string,
  signal: AbortSignal,
  ends: Ends = { input: process.stdin, output: process.stderr },
): Promise<string> {
  const lines = createInterface(ends)
  try {
    const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')))
    const interrupted = new Promise<never>((_resolve, reject) =>
      lines.once('SIGINT', () => reject(new Interrupted('Ctrl-C'))),
    )
    return (await Promise.race([lines.question(question, { signal }), ended, interrupted])).trim()
  } finally {
    lines.close()
  }
}
