/**
 * The first content, rendered by the service so that the page reads without scripts.
 * `template` is the built index.html.
 */
import { renderToString } from 'react-dom/server'
import { App } from './app.tsx'
import type { PageData } from './page-data.ts'

export function renderPage(template: string, data: PageData): string {
  // `<` is the only character that could end the element early.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  return template
    .replace('<!--page-->', () => renderToString(<App first={data} />))
    .replace('type="application/json"></script>', () => `type="application/json">${json}</script>`)
}
