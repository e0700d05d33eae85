/** The receipt of a match, for the owner of one of its bots: why pads were missed first, then what that was concluded from. */
import type { Match, Receipt, Swing } from '@arena/protocol'
import { count, gameClock, plural } from '../format.ts'
import { Fact } from '../parts/fact.tsx'
import { Section } from '../parts/section.tsx'
import { NUMBER, Table } from '../parts/table.tsx'
import { paths } from '../paths.ts'
import { allWell, inMs, inSeconds, linkEvents, missedText, pickText } from './receipt-words.ts'
import { SlackChart } from './slack-chart.tsx'
import { SwingTable, whatIfCommand } from './swings-section.tsx'

export function ReceiptSection({ match, receipt, origin }: { match: Match; receipt: Receipt; origin: string }) {
  const { port, version = null, causes, landed, pads, arrivals, link, arena, swings } = receipt
  const { slackMs, longestGap, pauses } = arrivals
  return (
    <Section
      id="receipt"
      title="Your bot’s receipt"
      className="owner-section receipt"
      note="only you see this"
      more={{ href: paths.docs('receipts'), text: 'What the reasons mean' }}
    >
      <div className="panel">
        <p className="receipt-for">
          For <bdi className={`port-${port}`}>{match.players[port].botName}</bdi>
          {version !== null && `, version ${version}`}
        </p>
        {causes.length === 0 && <p>{allWell(receipt)}</p>}
        {causes.map(({ code, says, advice }) => (
          <p key={code}>
            <strong>{says}</strong> {advice}
          </p>
        ))}
        <dl className="list">
          <Fact name="Pads missed">{missedText(pads)}</Fact>
          {landed !== null && (
            <Fact name="Pads landed">
              {count(landed.count)}, SHA-256 <code className="long">{landed.sha256}</code>
            </Fact>
          )}
          {slackMs !== null && (
            <Fact name="Slack">
              {inMs(slackMs.p50)} in the median, least {inMs(slackMs.least)}
            </Fact>
          )}
          {longestGap !== null && (
            <Fact name="Longest silence">
              {inMs(longestGap.ms)}, after <FrameLink match={match} frame={longestGap.frame} />
              {pauses.count > 0 &&
                `; ${plural(pauses.count, 'pause')} of 50 ms or more, ${inSeconds(pauses.totalMs)} in all`}
            </Fact>
          )}
          <Fact name="Pick">{pickText(link)}</Fact>
          {link.roundTripMs !== null && (
            <Fact name="Round trip">
              {inMs(link.roundTripMs.p50)} in the median, {inMs(link.roundTripMs.least)} to {inMs(link.roundTripMs.max)}
            </Fact>
          )}
          {arena !== null && (
            <Fact name="The arena itself">
              polls up to {inMs(arena.pollLateMs.max)} late (99 of 100 within {inMs(arena.pollLateMs.p99)}), engine up
              to {inMs(arena.stepMs.max)} for a frame (99 of 100 within {inMs(arena.stepMs.p99)})
            </Fact>
          )}
        </dl>
      </div>
      {swings !== null && swings.length > 0 && <Lost match={match} swings={swings} origin={origin} />}
      {arrivals.histogram.length > 0 && <SlackChart receipt={receipt} />}
      <div className="two-columns">
        <Sockets match={match} link={link} />
        {arrivals.worst.length > 0 && <Worst match={match} worst={arrivals.worst} />}
      </div>
    </Section>
  )
}

/** Where it was lost, and how to try the same moments with another program. */
function Lost({ match, swings, origin }: { match: Match; swings: readonly Swing[]; origin: string }) {
  return (
    <div className="two-columns">
      <div>
        <h3 id="lost">Where it was lost</h3>
        <SwingTable match={match} swings={swings} labelledBy="lost" />
      </div>
      <div>
        <h3>With another program</h3>
        <p className="aside">The same moments, from a second before each:</p>
        <ul className="commands">
          {swings.map((swing) => (
            <li key={swing.startFrame}>
              <code className="long">{whatIfCommand(match, swing, origin)}</code>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

/** To the frame in the viewer above, where there is a replay. */
function FrameLink({ match, frame }: { match: Match; frame: number }) {
  if (match.replayBytes === null) return `frame ${frame}`
  return <a href={`#f=${frame}`}>frame {frame}</a>
}

function Sockets({ match, link }: { match: Match; link: Receipt['link'] }) {
  const events = linkEvents(link)
  const left = link.connectionCount + link.failedDialCount - link.connections.length - link.failedDials.length
  return (
    <div>
      <h3 id="sockets">Sockets</h3>
      <ol className="timeline">
        {events.map(({ ms, frame, says, isFault }, index) => (
          <li key={index} data-state={isFault ? 'failed' : 'passed'}>
            <span className="when">
              {inSeconds(ms)}
              {frame !== null && (
                <>
                  , <FrameLink match={match} frame={frame} />
                </>
              )}
            </span>
            <span>{says}</span>
          </li>
        ))}
      </ol>
      {left > 0 && (
        <p className="aside">
          Of many dials and sockets the first and the last are shown; {count(left)} in between are left out.
        </p>
      )}
    </div>
  )
}

function Worst({ match, worst }: { match: Match; worst: Receipt['arrivals']['worst'] }) {
  return (
    <div>
      <h3 id="worst">Latest pads</h3>
      <Table<(typeof worst)[number]>
        labelledBy="worst"
        columns={[
          { head: 'Frame', value: ({ frame }) => <FrameLink match={match} frame={frame} />, isName: true },
          { head: 'Clock', value: ({ frame }) => gameClock(frame), ...NUMBER },
          {
            head: 'Against its poll',
            value: ({ slackMs }) => (slackMs < 0 ? `${inMs(-slackMs)} late` : `${inMs(slackMs)} before`),
            ...NUMBER,
          },
        ]}
        rows={worst}
        keyOf={({ frame }) => frame}
      />
      {worst.length > 1 && (
        <p className="aside">
          The {count(worst.length)} frames whose first pad was the latest. Frames without any pad are not among them.
        </p>
      )}
    </div>
  )
}
