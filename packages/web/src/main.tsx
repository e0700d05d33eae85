/** Takes over the page in the browser, from the content that came with it or from nothing. */
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import type { PageData } from './page-data.ts'
import './styles/tokens.css'
import './styles/page.css'

const page = document.getElementById('page')!
const text = document.getElementById('first-data')?.textContent ?? ''
const first = text === '' ? null : (JSON.parse(text) as PageData)

if (first === null) createRoot(page).render(<App first={null} />)
else hydrateRoot(page, <App first={first} />)
