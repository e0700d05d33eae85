/** Pads that cannot land, whenever they arrive: silence, texts, wrong lengths, wrong numbers. Pure. */
import { MODES, PAD_BYTES, type LikelyCause, type ReceiptFacts } from '@arena/protocol'
import { FIRST_FRAME } from '@arena/slp'
import { counted, percentOf } from './words.ts'

const { inputDelayFrames, padWindow } = MODES.live
const FRAME_NUMBER = 'The frame is a signed 32-bit integer in little-endian order, and the first one is -123.'

export function padMistake({ pads, link }: ReceiptFacts): LikelyCause | null {
  const { polled, missed, late, first, received, ignoredLate, ignoredTooFar, reversed } = pads
  const { malformed, malformedBytes, texts } = pads
  const staysOpen = link.connections.every(({ ended }) => ended === null || ended.why === 'match-over')
  if (!link.heard && staysOpen) {
    return {
      code: 'silent',
      says: 'The bot accepted the socket and sent nothing at all: no pick and no pad.',
      advice:
        'Its server works, but its code does not run or has failed. Read its log; a pick is due right after the upgrade.',
    }
  }
  if (malformed > 0 && malformed >= received) {
    return {
      code: 'pad-length',
      says: `${counted(malformed, 'binary message')} had another length than ${PAD_BYTES} bytes (the last one ${malformedBytes}) and ${malformed === 1 ? 'was' : 'were'} ignored.`,
      advice: `A pad is exactly ${PAD_BYTES} bytes: frame (4), buttons (2), two sticks (4), two triggers (2).`,
    }
  }
  if (texts > 0 && received === 0 && malformed === 0) {
    return {
      code: 'text-pads',
      says: `The bot sent ${counted(texts, 'text message')} after its pick and no binary one.`,
      advice: 'Pads are binary WebSocket messages. Most libraries send bytes as binary and strings as text.',
    }
  }
  if (reversed > received / 2) {
    return {
      code: 'byte-order',
      says: `${percentOf(reversed, received)} of the pads have a frame number that makes sense only with its bytes reversed.`,
      advice: `Write pads in little-endian order. ${FRAME_NUMBER}`,
    }
  }
  // The first late pad for a frame may be slow; the second for the same frame repeats a number.
  const misnumbered = ignoredTooFar + ignoredLate - late
  if (misnumbered > received / 2 && missed > polled / 2) {
    return {
      code: 'frame-numbers',
      says: `${percentOf(misnumbered, received)} of the pads are for frames that are far from the game: ${ignoredTooFar} more than ${padWindow} frames ahead, ${ignoredLate - late} for frames that were over.`,
      advice: `After frame F send the pad for F + ${1 + inputDelayFrames}. ${FRAME_NUMBER}`,
    }
  }
  const without = (first ?? FIRST_FRAME) - FIRST_FRAME
  if (without > 0 && without >= missed / 2) {
    return {
      code: 'first-frames',
      says: `No pad came for the first ${counted(without, 'frame')}, ${FIRST_FRAME} to ${first! - 1}.`,
      advice: `The first frame is ${FIRST_FRAME}, not 0. Send the pads for the first ${1 + inputDelayFrames} frames right after the pick.`,
    }
  }
  return null
}
