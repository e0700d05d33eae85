/**
 * The script of pages with a picture: it makes `<arena-replay>` known, which loads the viewer when it is seen. On a match's own
 * page the address says what to show: `#f=200` opens that frame, paused.
 */
import { settingsFromUrl } from '@arena/viewer/element'

const own = document.querySelector('arena-replay[data-own]')

function follow(): void {
  for (const [name, value] of Object.entries(settingsFromUrl(location.href))) own?.setAttribute(name, value)
}

follow()
addEventListener('hashchange', follow)
