/**
 * Put before every process of an arena with `--import`: its clock on the wall goes by the offset in milliseconds that the
 * file FAULTS_CLOCK holds, read again at SIGUSR2. The monotonic clock is left alone, as it is when a machine's clock is set.
 */
import { readFileSync } from 'node:fs'

const RealDate = Date
const file = process.env.FAULTS_CLOCK
let offsetMs = 0

const read = () => {
  try {
    offsetMs = Number(readFileSync(file, 'utf8'))
  } catch {
    offsetMs = 0
  }
}

class SkewedDate extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + offsetMs)
    else super(...parts)
  }
  static now() {
    return RealDate.now() + offsetMs
  }
}

read()
process.on('SIGUSR2', read)
globalThis.Date = SkewedDate
