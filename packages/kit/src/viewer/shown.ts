/** A command that shows its games: the page is served, and opened in the browser where a person sees the terminal. */
import type { Terminal } from '../terminal.ts'
import { openBrowser } from './open-browser.ts'
import type { ShownGames } from './shown-games.ts'
import { ViewerServer } from './viewer-server.ts'

export async function showGames(games: ShownGames, terminal: Terminal, opensBrowser: boolean): Promise<ViewerServer> {
  const viewer = await ViewerServer.open(games)
  const isOpened = opensBrowser && terminal.isScreen && (await openBrowser(viewer.url))
  // On standard error: it is no result.
  terminal.note(isOpened ? `Watch in the browser: ${viewer.url}` : `Watch at ${viewer.url}`)
  return viewer
}
