/** Two viewers that are played and sought together. Loaded where two are: most pages have one. */
import { Playback, type Extent } from './playback.ts'
import { pause, type State } from './state.ts'

/** Plays two replays at once, from the first frame of any to the last of any. */
class SharedPlayback extends Playback {
  readonly #extents = new Map<object, Extent>()

  override extend(extent: Extent, of: object = this): void {
    this.#extents.set(of, extent)
    const all = [...this.#extents.values()]
    const some = all.filter(({ first, last }) => last >= first)
    super.extend({
      first: Math.min(...some.map(({ first }) => first)),
      last: Math.max(...some.map(({ last }) => last)),
      isComplete: all.every(({ isComplete }) => isComplete),
    })
  }

  /** That of one of the two, at the same place. */
  only(of: object): Playback {
    return playbackAt(this, new Playback(), [[of, this.#extents.get(of)]])
  }
}

function playbackAt<P extends Playback>(
  { position, speed }: Playback,
  playback: P,
  extents: readonly (readonly [of: object, extent: Extent | undefined])[],
): P {
  playback.speed = speed
  playback.seek(position)
  for (const [of, extent] of extents) if (extent && extent.last >= extent.first) playback.extend(extent, of)
  return playback
}

/** They are at the place of the first from now on, and stand still. */
export function pair(state: State, other: State): void {
  for (const each of [state, other]) {
    each.partner?.part()
    pause(each)
  }
  const both = [state, other]
  const extents = both.map((each) => [each, each.playback.extent] as const)
  const playback = playbackAt(state.playback, new SharedPlayback(), extents)
  const part = (): void => {
    for (const each of both) Object.assign(each, { playback: playback.only(each), partner: null })
  }
  const shared = { playback, hasMoved: true, isCut: true }
  Object.assign(state, shared, { partner: { state: other, part } })
  Object.assign(other, shared, { partner: { state, part } })
}
