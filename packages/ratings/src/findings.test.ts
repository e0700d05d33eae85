import { describe, expect, test } from 'vitest'
import { numbers } from '../../../scripts/tests/series.ts'
import { Random } from '../../sdk/src/random.ts'
import { drawnLadder } from '../tests/drawn-ladder.ts'
import { fitStrengths } from './bradley-terry.ts'
import { alikeOf, changesOf, contradictionsOf, cyclesOf } from './findings.ts'

const LADDER = { players: 12, rounds: 200, spread: 0.5 }

function findings(name: string, extra?: (player: number, opponent: number, round: number) => number) {
  const { skills, games, meetings } = drawnLadder(name, extra === undefined ? LADDER : { ...LADDER, extra })
  const fit = fitStrengths(skills.length, meetings)
  return {
    contradictions: contradictionsOf(fit, meetings),
    cycles: cyclesOf(meetings),
    changes: changesOf(fit, games),
    alike: alikeOf(fit, meetings),
  }
}

describe('what contradicts a list', () => {
  test('a clean ladder has no finding, in 99 of 100 of a kind', () => {
    const counts = { contradictions: 0, cycles: 0, changes: 0, alike: 0 }
    for (const number of numbers(60)) {
      const found = findings(`clean ${number}`)
      for (const kind of ['contradictions', 'cycles', 'changes', 'alike'] as const)
        counts[kind] += Number(found[kind].length > 0)
    }
    for (const [kind, count] of Object.entries(counts)) expect([kind, count <= 2]).toEqual([kind, true])
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
    expect(contradictions.map(({ winner, loser }) => [winner, loser])).toContainEqual([2, 0])
  })

  test('a bot that has become weaker is found, with the games between which it did', () => {
    const { changes } = findings('drop', (player, _opponent, round) => (player === 4 && round >= 120 ? -2 : 0))
    expect(changes).toHaveLength(1)
    const [change] = changes
    expect(change!.player).toBe(4)
    expect(change!.by).toBeLessThan(-1)
    expect(Math.abs(change!.to - 120)).toBeLessThan(20)
  })

  test('copies of one program have the same strengths and weaknesses; others have their own', () => {
    // Against each opponent a program has a lead of its own.
    const program = (player: number): number => (player === 5 ? 6 : player)
    const taste = (player: number, opponent: number): number =>
      3 * new Random(`${program(player)} against ${program(opponent)}`).next() - 1.5
    const extra = (player: number, opponent: number): number =>
      player < opponent ? taste(player, opponent) : -taste(opponent, player)
    const { games, meetings } = drawnLadder('copies', { players: 20, rounds: 400, spread: 0.5, extra })
    expect(games).toHaveLength(4000)
    expect(alikeOf(fitStrengths(20, meetings), meetings)).toEqual([[5, 6]])
  })
})
