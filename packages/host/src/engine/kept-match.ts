/** What an engine needs to play an archived match again. */
import { inflateSync } from 'node:zlib'
import { endCauseOf, type KeptMatch } from '@arena/engine/kept-match'
import type { ArchivedMatch } from '@arena/protocol/archive'
import { decodePadColumns, MOST_COLUMN_BYTES } from '@arena/protocol/pad-columns'

type Settings = KeptMatch['settings']

/** An archived match of which no game can be played again. */
export class NoGameError extends Error {
  override readonly name = 'NoGameError'
}

/**
 * What an engine needs. Throws NoGameError where the archive has no game, or where a name is gone with its account, and an Error where
 * the pads are damaged.
 */
export function keptMatchOf({ matchId, seed, stage, ports, end, result, engine, game }: ArchivedMatch): KeptMatch {
  if (game === null || stage === null) throw new NoGameError(`The archive has no pads of ${matchId}.`)
  const player = ({ name, character, costume }: ArchivedMatch['ports'][0]): Settings['players'][0] => {
    if (name === null) throw new NoGameError(`A name in ${matchId} is gone with its account.`)
    if (character === null || costume === null) throw new NoGameError(`The archive has no picks of ${matchId}.`)
    return { character, costume, name }
  }
  const columns = decodePadColumns(inflateSync(game.pads, { maxOutputLength: MOST_COLUMN_BYTES }))
  return {
    settings: {
      seed: Buffer.from(seed, 'hex'),
      stage: stage as Settings['stage'],
      players: [player(ports[0]), player(ports[1])],
    },
    frames: columns.frames,
    pads: columns.ports,
    end: endCauseOf({
      endReason: end.status === 'completed' ? end.reason : 'engine',
      winner: result?.winner ?? null,
    }),
    startAt: game.startAt,
    engine,
  }
}
