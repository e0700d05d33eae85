import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MOMENT_KINDS } from '@arena/engine/moments'
import { STAGE_IDS } from '@arena/slp'
import { filtersOf, searchOf } from './form.ts'
import { parseSearch } from './parse-search.ts'
import { printSearch } from './print-search.ts'
import { ENDINGS, MOST_FOLLOWING, MOST_TERMS, MOST_TEXT, periodOf, playerTerm, withVersionsOfBot } from './search.ts'
import type { Search, Term } from './search.ts'
import { CHARACTER_IDS } from './words.ts'

const [FOX, MARTH, FALCO, PUFF] = [2, 9, 20, 15]

/** Reads a search that has no faults. */
function read(text: string): Search {
  const { search, faults } = parseSearch(text)
  expect(faults).toEqual([])
  return search
}

const player = (bot: string | null, ...characters: number[]) => ({ bot, characters, versions: [] as string[] })
const version = (bot: string, ...versions: string[]) => ({ bot, characters: [], versions })
const matchup = (winner: object | null, loser: object | null, isNegated = false) => ({
  kind: 'matchup',
  winner,
  loser,
  isNegated,
})

describe('what a search may be', () => {
  test.each<[string, object]>([
    ['fox>marth', matchup(player(null, FOX), player(null, MARTH))],
    ['fox>', matchup(player(null, FOX), null)],
    ['>marth', matchup(null, player(null, MARTH))],
    ['-puff>falco', matchup(player(null, PUFF), player(null, FALCO), true)],
    ['fox,falco,fox>"Captain Falcon"', matchup(player(null, FOX, FALCO), player(null, 0))],
    ['char:fox>char:dr-mario', matchup(player(null, FOX), player(null, 22))],
    ['bot:needle>bot:talon', matchup(player('needle'), player('talon'))],
    ['bot:needle/fox>gnw', matchup(player('needle', FOX), player(null, 3))],
    ['bot:needle@1.5>bot:needle@1.4', matchup(version('needle', '1.5'), version('needle', '1.4'))],
    ['winner:needle', matchup(player('needle'), null)],
    ['loser:"Liquid Hbox"/puff', matchup(null, player('Liquid Hbox', PUFF))],
  ])('a winner and a loser: %s', (text, term) => {
    expect(read(text)).toEqual([term])
  })

  test.each<[string, Term]>([
    ['needle', playerTerm('needle')],
    ['"Liquid Hbox"', playerTerm('Liquid Hbox')],
    ['bot:"says ""hi"", often"', playerTerm('says "hi", often')],
    ['bot:needle@1.4', { kind: 'player', player: version('needle', '1.4'), isNegated: false }],
    [
      'needle@7b2a9c1d04fe+a41f00c',
      { kind: 'player', player: version('needle', '7b2a9c1d04fe+a41f00c'), isNegated: false },
    ],
    [
      'bot:"Two words"@1.4,1.5/fox',
      { kind: 'player', player: { ...version('Two words', '1.4', '1.5'), characters: [FOX] }, isNegated: false },
    ],
    ['version:1.4,1.5,1.4', { kind: 'version', versions: ['1.4', '1.5'], isNegated: false }],
    ['-version:v1_0', { kind: 'version', versions: ['v1_0'], isNegated: true }],
    ['char:fox,FALCO,fox', playerTerm(null, FOX, FALCO)],
    ['character:ics', playerTerm(null, 14)],
    ['stage:FD', { kind: 'stage', stages: [32], isNegated: false }],
    ['-stage:pokemon_stadium,bf', { kind: 'stage', stages: [3, 31], isNegated: true }],
    ['stage:"Yoshi’s Story"', { kind: 'stage', stages: [8], isNegated: false }],
    ['end:stocks', { kind: 'end', endings: ['stocks'], isNegated: false }],
    ['>4m', { kind: 'duration', is: '>', frames: 14_400, isNegated: false }],
    ['<30s', { kind: 'duration', is: '<', frames: 1800, isNegated: false }],
    ['<=1m30s15f', { kind: 'duration', is: '<=', frames: 5415, isNegated: false }],
    ['duration:>1h', { kind: 'duration', is: '>', frames: 216_000, isNegated: false }],
    ['duration:1800f', { kind: 'duration', is: '>=', frames: 1800, isNegated: false }],
    ['date:2026', { kind: 'date', is: '=', date: '2026', isNegated: false }],
    ['date:>2026-02', { kind: 'date', is: '>', date: '2026-02', isNegated: false }],
    ['after:2026-01-01', { kind: 'date', is: '>', date: '2026-01-01', isNegated: false }],
    ['since:2026-01-01', { kind: 'date', is: '>=', date: '2026-01-01', isNegated: false }],
    ['before:2024-02-29', { kind: 'date', is: '<', date: '2024-02-29', isNegated: false }],
    ['sort:Margin', { kind: 'sort', by: 'margin', isNegated: false }],
    ['until:2026-11', { kind: 'date', is: '<=', date: '2026-11', isNegated: false }],
  ])('one fact: %s', (text, term) => {
    expect(read(text)).toEqual([term])
  })

  test.each<[string, object]>([
    ['moment:kill', { first: ['kill'] }],
    ['-moment:Kills,SD', { first: ['kill', 'self-destruct'], isNegated: true }],
    ['moment:grab then:edge-guard', { first: ['grab'], followedBy: [{ kinds: ['edge-guard'], withinFrames: 180 }] }],
    [
      'moment:grab by:bot:needle/fox then:wavedashes,combo/1s then:kill/30f',
      {
        first: ['grab'],
        by: player('needle', FOX),
        followedBy: [
          { kinds: ['wavedash', 'combo'], withinFrames: 60 },
          { kinds: ['kill'], withinFrames: 30 },
        ],
      },
    ],
    ['moment:missed-tech by:fox,falco', { first: ['missed-tech'], by: player(null, FOX, FALCO) }],
  ])('moments, and what follows them: %s', (text, term) => {
    expect(read(text)).toEqual([{ kind: 'moments', by: null, followedBy: [], isNegated: false, ...term }])
  })

  test('what is said of a moment ends where another part begins', () => {
    expect(printSearch(read('moment:grab  then:kill/3s stage:bf moment:combo by:char:fox'))).toBe(
      'moment:grab then:kill stage:battlefield moment:combo by:fox',
    )
  })

  test('several facts, between any spaces', () => {
    expect(read('  fox>marth\u3000stage:bf\n>4m ').map(({ kind }) => kind)).toEqual(['matchup', 'stage', 'duration'])
    expect(read('')).toEqual([])
  })

  test('a character is found by every name of the game and by what players call it', () => {
    for (const id of CHARACTER_IDS) expect(read(printSearch([playerTerm(null, id)]))).toEqual([playerTerm(null, id)])
    expect(read('char:mr-game-watch,gnw,GameAndWatch')).toEqual([playerTerm(null, 3)])
    expect(printSearch(read('stage:ys,dl,fod,ps char:doc'))).toBe(
      'stage:yoshis-story,dream-land,fountain-of-dreams,pokemon-stadium char:dr-mario',
    )
  })
})

describe('what it may not be', () => {
  /** The part at fault is marked by `^`. */
  test.each([
    [
      'fox>needle',
      '    ^^^^^^',
      /^“needle” is not a character\. If it is a bot, write bot:needle\. Characters are bowser, /,
    ],
    ['needle>fox', '^^^^^^^^^^', /^“needle” is not a character\. If it is a bot, write bot:needle\. Characters are/],
    ['bf stagge:bf', '   ^^^^^^^^^', /^“stagge:” is not known\. There are bot:name, /],
    ['stage:bf,hyrule', '         ^^^^^^', /^“hyrule” is not known\. Stages are battlefield, final-destination, /],
    ['end:rage x', '    ^^^^', /^“rage” is not known\. Ends are stocks, time, forfeit, aborted\.$/],
    ['sort:luck', '     ^^^^', /^“luck” is not known\. Orders are margin\.$/],
    ['-sort:margin', '^^^^^^^^^^^^', /^An order cannot be excluded\.$/],
    ['version:', '       ^', /^A version is missing\.$/],
    ['version:é', '        ^', /^“é” is no version: that is 1 to 32 letters, digits and characters of \. _ \+ -\.$/],
    ['bot:needle@ x', '          ^', /^A version is missing\.$/],
    ['char:fox@1.4', '        ^^^^', /^A space is missing here\.$/],
    ['stage:', '     ^', /^A word is missing\. Stages are/],
    ['stage:bf,', '        ^', /^A word is missing here\.$/],
    ['bot:', '   ^', /^The name of a bot is missing\.$/],
    ['bot:""', '   ^^^', /^The name of a bot is missing\.$/],
    ['"Two words">fox', '^^^^^^^^^^^^^^^', /^“Two words” is not a character\. If it is a bot, write bot:"Two words"\./],
    ['fox>,', '    ^', /^The loser is missing\.$/],
    ['>', '^', /^Winner or loser is missing/],
    ['fox,falco', '^^^^^^^^^', /^Several words need a key/],
    ['>4', ' ^', /^A duration is written as/],
    ['>30s1m', ' ^^^^^', /^A duration is written as/],
    ['<marth', ' ^^^^^', /^A duration is written as/],
    ['date:2026-02-30', '     ^^^^^^^^^^', /^A date is written as/],
    ['after:yesterday', '      ^^^^^^^^^', /^A date is written as/],
    ['bot:"Liquid Hbox', '    ^^^^^^^^^^^^', /^This quote is not closed\.$/],
    ['bot:a>bot:b>bot:c', '           ^^^^^^', /^A space is missing here\.$/],
    ['fox>stage:bf', '    ^^^^^^^^', /^A winner or a loser is a character, or a bot/],
    ['moment:win', '       ^^^', /^“win” is not known\. Moments are kill, combo, /],
    ['then:kill', '^^^^^^^^^', /^then: stands after a moment, as in moment:grab by:fox then:kill\/5s\.$/],
    ['moment:grab stage:bf by:fox', '                     ^^^^^^', /^by: stands after a moment/],
    ['moment:grab then:kill/5', '                      ^', /^A duration is written as/],
    [
      'moment:grab by:needle',
      '               ^^^^^^',
      /^“needle” is not a character\. If it is a bot, write bot:needle\./,
    ],
    ['moment:grab by:', '              ^', /^The player is missing\.$/],
    ['moment:grab by:fox by:falco', '                  ^^^^^^^^^', /^A moment is of one player\.$/],
    ['-', '^', /^Here is neither a name nor/],
  ])('%s', (text, place, message) => {
    const { faults } = parseSearch(text)
    expect(faults).toHaveLength(1)
    const { start, end, message: said } = faults[0]!
    expect(said).toMatch(message)
    expect(' '.repeat(start) + '^'.repeat(end - start)).toBe(place)
  })

  test(`more than ${MOST_FOLLOWING} moments that follow another`, () => {
    const { search, faults } = parseSearch(`moment:kill${' then:kill'.repeat(MOST_FOLLOWING + 1)}`)
    expect(search).toEqual([])
    expect(faults).toMatchObject([{ message: `At most ${MOST_FOLLOWING} moments follow another.` }])
  })

  test('each part that cannot be read is named, and the others are read', () => {
    const text = 'foo:1 stage:bf "open >4m'
    const { search, faults } = parseSearch(text)
    expect(search.map(({ kind }) => kind)).toEqual(['stage'])
    expect(faults.map(({ start, end }) => text.slice(start, end))).toEqual(['foo:1', '"open >4m'])
  })

  test(`more than ${MOST_TERMS} parts`, () => {
    const { search, faults } = parseSearch('a '.repeat(MOST_TERMS + 2))
    expect(search).toHaveLength(MOST_TERMS)
    expect(faults).toMatchObject([{ message: `A search has at most ${MOST_TERMS} parts.` }])
  })
})

const Some = <T>(of: readonly T[]) => fc.uniqueArray(fc.constantFrom(...of), { minLength: 1, maxLength: 4 })
const Name = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
  fc.string({
    unit: fc.constantFrom('a', 'b', '"', '>', '/', ',', ':', '-', ' ', '<', '=', '@'),
    minLength: 1,
    maxLength: 12,
  }),
)
const Versions = Some(['1.4', 'v2', '7b2a9c1d04fe+a41f00c', '_-.'])
const AnyBot = Some(CHARACTER_IDS).map((characters) => ({ bot: null, characters, versions: [] }))
const OneBot = fc.record({
  bot: Name,
  characters: fc.oneof(fc.constant([]), Some(CHARACTER_IDS)),
  versions: fc.oneof(fc.constant([]), Versions),
})
const Player = fc.oneof(AnyBot, OneBot)
const Digits = (from: number, to: number) =>
  fc.integer({ min: from, max: to }).map((number) => String(number).padStart(2, '0'))
const DateText = fc
  .tuple(Digits(2000, 2999), Digits(1, 12), Digits(1, 31), fc.integer({ min: 1, max: 3 }))
  .map(([year, month, day, parts]) => [year, month, day].slice(0, parts).join('-'))
  .filter((date) => periodOf(date) !== null)
const Comparison = fc.constantFrom('>', '>=', '<', '<=')
const isNegated = fc.boolean()
const AnyTerm = fc.oneof(
  fc.constant({ kind: 'sort' as const, by: 'margin' as const, isNegated: false }),
  fc.record({ kind: fc.constant('player'), player: Player, isNegated }),
  fc
    .record({ kind: fc.constant('matchup'), winner: fc.option(Player), loser: fc.option(Player), isNegated })
    .filter(({ winner, loser }) => winner !== null || loser !== null),
  fc.record({ kind: fc.constant('version'), versions: Versions, isNegated }),
  fc.record({ kind: fc.constant('stage'), stages: Some(STAGE_IDS), isNegated }),
  fc.record({ kind: fc.constant('end'), endings: Some(ENDINGS), isNegated }),
  fc.record({ kind: fc.constant('duration'), is: Comparison, frames: fc.nat(1_000_000), isNegated }),
  fc.record({
    kind: fc.constant('moments'),
    first: Some(MOMENT_KINDS),
    by: fc.option(Player),
    followedBy: fc.array(fc.record({ kinds: Some(MOMENT_KINDS), withinFrames: fc.nat(1_000_000) }), {
      maxLength: MOST_FOLLOWING,
    }),
    isNegated,
  }),
  fc.record({ kind: fc.constant('date'), is: fc.oneof(Comparison, fc.constant('=')), date: DateText, isNegated }),
) as fc.Arbitrary<Term>
const AnySearch = fc.array(AnyTerm, { maxLength: MOST_TERMS })

describe('the text and the value', () => {
  test('every value is printed as a text that is read as that value', () => {
    fc.assert(
      fc.property(AnySearch, (search) => {
        expect(read(printSearch(search))).toEqual(search)
      }),
    )
  })

  test('any text is read without an exception, and what was read prints as text of the same meaning', () => {
    const words =
      'fox|bot:|>|"|,|/|-|stage:|bf|4m|date:|2026| |:|=|é|\0|moment:kill|then:kill| by:fox|@|version:|1.4'.split('|')
    const pieces = fc.array(fc.constantFrom(...words), { maxLength: 40 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: MOST_TEXT }), pieces), (text) => {
        const { search, faults } = parseSearch(text)
        expect(read(printSearch(search))).toEqual(search)
        let at = 0
        for (const { start, end, message } of faults) {
          expect(start).toBeGreaterThanOrEqual(at)
          expect(end).toBeGreaterThan(start)
          expect(end).toBeLessThanOrEqual(Math.max(text.length, 1))
          expect(message).toMatch(/\.$/)
          at = end
        }
        if (search.length === 0 && faults.length === 0) expect(text.trim()).toBe('')
      }),
      { numRuns: 500 },
    )
  })

  test('the filters show what they made, and what they cannot show is kept beside them', () => {
    const Day = fc.option(
      DateText.filter((date) => date.length === 10),
      { nil: undefined },
    )
    const Filters = fc.record({
      bot: fc.oneof(fc.constant(''), Name),
      character: fc.option(fc.constantFrom(...CHARACTER_IDS), { nil: undefined }),
      stage: fc.option(fc.constantFrom(...STAGE_IDS), { nil: undefined }),
      ending: fc.option(fc.constantFrom(...ENDINGS), { nil: undefined }),
      from: Day,
      to: Day,
    })
    fc.assert(
      fc.property(Filters, (filters) => {
        const { filters: shown, rest } = filtersOf(searchOf(filters))
        expect({ ...filters, ...shown }).toEqual(filters)
        expect(searchOf(shown)).toEqual(searchOf(filters))
        expect(rest).toEqual([])
      }),
    )
    const textOf = (term: Term) => printSearch([term])
    fc.assert(
      fc.property(AnySearch, (search) => {
        const { filters, rest } = filtersOf(search)
        const again = [...searchOf(filters), ...rest].map(textOf)
        expect(again.toSorted()).toEqual(search.map(textOf).toSorted())
      }),
    )
  })
})

test('a date is a whole year, month or day in UTC', () => {
  const iso = (date: string) => Object.values(periodOf(date) ?? {}).map((at) => at.toISOString())
  expect(iso('2026')).toEqual(['2026-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'])
  expect(iso('2026-12')).toEqual(['2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'])
  expect(iso('2028-02-29')).toEqual(['2028-02-29T00:00:00.000Z', '2028-03-01T00:00:00.000Z'])
  for (const none of ['2027-02-29', '2026-13', '2026-00', '1999', '2026-1-1', '26', ''])
    expect(periodOf(none)).toBeNull()
})

test.each([
  ['needle version:1.4', 'bot:needle@1.4'],
  ['version:1.4,1.5 bot:needle/fox stage:bf', 'bot:needle@1.4,1.5/fox stage:battlefield'],
  ['loser:needle bot:needle version:1.4', '>bot:needle@1.4 bot:needle@1.4'],
  ['needle -version:1.4', 'bot:needle -bot:needle@1.4'],
  ['fox>bot:needle version:1.4', 'fox>bot:needle@1.4'],
  ['moment:kill by:bot:needle version:1.4', 'moment:kill by:bot:needle@1.4'],
  // Nobody can say whose it is, or it is said already.
  ['version:1.4', 'version:1.4'],
  ['char:fox version:1.4', 'char:fox version:1.4'],
  ['bot:needle>bot:talon version:1.4', 'bot:needle>bot:talon version:1.4'],
  ['bot:needle@1.5 version:1.4', 'bot:needle@1.5 version:1.4'],
  ['-bot:needle version:1.4', '-bot:needle version:1.4'],
  ['needle version:1.4 version:1.5', 'bot:needle version:1.4 version:1.5'],
])('version: is of the one bot that a search names: %s is %s', (text, meant) => {
  expect(printSearch(withVersionsOfBot(read(text)))).toBe(meant)
})
