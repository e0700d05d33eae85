/**
 * The script of pages with a picture: it makes `<arena-replay>` known, which loads the viewer when it is seen. On a match's own
 * page the address says what to show: `#f=200` opens that frame, paused, and `?0=you&1=ember#f=200` has others play on from it.
 */
import { settingsFromUrl, type ArenaReplay } from '@arena/viewer/element'
import type { Branching } from '../branch/branching.ts'

const NOT_LOADED =
  'The game could not be loaded: the connection is lost, or the arena has been updated. Reload the page.'

const own = document.querySelector<ArenaReplay>('arena-replay[data-own]')

function follow(): void {
  for (const [name, value] of Object.entries(settingsFromUrl(location.href))) own?.setAttribute(name, value)
}

follow()
addEventListener('hashchange', follow)

const root = own?.closest<HTMLElement>('.branching')
if (own && root) offerBranches(own, root)

/** The game itself is loaded when it is asked for. */
function offerBranches(match: ArenaReplay, about: HTMLElement): void {
  const offer = about.querySelector<HTMLElement>('.branch-offer')!
  const place = about.querySelector<HTMLElement>('.fight')!
  let loaded: Promise<Branching> | null = null
  const branching = (): Promise<Branching> =>
    (loaded ??= import('../branch/branching.ts').then((module) => new module.Branching(about, match, place)))
  async function load(then: (it: Branching) => void): Promise<void> {
    try {
      then(await branching())
    } catch (error) {
      console.error(error)
      loaded = null
      offer.querySelector('.note')!.textContent = NOT_LOADED
    }
  }
  match.addEventListener('arena-replay-ready', () => (offer.hidden = false))
  offer.querySelector('button')!.addEventListener('click', () => match.branch())
  about.addEventListener('arena-replay-branch', (event) => {
    const { frame, file } = (event as CustomEvent<{ frame: number; file: Blob | null }>).detail
    void load((it) => it.ask(event.target, frame, file))
  })
  const { searchParams } = new URL(location.href)
  const [first, second] = [searchParams.get('0'), searchParams.get('1')]
  if (first !== null || second !== null) void load((it) => it.open(match.currentFrame, [first, second]))
}
