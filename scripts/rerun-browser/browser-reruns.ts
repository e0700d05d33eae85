/** A page in Chromium that runs replays again in the viewer's worker, one after the other. */
import { writeReplay } from '@arena/slp'
import type { Page } from 'playwright-core'
import type { ReplayInfo, Verdict } from '../../packages/viewer/src/index.ts'
import { serveViewer, viewerFiles, type ServedViewer } from '../../packages/viewer/tests/served-viewer.ts'
import { playMatch } from '../house-matches/match.ts'
import type { Fixture } from '../house-matches/series.ts'

export interface BrowserRerun {
  readonly verdict: Verdict
  readonly info: ReplayInfo | null
  readonly error: string | null
}

interface Viewer extends HTMLElement {
  readonly verdict: Verdict | null
  readonly info: ReplayInfo | null
  readonly error: string | null
}

export class BrowserReruns implements Disposable {
  readonly #viewer: ServedViewer
  readonly #page: Page
  /** What the page is given next. */
  readonly #replays: Map<string, Buffer>

  private constructor(viewer: ServedViewer, page: Page, replays: Map<string, Buffer>) {
    this.#viewer = viewer
    this.#page = page
    this.#replays = replays
  }

  static async open(page: Page): Promise<BrowserReruns> {
    const replays = new Map<string, Buffer>()
    const viewer = await serveViewer(await viewerFiles(), (name, response) => {
      const replay = replays.get(name)
      if (replay) response.writeHead(200).end(replay)
      return replay !== undefined
    })
    await page.goto(viewer.base)
    return new BrowserReruns(viewer, page, replays)
  }

  /** Plays a match, and what came of it in the browser: with the match's seed, so that its draws are checked too. */
  async run({ number, contestants, seed }: Fixture): Promise<BrowserRerun> {
    const messages: Buffer[] = []
    await playMatch(seed, contestants, (events) => messages.push(Buffer.from(events)))
    const name = `${number}.slp`
    this.#replays.clear()
    this.#replays.set(name, Buffer.from(writeReplay(Buffer.concat(messages), {})))
    return this.#page.evaluate(inPage, { name, seed })
  }

  [Symbol.dispose](): void {
    this.#viewer.close()
  }
}

/** Runs in the page. */
async function inPage({ name, seed }: { name: string; seed: string }): Promise<BrowserRerun> {
  const element = document.querySelector<Viewer>('arena-replay')!
  element.setAttribute('seed', seed)
  element.setAttribute('src', name)
  // Attributes take effect together, after this task.
  await Promise.resolve()
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 10))
    const { verdict, info, error } = element
    if (error !== null || (verdict !== null && verdict.state !== 'running')) {
      return { verdict: verdict ?? { state: 'running', frames: 0 }, info, error }
    }
  }
}
