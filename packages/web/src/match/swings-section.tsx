/** Where a match turned: the largest swings against each bot, each a link to its frame in the viewer above. */
import type { Match, Swing } from '@arena/protocol'
import { gameClock } from '../format.ts'
import { Section } from '../parts/section.tsx'
import { NUMBER, Table } from '../parts/table.tsx'
import { paths } from '../paths.ts'

interface SwingsProps {
  readonly match: Match
  readonly swings: readonly Swing[]
}

export function SwingsSection({
  match,
  swings,
}: {
  match: Match
  swings: readonly [readonly Swing[], readonly Swing[]]
}) {
  return (
    <Section id="swings" title="Where it turned" more={{ href: paths.docs('watching'), text: 'What the chance is' }}>
      <div className="two-columns">
        {swings.map((own, port) => (
          <div key={port}>
            <h3 id={`swings-${port}`}>
              Against <bdi className={`port-${port}`}>{match.players[port as 0 | 1].botName}</bdi>
            </h3>
            {own.length === 0 ? (
              <p className="aside">Its chance never fell for long.</p>
            ) : (
              <SwingTable match={match} swings={own} labelledBy={`swings-${port}`} />
            )}
          </div>
        ))}
      </div>
    </Section>
  )
}

export function SwingTable({ match, swings, labelledBy }: SwingsProps & { readonly labelledBy: string }) {
  return (
    <Table<Swing>
      labelledBy={labelledBy}
      className="rows swings"
      columns={[
        {
          head: 'Frame',
          value: ({ startFrame }) =>
            match.replayBytes === null ? startFrame : <a href={`#f=${startFrame}`}>{startFrame}</a>,
          isName: true,
        },
        { head: 'Clock', value: ({ startFrame }) => gameClock(startFrame), ...NUMBER },
        { head: 'Chance', value: ({ before, after }) => `${percent(before)} → ${percent(after)}`, ...NUMBER },
        { head: 'What happened', value: ({ moment }) => <Happened match={match} moment={moment} /> },
      ]}
      rows={swings}
      keyOf={({ startFrame }) => startFrame}
    />
  )
}

/** A bot needs time to do otherwise. */
const AHEAD = 60

/** What plays on from a little before a swing with another bot. */
export function whatIfCommand(match: Match, { startFrame }: Swing, origin: string): string {
  return `arena-kit what-if ${match.id} --frame ${Math.max(0, startFrame - AHEAD)} --arena ${origin} --bot bot.ts`
}

const percent = (chance: number): string => `${Math.round(100 * chance)} %`

/** Kinds that are of the one who suffers them. */
const SUFFERED = ['self-destruct', 'missed-tech', 'shield-break']

function Happened({ match, moment }: Pick<SwingsProps, 'match'> & { readonly moment: Swing['moment'] }) {
  if (moment === null) return '–'
  return (
    <>
      {moment.kind.replaceAll('-', ' ')} {SUFFERED.includes(moment.kind) ? 'of' : 'by'}{' '}
      <bdi>{match.players[moment.port].botName}</bdi>
    </>
  )
}
