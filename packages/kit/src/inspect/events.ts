/** The events of a replay, one a line. Pure. */
import { BUTTON } from '@arena/protocol'
import { actionLabel } from '@arena/engine/moments'
import { absentFields, EVENTS, type EventName, type EventTable, type SlpEvent } from '@arena/slp'
import { stocks } from '../words.ts'

export interface Stretch {
  readonly from: number
  readonly to: number
}

/** The events of some frames; one that belongs to no frame stands at the beginning or end of the game. */
export function* eventsOf(events: readonly SlpEvent[], { from, to }: Stretch): Generator<SlpEvent> {
  let frame = Number.NEGATIVE_INFINITY
  for (const event of events) {
    frame = frameOf(event) ?? (event.name === 'gameEnd' ? frame : Number.NEGATIVE_INFINITY)
    const isWithin = frame >= from && frame <= to
    if (isWithin || (frame === Number.NEGATIVE_INFINITY && from === Number.NEGATIVE_INFINITY)) yield event
  }
}

function frameOf({ record }: SlpEvent): number | null {
  return 'frame' in record ? record.frame : null
}

/** The fields that a recording is too old to hold, and that nothing else in it gives, by event. */
export type Lacking = Readonly<Partial<Record<SlpEvent['name'], readonly string[]>>>

export function lackingOf(events: readonly SlpEvent[]): Lacking {
  const [opening] = events
  if (opening?.name !== 'eventPayloads') return {}
  const absent = Object.entries(absentFields(opening.record.sizes))
  return Object.fromEntries(absent.map(([name, fields]) => [name, fields.filter((field) => !isWorkedOut(name, field))]))
}

function isWorkedOut(event: string, field: string): boolean {
  const { fields }: EventTable = EVENTS[event as EventName]
  return typeof fields.find(({ name }) => name === field)?.absent === 'object'
}

/** What can be read at a glance; `--json` has every field. */
export function describeEvent(event: SlpEvent, lacking: Lacking): string {
  const frame = frameOf(event)
  const place = frame === null ? '' : `${frame}`
  return `${place.padStart(6)}  ${event.name.padEnd(20)}  ${summaryOf(event, lacking)}`.trimEnd()
}

const round = (number: number): string => `${Math.round(number * 1000) / 1000}`
const whose = (index: number, isFollower: number): string => `port ${index}${isFollower === 0 ? '' : ' follower'}`

function summaryOf({ name, record }: SlpEvent, lacking: Lacking): string {
  switch (name) {
    case 'eventPayloads':
      return `${record.sizes.size} ${record.sizes.size === 1 ? 'kind' : 'kinds'} of events`
    case 'gameStart':
      return `version ${record.version.slice(0, 3).join('.')}, stage ${record.stageId}, seed ${record.randomSeed}`
    case 'frameStart':
      return `seed ${record.seed}`
    case 'preFrame': {
      const { playerIndex, isFollower, physicalButtons, joystickX, joystickY, cStickX, cStickY, trigger } = record
      const sticks = `stick ${round(joystickX)} ${round(joystickY)}  c-stick ${round(cStickX)} ${round(cStickY)}`
      return `${whose(playerIndex, isFollower)}  ${sticks}  trigger ${round(trigger)}  ${buttonsText(physicalButtons)}`
    }
    case 'postFrame': {
      const { playerIndex, isFollower, internalCharacterId, actionStateId, positionX, positionY } = record
      const { percent, stocksRemaining, shieldSize, isAirborne } = record
      const place = `at ${round(positionX)} ${round(positionY)}`
      const isKnown = !lacking.postFrame?.includes('isAirborne')
      const where = isKnown ? `${isAirborne === 0 ? 'on the ground' : 'in the air'} ${place}` : place
      const state = `${round(percent)}%  ${stocks(stocksRemaining)}  shield ${round(shieldSize)}`
      return `${whose(playerIndex, isFollower)}  ${actionLabel(internalCharacterId, actionStateId)}  ${where}  ${state}`
    }
    case 'itemUpdate':
      return `item ${record.typeId}, state ${record.state}, at ${round(record.positionX)} ${round(record.positionY)}`
    case 'gameEnd':
      return `method ${record.gameEndMethod}, placements ${record.placements.join(' ')}`
    default:
      return Object.entries(record)
        .flatMap(([field, value]) =>
          field !== 'frame' && typeof value === 'number' ? [`${field} ${round(value)}`] : [],
        )
        .join('  ')
  }
}

function buttonsText(buttons: number): string {
  return Object.entries(BUTTON)
    .filter(([, mask]) => (buttons & mask) !== 0)
    .map(([button]) => button)
    .join(' ')
}

/** An event as JSON: bytes as numbers, a map as pairs, null for what the recording is too old to hold. */
export function dataOf({ name, record }: SlpEvent, lacking: Lacking): object {
  return { event: name, ...plainRecord(record, lacking[name]) }
}

export function plainRecord(record: object, lacking: readonly string[] = []): object {
  const plain = (field: string, value: unknown): unknown =>
    lacking.includes(field) ? null : plainValue(value, lacking)
  return Object.fromEntries(Object.entries(record).map(([field, value]) => [field, plain(field, value)]))
}

function plainValue(value: unknown, lacking: readonly string[]): unknown {
  if (value instanceof Uint8Array) return [...value]
  if (value instanceof Map) return Object.fromEntries(value)
  if (Array.isArray(value)) return value.map((each) => plainValue(each, lacking))
  return typeof value === 'object' && value !== null ? plainRecord(value, lacking) : value
}
