import { describe, expect, test } from 'vitest'
import { numbers, some } from '../../../scripts/tests/series.ts'
import { Random } from '../../sdk/src/random.ts'
import { drawnLadder } from '../tests/drawn-ladder.ts'
import { fitStrengths } from './bradley-terry.ts'
import { alikeOf, changesOf, contradictionsOf, cyclesOf } from './findings.ts'

const LADDER = { players: 12, rounds: 200, spread: 0.5 }

type Extra = (player: number, opponent: number, round: number) => number

function findings(name: string, extra: Extra = () => 0, rounds = LADDER.rounds) {
  const { skills, games, meetings } = drawnLadder(name, { ...LADDER, rounds, extra })
  const fit = fitStrengths(skills.length, meetings)
  return {
    contradictions: contradictionsOf(fit, meetings),
    cycles: cyclesOf(meetings),
    changes: changesOf(fit, games),
    alike: alikeOf(fit, meetings),
  }
}

/** What a player has against each opponent beside its strength, up to `reach` in logits; players of one program have the same. */
function tastes(name: string, reach: number, programOf = (player: number): number => player): Extra {
  const of = (player: number, opponent: number): number =>
    reach * (2 * new Random(`${name} ${programOf(player)} against ${programOf(opponent)}`).next() - 1)
  return (player, opponent) => (player < opponent ? of(player, opponent) : -of(opponent, player)) / 2
}

const KINDS = ['contradictions', 'cycles', 'changes', 'alike'] as const

describe('what contradicts a list', () => {
  const LADDERS = some(numbers(200), 25)

  test('of 200 clean ladders hardly any has a finding of one kind: 99 of 100 have none', () => {
    const counts = { contradictions: 0, cycles: 0, changes: 0, alike: 0 }
    for (const number of LADDERS) {
      const found = findings(`clean ${number}`)
      for (const kind of KINDS) counts[kind] += Number(found[kind].length > 0)
    }
    for (const kind of KINDS) expect([kind, counts[kind] <= Math.ceil(LADDERS.length / 40)]).toEqual([kind, true])
  })

  test('three that beat each other in a circle are a cycle, and meetings of it contradict the list', () => {
    const { meetings } = drawnLadder('circle', LADDER)
    const circle = [
      [0, 1],
      [1, 2],
      [0, 2],
    ].map(([a, b], number) => {
      const [wins, losses] = number === 2 ? [2, 28] : [28, 2]
      return { a: a!, b: b!, wins, losses, draws: 0 }
    })
    const all = [...meetings.filter(({ a, b }) => a > 2 || b > 2), ...circle]
    expect(cyclesOf(all)).toEqual([[0, 1, 2]])
    const contradictions = contradictionsOf(fitStrengths(LADDER.players, all), all)
    const found = contradictions.find(({ winner, loser }) => winner === 2 && loser === 0)!
    expect(found).toMatchObject({ games: 30, points: 28 })
    // Others do beat it.
    expect(found.others.points / found.others.games).toBeGreaterThan(0.5)
  })

  test('a bot that has become weaker is found, with the games between which it did, and none of those that it met is', () => {
    for (const name of ['drop', 'another drop', 'a third drop']) {
      const { changes } = findings(name, (player, _opponent, round) => (player === 4 && round >= 240 ? -2 : 0), 400)
      expect(changes.map(({ player }) => player)).toEqual([4])
      const [change] = changes
      expect(change!.by).toBeLessThan(-1)
      expect(Math.abs(change!.to - 240)).toBeLessThan(20)
    }
  })

  test('a bot that meets others later than at first, which it finds harder, has not changed', () => {
    const changed = LADDERS.filter((number) => findings(`tastes ${number}`, tastes(`${number}`, 1)).changes.length > 0)
    expect(changed.length).toBeLessThanOrEqual(Math.ceil(LADDERS.length / 25))
  })

  test('copies of one program have the same strengths and weaknesses; others have their own', () => {
    const extra = tastes('programs', 3, (player) => (player === 5 ? 6 : player))
    const { games, meetings } = drawnLadder('copies', { players: 20, rounds: 800, spread: 0.5, copies: [5, 6], extra })
    expect(games).toHaveLength(8000)
    expect(alikeOf(fitStrengths(20, meetings), meetings)).toEqual([[5, 6]])
  })
})
