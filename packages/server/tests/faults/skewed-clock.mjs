/**
 * Every process of an arena loads this first (`--import`): its clock on the wall is off by the milliseconds that the file FAULTS_CLOCK
 * holds as the process starts. The monotonic clock stays as it is, as when a machine's clock is set.
 */
import { existsSync, readFileSync } from 'node:fs'

const RealDate = Date
const file = process.env.FAULTS_CLOCK
const offsetMs = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0

class SkewedDate extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + offsetMs)
    else super(...parts)
  }
  static now() {
    return RealDate.now() + offsetMs
  }
}

globalThis.Date = SkewedDate
