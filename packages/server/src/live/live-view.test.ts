import type { LiveMatch } from '@arena/protocol'
import { expect, test } from 'vitest'
import { LiveMatches } from './live-matches.ts'
import { LiveView } from './live-view.ts'

const PLAYER = { botName: '', character: null, costume: null, stocks: 4, percent: 0, x: 0, y: 0 }
const match = (id: string, second: number): LiveMatch => ({
  id,
  mode: 'live',
  stage: null,
  frame: 0,
  players: [
    { ...PLAYER, port: 0, botId: 'a' },
    { ...PLAYER, port: 1, botId: 'b' },
  ],
  startedAt: new Date(1_700_000_000_000 + second * 1000).toISOString(),
})

function viewOf(rows: () => LiveMatch[] | Error) {
  const own = new LiveMatches()
  const bots = [
    { botId: 'a', name: 'A', url: '' },
    { botId: 'b', name: 'B', url: '' },
  ] as const
  own.seated({ matchId: 'own', mode: 'live', seed: '', stage: 31, bots, startedAt: 1_700_000_005_000 })
  const clock = { elapsed: 0, reads: 0 }
  const others = async () => {
    clock.reads++
    const read = rows()
    if (read instanceof Error) throw read
    return [{ machineId: 'other', at: new Date(clock.elapsed), state: { matches: read } }]
  }
  const machine = { notice: undefined, revision: 0 }
  return { clock, view: new LiveView({ own, machine, states: { others }, elapsed: () => clock.elapsed }) }
}

const ids = (view: LiveView) => view.list('live').map(({ id }) => id)

test('shows the matches of all machines, oldest first, and finds each', async () => {
  const { view } = viewOf(() => [match('late', 9), match('early', 1)])
  await view.refresh()
  expect(ids(view)).toEqual(['early', 'own', 'late'])
  expect(view.find('late')?.id).toBe('late')
  expect(view.find('none')).toBeUndefined()
})

test('reads the others four times a second at most, however many ask', async () => {
  const { view, clock } = viewOf(() => [])
  await Promise.all(Array.from({ length: 50 }, () => view.refresh()))
  clock.elapsed += 249
  await view.refresh()
  expect(clock.reads).toBe(1)
  clock.elapsed += 1
  await view.refresh()
  expect(clock.reads).toBe(2)
})

test('a database that is away leaves what was read for twelve seconds, and the own matches for ever', async () => {
  let rows: LiveMatch[] | Error = [match('other', 1)]
  const { view, clock } = viewOf(() => rows)
  await view.refresh()
  rows = new Error('away')
  clock.elapsed += 11_999
  await view.refresh()
  expect(ids(view)).toEqual(['other', 'own'])
  clock.elapsed += 251
  await view.refresh()
  expect(ids(view)).toEqual(['own'])
})

test('its revision changes with what others show, and not by reading', async () => {
  let shown: LiveMatch[] = []
  const { view, clock } = viewOf(() => shown)
  await view.refresh()
  const before = view.revision
  await view.refresh()
  expect(view.revision).toBe(before)
  clock.elapsed += 1000
  shown = [match('new', 1)]
  await view.refresh()
  expect(view.revision).not.toBe(before)
})
