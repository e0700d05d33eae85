/**
 * Why a match was aborted, in a sentence for everyone. The operator's sentence (`detail` of a result) may name programs and
 * addresses and stays in the log.
 */
import type { EndCause } from '@arena/host'

const REASONS: Readonly<Partial<Record<EndCause, string>>> = {
  'nobody-connected': 'Neither bot connected in time.',
  'wall-clock': 'The match was still running after twelve minutes.',
  'engine-failed': 'The engine of the game failed.',
  'engine-lag': 'The arena could not keep the game at its speed.',
  'replay-failed': 'The replay could not be written, and a result that cannot be checked does not count.',
  'host-lost': 'The part of the arena that ran the match stopped unexpectedly.',
  'machine-silent': 'The arena lost sight of the machine that ran the match.',
  'not-begun': 'No machine of the arena could begin the match.',
  'arena-fault': 'A fault of the arena ended the match, or kept its result from being recorded.',
  shutdown: 'The arena was stopped while the match was running.',
  operator: 'An operator of the arena ended the match.',
  'bot-gone': 'The account of one of the bots was deleted before the match began.',
}

export function abortReason(cause: EndCause | null): string {
  return (cause === null ? undefined : REASONS[cause]) ?? 'The arena broke the match off.'
}
