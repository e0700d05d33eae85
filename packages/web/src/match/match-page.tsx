/** A match: its replay or how it stands, its facts, and why these two met. */
import type { ReactNode } from 'react'
import type { MatchSummary } from '@arena/protocol'
import { characterName, FIRST_FRAME, stageName } from '@arena/slp'
import { count, duration, moment, oneDecimal, plural, shownRating, signed, span, tally } from '../format.ts'
import type { MatchPage as MatchData, Seating } from '../page-data.ts'
import { BotName } from '../parts/bot-name.tsx'
import { Fact } from '../parts/fact.tsx'
import { namesOf } from '../parts/names-of.ts'
import { ratingsOf } from '../parts/ratings-of.ts'
import { resultOf, scoreOf, titleOf, whyNoReplay } from '../parts/outcome.ts'
import { Section, TableFrame } from '../parts/section.tsx'
import { SplitBar } from '../parts/split-bar.tsx'
import { gamesOf } from '../parts/tally-table.tsx'
import { paths } from '../paths.ts'
import { Scene } from '../scene/scene.tsx'
import { LiveViewer } from './live-viewer.tsx'
import { ReceiptSection } from './receipt-section.tsx'
import { SwingsSection } from './swings-section.tsx'

export function MatchPage({ page, live, origin }: { page: MatchData; live: ReactNode; origin: string }) {
  const { match, seating } = page
  const [first, second] = match.players
  return (
    <>
      <div className="page-head">
        <h1 className="versus">
          <BotName botId={first.botId} name={first.botName} />
          <span className="score">{match.status === 'running' ? 'vs' : scoreOf(match)}</span>
          <BotName botId={second.botId} name={second.botName} />
        </h1>
        <p className="facts">
          <span>{resultOf(match)}</span>
          {match.abortReason !== undefined && <span>{match.abortReason}</span>}
          {match.stage !== null && <span>{stageName(match.stage)}</span>}
          {match.summary !== null && match.summary.frames > 0 && <span>{duration(match.summary.frames)}</span>}
          <time dateTime={match.startedAt}>{moment(match.startedAt)}</time>
        </p>
      </div>
      {match.status === 'running' ? live : <Replay page={page} />}
      {page.receipt !== null && <ReceiptSection match={match} receipt={page.receipt} origin={origin} />}
      {page.swings !== null && page.swings.some((own) => own.length > 0) && (
        <SwingsSection match={match} swings={page.swings} />
      )}
      {match.status === 'running' ? (
        <div className="two-columns">
          <Why match={match} seating={seating} />
          <Record match={match} seating={seating} />
        </div>
      ) : (
        <>
          <div className="two-columns">
            <Section id="players" title="How it went">
              <Players match={match} seating={seating} />
            </Section>
            <Why match={match} seating={seating} />
          </div>
          <Record match={match} seating={seating} />
        </>
      )}
    </>
  )
}

function Record({ match, seating }: Pick<MatchData, 'match' | 'seating'>) {
  const [first, second] = match.players
  const { from, ofDay } = seating
  return (
    <Section id="record" title="Record">
      <dl className="list">
        <Fact name="Started">{moment(match.startedAt)}</Fact>
        <Fact name="Ended">{match.endedAt === null ? 'Still running' : moment(match.endedAt)}</Fact>
        {from !== null && (
          <>
            <Fact name="Played in">{from.region}</Fact>
            <Fact name="Round trip">
              {roundTripText(from.ms[0])} to the first, {roundTripText(from.ms[1])} to the second; measured within two
              days before
            </Fact>
          </>
        )}
        <Fact name="Seed">
          {match.seed === null ? 'Public once the match ends' : <code className="long">{match.seed}</code>}
        </Fact>
        <Fact name="Replay">
          {whyNoReplay(match) ?? <a href={paths.data.replay(match.id)}>{`${match.id}.slp`}</a>}
          {match.replayBytes !== null && ` (${count(Math.round(match.replayBytes / 1024))} kB)`}
        </Fact>
        {ofDay !== null && (
          <Fact name="Number">
            {ofDay.number} of {ofDay.day}
            {match.status !== 'running' && (
              <>
                , with a <a href={paths.data.result(match.id)}>signed result</a> in the{' '}
                <a href={paths.fairness()}>public log</a>
              </>
            )}
          </Fact>
        )}
        <Fact name="As JSON">
          <a href={paths.data.match(match.id)}>{paths.data.match(match.id)}</a>
        </Fact>
        <Fact name="All their matches">
          <a href={paths.compare({ a: first.botId, b: second.botId })}>Compare the two</a>
        </Fact>
      </dl>
    </Section>
  )
}

/** Where the viewer plays, once a script defines the element; until then, what there is to have. */
function Replay({
  page: { match, missedPads, seating },
  isEmbedded = false,
}: {
  page: MatchData
  isEmbedded?: boolean
}) {
  const why = whyNoReplay(match)
  if (why !== null) return <p className="empty replay-slot">{why}</p>
  const src = paths.data.replay(match.id)
  const viewer = (
    <arena-replay
      class="replay-slot"
      src={src}
      seed={match.seed ?? undefined}
      signed={seating.ofDay === null ? undefined : paths.data.result(match.id)}
      names={namesOf(match)}
      ratings={ratingsOf(seating)}
      missed={missedPads.some((each) => each !== '') ? missedPads.join(';') : undefined}
      embed={isEmbedded ? '' : undefined}
      embed-src={paths.embed(match.id)}
      can-branch={isEmbedded ? undefined : ''}
      aria-label={titleOf(match)}
      data-own=""
    >
      {match.stage !== null && <Scene stage={match.stage} isPoster />}
      <div className="without-script">
        <p>
          <a href={src} download>
            Download the replay
          </a>{' '}
          ({count(Math.round(match.replayBytes! / 1024))} kB). It is the <code>.slp</code> file that both bots were sent
          and opens in every common replay viewer.
        </p>
      </div>
    </arena-replay>
  )
  if (isEmbedded) return viewer
  return (
    <div className="branching" data-match={match.id} data-phase="watching">
      {viewer}
      <p className="buttons branch-offer" hidden>
        <button type="button">Take over here</button>
        <span className="note">Play on from this frame yourself, or have house bots play on. The key is T.</span>
      </p>
      <div className="fight" hidden />
    </div>
  )
}

/** The viewer alone, for a frame in another site. */
export function MatchViewer({ page }: { page: MatchData }) {
  const { match, live, seating } = page
  if (match.status !== 'running') return <Replay page={page} isEmbedded />
  if (live !== null) return <LiveViewer match={live} ratings={ratingsOf(seating)} isEmbedded />
  return (
    <p className="empty">
      The match cannot be watched right now. <a href={`${paths.match(match.id)}?embed`}>Look again</a>
    </p>
  )
}

function Players({ match, seating }: { match: MatchSummary; seating: Seating }) {
  const { players, summary } = match
  const rows: [name: string, cells: readonly ReactNode[]][] = [
    ['Character', players.map(({ character }) => (character === null ? '–' : characterName(character)))],
  ]
  if (players.some(({ version = null }) => version !== null)) {
    rows.push([
      'Version',
      players.map(({ botId, version = null }) =>
        version === null ? '–' : <a href={paths.version(botId, version)}>{version}</a>,
      ),
    ])
  }
  if (summary !== null && summary.frames > 0) {
    // The frames before play starts are polled too.
    const polled = summary.frames - FIRST_FRAME
    rows.push(
      ['Stocks left', summary.players.map(({ stocks }) => stocks)],
      ['Percent', summary.players.map(({ percent }) => `${percent}%`)],
      ['Pads missed', summary.players.map(({ missed }) => missedText(missed, polled))],
    )
    if (summary.players.some(({ lead }) => lead !== undefined)) {
      rows.push(['Lead in frames', summary.players.map(({ lead }) => lead ?? '–')])
    }
  }
  const { before, after } = {
    before: seating.players.map((player) => player.before && oneDecimal(shownRating(player.before))),
    after: seating.players.map((player) => player.after && oneDecimal(shownRating(player.after))),
  }
  if (before.some((each) => each !== null)) rows.push(['Rating before', before.map((each) => each ?? '–')])
  if (after.some((each) => each !== null)) rows.push(['Rating after', after.map((each) => each ?? '–')])
  if (players[0].ratingDelta !== null) {
    rows.push(['Change', players.map(({ ratingDelta }) => (ratingDelta === null ? '–' : signed(ratingDelta)))])
  }
  return (
    <>
      <TableFrame labelledBy="players">
        <table className="rows sides">
          <thead>
            <tr>
              <td />
              {players.map(({ port, botName }) => (
                <th key={port} scope="col" className={`port-${port}`}>
                  <bdi>{botName}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, cells]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {cells.map((cell, port) => (
                  <td key={port}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
      {summary !== null && summary.frames > 0 && (
        <p className="aside">
          A pad is the controller input of one frame. A missed one arrived too late or not at all and was played
          neutral; the replay marks them. The lead is how many frames a bot’s pads were behind what it had seen, in the
          median; less is quicker.
        </p>
      )}
    </>
  )
}

function roundTripText(ms: number): string {
  return ms === 0 ? '<1 ms' : `${count(ms)} ms`
}

function missedText(missed: number, polled: number): string {
  if (missed === 0) return 'none'
  const percent = (100 * missed) / polled
  return `${count(missed)} of ${count(polled)} (${percent < 0.1 ? '<0.1' : percent.toFixed(1)}%)`
}

function Why({ match, seating }: { match: MatchSummary; seating: Seating }) {
  const { candidates, players, expected, metBefore, lookedAt } = seating
  const [first, second] = match.players
  const [a, b] = players.map(({ before }) => before && shownRating(before))
  const isKnown = a !== null && a !== undefined && b !== null && b !== undefined
  const met = gamesOf(metBefore)
  return (
    <Section id="why" title="Why these two met">
      <div className="prose">
        {isKnown ? (
          <p>
            {candidates === null
              ? 'The arena seats the two free bots that are closest in rating.'
              : candidates === 2
                ? 'They were the only two bots that were free.'
                : `Of ${candidates} free bots, these two were the closest in rating among those that may meet.`}{' '}
            Their ratings were {oneDecimal(a)} and {oneDecimal(b)}, a gap of {oneDecimal(Math.abs(a - b))}.
          </p>
        ) : (
          <p>The match is from before the arena kept ratings and waiting times with it.</p>
        )}
        {players.every(({ waitedMs }) => waitedMs !== null) && (
          <p>
            <bdi>{first.botName}</bdi> had been free for {span(players[0].waitedMs!)}, <bdi>{second.botName}</bdi> for{' '}
            {span(players[1].waitedMs!)}.
          </p>
        )}
        {expected !== null && (
          <>
            <p>By their ratings, each was expected to score on average (a win counts 1, a draw one half):</p>
            <SplitBar first={expected} label={`Expected score of ${first.botName} and of ${second.botName}`} />
          </>
        )}
        {met === 0 && lookedAt === null ? (
          <p>It was their first match.</p>
        ) : (
          <p>
            They had {met === 0 ? 'not met' : `met ${plural(met, 'time')}`}{' '}
            {lookedAt === null ? (
              'before'
            ) : (
              <>
                in the {plural(lookedAt, 'match', 'matches')} of <bdi>{first.botName}</bdi> before it
              </>
            )}
            {met > 0 && (
              <>
                : {tally(metBefore)} (wins, losses and draws of <bdi>{first.botName}</bdi>)
              </>
            )}
            .
          </p>
        )}
      </div>
    </Section>
  )
}
