/** Two bots side by side: what the ratings expect, what happened, and whom both have met. */
import { stageName } from '@arena/slp'
import { plural, tally } from '../format.ts'
import type { ComparedSide, ComparePage as CompareData, Comparison, PublicBot } from '../page-data.ts'
import { BotChoice, BotField, BotNames, Suggestions } from '../parts/bot-field.tsx'
import { BotName } from '../parts/bot-name.tsx'
import { scaleOf } from '../parts/range-bar.tsx'
import { BOT, RANK, rangeColumn, RATING, TALLY } from '../parts/ranked-bots.tsx'
import { ResultList } from '../parts/result-list.tsx'
import { Section } from '../parts/section.tsx'
import { SplitBar } from '../parts/split-bar.tsx'
import { Table } from '../parts/table.tsx'
import { gamesOf, TallyTable } from '../parts/tally-table.tsx'
import { paths } from '../paths.ts'

export function ComparePage({ page }: { page: CompareData }) {
  const { sides, comparison, names, now } = page
  const [a, b] = sides
  return (
    <>
      <div className="page-head">
        <h1>Compare two bots</h1>
      </div>
      <form className="filters wide" method="get" action={paths.compare()} aria-label="Choose two bots">
        <BotField name="a" label="One bot" value={a.asked} />
        <BotField name="b" label="Another" value={b.asked} />
        <p className="buttons">
          <button type="submit">Compare</button>
        </p>
        <BotNames names={names} />
      </form>
      {sides.map((side, index) => {
        const hrefOf = (word: string) => paths.compare(index === 0 ? { a: word, b: b.asked } : { a: a.asked, b: word })
        if (side.bots.length === 1) return null
        if (side.asked !== '') {
          const { asked, bots, suggested } = side
          return <BotChoice key={index} asked={asked} bots={bots} suggested={suggested} hrefOf={hrefOf} />
        }
        // One is chosen after the other.
        if (index === 1 && a.bots.length !== 1) return null
        return (
          <Suggestions key={index} names={side.suggested} hrefOf={hrefOf}>
            {index === 0
              ? 'Choose one, from the top of the ranking:'
              : 'Compare it with one from the top of the ranking:'}
          </Suggestions>
        )
      })}
      {comparison !== null ? (
        <Compared sides={[a, b]} comparison={comparison} now={now} />
      ) : (
        a.bots.length === 1 &&
        a.bots[0]!.id === b.bots[0]?.id && <p className="empty">That is the same bot twice. Choose another.</p>
      )}
    </>
  )
}

interface ComparedProps {
  readonly sides: readonly [ComparedSide, ComparedSide]
  readonly comparison: Comparison
  readonly now: number
}

function Compared({ sides, comparison, now }: ComparedProps) {
  const { expected, stages, matches, common, lookedAt, isWhole } = comparison
  const [a, b] = [sides[0].bots[0]!, sides[1].bots[0]!]
  const newest = `the newest ${plural(lookedAt, 'match', 'matches')} of`
  const met = gamesOf(comparison.tally)
  const within = isWhole ? {} : { note: `in ${newest} the first` }
  return (
    <>
      <div className="two-columns">
        <Section id="now" title="Where they stand">
          <Standing bots={[a, b]} ranks={[sides[0].rank, sides[1].rank]} />
        </Section>
        <Section id="expected" title="What the ratings expect">
          <div className="prose">
            <p>
              Expected score of <bdi>{a.name}</bdi> in a match of the two, on average (a win counts 1, a draw one half):
            </p>
            <SplitBar first={expected} label={`Expected score of ${a.name} and of ${b.name}`} />
            <p>
              They have {met === 0 ? 'not met' : `met ${plural(met, 'time')}`}
              {!isWhole && (
                <>
                  {' '}
                  in {newest} <bdi>{a.name}</bdi>
                </>
              )}
              {met > 0 && (
                <>
                  : {tally(comparison.tally)} (wins, losses and draws of <bdi>{a.name}</bdi>)
                </>
              )}
              .
            </p>
          </div>
        </Section>
      </div>
      <div className="two-columns">
        <Section id="stages" title="By stage" {...within}>
          <TallyTable
            labelledBy="stages"
            head="Stage"
            empty={isWhole ? 'They have played no game yet.' : 'They have played no game in these.'}
            rows={stages.map((each) => ({ key: each.stage, name: stageName(each.stage), tally: each }))}
          />
        </Section>
        <Section id="common" title="Common opponents" note={`of ${newest} each`}>
          <Common bots={[a, b]} rows={common} />
        </Section>
      </div>
      <Section id="matches" title="Their matches" {...within}>
        <ResultList
          matches={matches}
          now={now}
          empty={isWhole ? 'They have not met yet.' : 'They have not met in these.'}
        />
      </Section>
    </>
  )
}

function Standing({ bots, ranks }: { bots: readonly [PublicBot, PublicBot]; ranks: readonly (number | null)[] }) {
  const rows = bots.map((bot, index) => ({ ...bot, botId: bot.id, rank: ranks[index] ?? null }))
  return (
    <Table<(typeof rows)[number]>
      labelledBy="now"
      className="rows ranks"
      columns={[RANK, BOT, RATING, rangeColumn('Range', scaleOf(bots)), TALLY]}
      rows={rows}
      keyOf={({ botId }) => botId}
    />
  )
}

function Common({ bots: [a, b], rows }: { bots: readonly [PublicBot, PublicBot]; rows: Comparison['common'] }) {
  if (rows.length === 0) return <p className="empty">They have no opponent in common yet.</p>
  return (
    <Table<(typeof rows)[number]>
      labelledBy="common"
      className="rows sides"
      columns={[
        { head: 'Opponent', value: ({ botId, name }) => <BotName botId={botId} name={name} />, isName: true },
        { head: <bdi>{a.name}</bdi>, value: (row) => tally(row.a), className: 'port-0', cellClass: null },
        { head: <bdi>{b.name}</bdi>, value: (row) => tally(row.b), className: 'port-1', cellClass: null },
      ]}
      rows={rows}
      keyOf={({ botId }) => botId}
    />
  )
}
