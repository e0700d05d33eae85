/** A bucket for tests of whole machines: on versitygw where it is installed, else on the S3 server in memory. */
import type { BucketOptions } from '../../src/config/bucket.ts'
import { S3Server } from './s3-server.ts'
import { findVersitygw, startVersitygw } from './versitygw.ts'

export interface ObjectServer extends AsyncDisposable {
  readonly name: string
  readonly options: BucketOptions
}

export async function startObjectServer(): Promise<ObjectServer> {
  const program = findVersitygw()
  const server = program === null ? await S3Server.listen() : await startVersitygw(program)
  return {
    name: program === null ? 'in memory' : 'versitygw',
    options: server.options,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
