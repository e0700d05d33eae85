import { expect, test } from 'vitest'
import { searchSections, sectionsOf } from './search.ts'

const BODY = `<h1 id="bots">Bots</h1>
<p>A bot is a server &amp; it answers <code>/ping</code>s.</p>
<h2 id="pads">Send pads</h2>
<p>A pad has 12 bytes.</p><table><tr><td>lead</td><td>two frames</td></tr></table>
<article class="operation" id="listBots">
<h2><span class="method get">GET</span> <code>/bots</code></h2>
<p>&lt;script&gt;</p>
</article>`

const sections = sectionsOf({ path: '/docs/bots', title: 'Bots', body: BODY })
const hrefs = (question: string) => searchSections(sections, question).map(({ href }) => href)

test('a document is divided at its headings and articles, and its text is what a reader sees', () => {
  expect(sections).toEqual([
    { document: 'Bots', href: '/docs/bots', heading: 'Bots', text: 'A bot is a server & it answers /pings.' },
    { document: 'Bots', href: '/docs/bots#pads', heading: 'Send pads', text: 'A pad has 12 bytes. lead two frames' },
    { document: 'Bots', href: '/docs/bots#listBots', heading: 'GET /bots', text: '<script>' },
  ])
})

test('a section is found where each word of the question begins a word of it; a plural finds the singular', () => {
  expect(hrefs('pads bytes')).toEqual(['/docs/bots#pads'])
  expect(hrefs('PADS')).toEqual(['/docs/bots#pads'])
  expect(hrefs('ping')).toEqual(['/docs/bots'])
  expect(hrefs('ytes')).toEqual([])
  expect(hrefs('pads elsewhere')).toEqual([])
  expect(hrefs(' .,?* ')).toEqual([])
})

test('a heading counts more than the text, and words that stand together more than words apart', () => {
  const of = (heading: string, text: string) => ({ document: 'd', href: heading, heading, text })
  const all = [of('one', 'long pads, late, late, late'), of('two', 'a late pad'), of('late', 'pads')]
  expect(searchSections(all, 'late pads').map(({ heading }) => heading)).toEqual(['late', 'two', 'one'])
})

test('of one document four sections at most are shown', () => {
  const many = (document: string) =>
    Array.from({ length: 6 }, (_, index) => ({ document, href: `${document}${index}`, heading: 'x', text: 'pad' }))
  expect(searchSections([...many('a'), ...many('b')], 'pad')).toHaveLength(8)
})

test('an excerpt is the part of the text that has most of the words; they are marked, and the rest is escaped', () => {
  const text = `lead ${'and other words '.repeat(30)}a <b>lead</b> of two frames${' more'.repeat(80)}`
  const [found] = searchSections([{ document: 'd', href: 'h', heading: 'x', text }], 'frames lead')
  expect(found!.excerpt).toMatch(
    /^… .*&#60;b&#62;<mark>lead<\/mark>&#60;\/b&#62; of two <mark>frame<\/mark>s more.* …$/,
  )
  expect(searchSections(sections, 'script')[0]!.excerpt).toBe('&#60;<mark>script</mark>&#62;')
})
