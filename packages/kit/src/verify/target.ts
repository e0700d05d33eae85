/** What `arena-kit verify` is pointed at: a file, or a match of an arena by its id or by the address of its page. */
import { statSync } from 'node:fs'
import { MatchId } from '@arena/protocol'
import { InvalidArgumentError } from 'commander'

export type Target =
  | { readonly kind: 'file'; readonly path: string }
  /** `arena`: the address of the arena, where the match's own address holds it. */
  | { readonly kind: 'match'; readonly arena: string | null; readonly id: MatchId }

/** Addresses of a match's page, record, replay and stream; the part before may hold a path of its own. */
const ADDRESS = /^(https?:\/\/[^?#]*?)\/(?:watch|matches|live)\/(match_[0-9a-z]+)(?:\.slp|\/[\w.]*)?\/?(?:[?#].*)?$/

export function verifyTarget(text: string): Target {
  if (MatchId.safeParse(text).success) return { kind: 'match', arena: null, id: text }
  if (/^\w+:\/\//.test(text)) {
    const [, arena, id] = ADDRESS.exec(text) ?? []
    if (arena === undefined || id === undefined || !MatchId.safeParse(id).success || !URL.canParse(arena)) {
      throw new InvalidArgumentError(
        'It is not the address of a match, such as https://arena.example.org/watch/match_….',
      )
    }
    return { kind: 'match', arena, id }
  }
  if (statSync(text, { throwIfNoEntry: false })?.isFile() === true) return { kind: 'file', path: text }
  throw new InvalidArgumentError('It is neither a file, nor the id of a match, nor the address of one.')
}
