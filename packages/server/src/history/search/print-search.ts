/** A search as text, in one way: what `parse-search.ts` reads back as the same value. */
import { FRAMES_PER_SECOND, USUAL_FOLLOWING } from './search.ts'
import type { Fact, Player, Search } from './search.ts'
import { characterWord, stageWord } from './words.ts'

export function printSearch(search: Search): string {
  return search.map((term) => `${term.isNegated ? '-' : ''}${printFact(term)}`).join(' ')
}

function printFact(fact: Fact): string {
  switch (fact.kind) {
    case 'player':
      return fact.player.bot === null ? `char:${printPlayer(fact.player)}` : printPlayer(fact.player)
    case 'matchup':
      return `${printPlayer(fact.winner)}>${printPlayer(fact.loser)}`
    case 'version':
      return `version:${fact.versions.join(',')}`
    case 'stage':
      return `stage:${fact.stages.map(stageWord).join(',')}`
    case 'end':
      return `end:${fact.endings.join(',')}`
    case 'duration':
      return `${fact.is}${printDuration(fact.frames)}`
    case 'date':
      return `date:${fact.is === '=' ? '' : fact.is}${fact.date}`
    case 'moments': {
      const by = fact.by === null ? '' : ` by:${printPlayer(fact.by)}`
      const then = fact.followedBy.map(({ kinds, withinFrames }) => {
        const within = withinFrames === USUAL_FOLLOWING ? '' : `/${printDuration(withinFrames)}`
        return ` then:${kinds.join(',')}${within}`
      })
      return `moment:${fact.first.join(',')}${by}${then.join('')}`
    }
    case 'sort':
      return `sort:${fact.by}`
  }
}

function printPlayer(player: Player | null): string {
  if (player === null) return ''
  const characters = player.characters.map(characterWord).join(',')
  if (player.bot === null) return characters
  const versions = player.versions.length === 0 ? '' : `@${player.versions.join(',')}`
  return `bot:${printName(player.bot)}${versions}${characters === '' ? '' : `/${characters}`}`
}

/** A name that begins or ends in the middle of the grammar is in quotes; a quote in it is written twice. */
export function printName(name: string): string {
  return /^[^\s">/,@]+$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`
}

function printDuration(frames: number): string {
  const perMinute = 60 * FRAMES_PER_SECOND
  const parts = [
    [Math.floor(frames / perMinute), 'm'],
    [Math.floor((frames % perMinute) / FRAMES_PER_SECOND), 's'],
    [frames % FRAMES_PER_SECOND, 'f'],
  ] as const
  const given = parts.filter(([count]) => count > 0)
  return given.length === 0 ? '0s' : given.map(([count, unit]) => `${count}${unit}`).join('')
}
