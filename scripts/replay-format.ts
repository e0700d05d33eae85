/**
 * Writes what follows from the event tables of @arena/slp: the encoders and decoders (packages/slp/src) and the page for
 * readers (docs/replay-format.md). Run it after changing a table: `npx tsx --conditions=source scripts/replay-format.ts`.
 * A test compares the files with what it would write.
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
// Not through the package: it imports what this script writes.
import { EVENT_NAMES, EVENT_PAYLOADS, EVENTS, GECKO_LIST, VERSION, type EventName } from '../packages/slp/src/events.ts'
import {
  byteLength,
  endOf,
  parseType,
  payloadSize,
  PORTS,
  type EventTable,
  type Field,
  type PortField,
  type Processed,
  type Since,
} from '../packages/slp/src/table.ts'
import { formatted } from './formatted.ts'

/** What each file should hold, by its path from the root of the repository. */
export async function renderReplayFormat(): Promise<Record<string, string>> {
  const files = {
    'packages/slp/src/encoders.ts': renderEncoders(),
    'packages/slp/src/decoders.ts': renderDecoders(),
    'docs/replay-format.md': renderPage(),
  }
  const entries = Object.entries(files).map(async ([path, text]) => [path, await formatted(path, text)] as const)
  return Object.fromEntries(await Promise.all(entries))
}

const tables = EVENT_NAMES.map((name): [EventName, EventTable] => [name, EVENTS[name]])
const hex = (value: number, digits = 2): string => `0x${value.toString(16).padStart(digits, '0')}`
const capitalized = (name: string): string => name[0]!.toUpperCase() + name.slice(1)

/** The name behind `set` and `get` in `DataView`. */
const ACCESS = {
  u8: 'Uint8',
  bool: 'Uint8',
  i8: 'Int8',
  u16: 'Uint16',
  u32: 'Uint32',
  i32: 'Int32',
  f32: 'Float32',
} as const

function renderEncoders(): string {
  return [
    '/**',
    ' * One encoder an event, each writing a record in the newest layout at `at`.',
    ' * Generated from the tables in events.ts by scripts/replay-format.ts; do not edit.',
    ' *',
    ' * Generated because it is the fastest way that needs no `eval`, which strict pages refuse. Measured on Node 20 for a',
    ' * two-player frame of 116 fields: this 0.2 us, a loop over the table 2.0 us, a closure a field 2.3 us.',
    ' */',
    "import { putAscii, putBytes, putShiftJis } from './blocks.ts'",
    `import type { ${recordTypes().join(', ')} } from './events.ts'`,
    '',
    tables.map(([name, table]) => renderEncoder(name, table)).join('\n\n'),
    '',
  ].join('\n')
}

function renderDecoders(): string {
  return [
    '/**',
    ' * One decoder an event, each reading the record at `at` of an event that is `bytes` long, code byte included.',
    ' * A field that ends beyond that is absent: it reads as zero, as an empty text or as what the table says.',
    ' * Measured on Node 20 for a two-player frame: this 0.4 us, a closure a field 10 us.',
    ' * Generated from the tables in events.ts by scripts/replay-format.ts; do not edit.',
    ' */',
    "import { rawStick, takeAscii, takeBytes, takeShiftJis } from './blocks.ts'",
    `import type { ${[...recordTypes(), 'GameStartPlayer'].sort().join(', ')} } from './events.ts'`,
    '',
    tables.map(([name, table]) => renderDecoder(name, table)).join('\n\n'),
    '',
  ].join('\n')
}

const recordTypes = (): string[] => tables.map(([name]) => capitalized(name)).sort()

function renderEncoder(name: EventName, table: EventTable): string {
  const lines = [`  view.setUint8(at, ${hex(table.code)})`]
  for (const field of table.fields) lines.push(...renderPut(field, 'record', 'at').map((line) => `  ${line}`))
  if (table.players.length > 0) {
    lines.push(`  for (let port = 0; port < ${PORTS}; port++) {`, '    const player = record.players[port]!')
    for (const field of table.players) {
      lines.push(...renderPut(field, 'player', `at + port * ${hex(field.stride)}`).map((line) => `    ${line}`))
    }
    lines.push('  }')
  }
  return [
    `export function encode${capitalized(name)}(view: DataView, at: number, record: ${capitalized(name)}): void {`,
    ...lines,
    '}',
  ].join('\n')
}

function renderPut({ name, offset, type }: Field, record: string, at: string): string[] {
  const { element, count } = parseType(type)
  const place = `${at} + ${hex(offset)}`
  const value = `${record}.${name}`
  switch (element) {
    case 'bytes':
      return [`putBytes(view, ${place}, ${count}, ${value})`]
    case 'sjis':
      return [`putShiftJis(view, ${place}, ${count}, ${value})`]
    case 'ascii':
      return [`putAscii(view, ${place}, ${count}, ${value})`]
    default: {
      if (!type.includes('[')) return [`view.set${ACCESS[element]}(${place}, ${value})`]
      const bytes = byteLength(type) / count
      return Array.from(
        { length: count },
        (_, i) => `view.set${ACCESS[element]}(${at} + ${hex(offset + i * bytes)}, ${value}[${i}]!)`,
      )
    }
  }
}

function renderDecoder(name: EventName, table: EventTable): string {
  const type = capitalized(name)
  const fields = table.fields.map((field) => renderTake(field, 'at', table.since))
  const isSame = table.fields.every((field) => field.since === table.since)
  const parameters = `view: DataView, at: number${isSame ? '' : ', bytes: number'}`
  const own = `export function decode${type}(${parameters}): ${type} {`
  if (table.players.length === 0) return [own, '  return {', ...fields, '  }', '}'].join('\n')
  const ports = Array.from({ length: PORTS }, (_, port) => `decode${type}Player(view, at, bytes, ${port})`)
  return [
    own,
    '  return {',
    ...fields,
    `    players: [${ports.join(', ')}],`,
    '  }',
    '}',
    '',
    `function decode${type}Player(view: DataView, at: number, bytes: number, port: number): ${type}Player {`,
    '  return {',
    ...table.players.map((field) => renderTake(field, `at + port * ${hex(field.stride)}`, table.since)),
    '  }',
    '}',
  ].join('\n')
}

function renderTake(field: Field | PortField, at: string, oldest: Since): string {
  const { element, count } = parseType(field.type)
  const place = `${at} + ${hex(field.offset)}`
  const absent = absentOf(field, at)
  // Every recording holds what the event had from the start: the reader refuses shorter ones.
  const either = (value: string, otherwise: string): string =>
    `    ${field.name}: ${field.since === oldest ? value : `bytes >= ${hex(endOf(field))} ? ${value} : ${otherwise}`},`
  switch (element) {
    case 'bytes':
      return either(`takeBytes(view, ${place}, ${count})`, `new Uint8Array(${count})`)
    case 'sjis':
      return either(`takeShiftJis(view, ${place}, ${count})`, "''")
    case 'ascii':
      return either(`takeAscii(view, ${place}, ${count})`, "''")
    default: {
      const get = (from: string): string => `view.get${ACCESS[element]}(${from})`
      if (!field.type.includes('[')) return either(get(place), absent)
      const each = byteLength(field.type) / count
      const values = Array.from({ length: count }, (_, i) => get(`${at} + ${hex(field.offset + i * each)}`))
      return either(`[${values.join(', ')}]`, `[${values.map(() => absent).join(', ')}]`)
    }
  }
}

/** The expression for a field that a recording is too old to hold. */
function absentOf({ absent = 0 }: Field, at: string): string {
  if (typeof absent === 'number') return `${absent}`
  return `rawStick(view.getFloat32(${at} + ${hex(processedOffset(absent))}))`
}

function processedOffset({ processed }: Processed): number {
  const source = EVENTS.preFrame.fields.find(({ name, type }) => name === processed && type === 'f32')
  if (!source) throw new TypeError(`${processed} is no field of a processed stick`)
  return source.offset
}

function renderPage(): string {
  return [
    '# The replay format',
    '',
    '<!-- Generated from packages/slp/src/events.ts by scripts/replay-format.ts; do not edit. -->',
    '',
    `The contents of a \`.slp\` file and of the binary messages of a match, up to version ${VERSION.join('.')}, which the arena writes.`,
    'The format is defined by [Project Slippi](https://github.com/project-slippi/slippi-wiki/blob/master/SPEC.md). Codes,',
    'offsets and types here are the same; field names are those of the `@arena/slp` package.',
    '',
    '## The file',
    '',
    'A UBJSON object of two elements. All numbers, here and in the events, are big-endian.',
    '',
    '| Offset | Bytes | Content |',
    '| --- | --- | --- |',
    '| 0 | `{U` 3 `raw[$U#l` | opens the object; key `raw`, an array of bytes |',
    '| 11 | int32 | length `n` of the event stream, 0 while the file is being written |',
    '| 15 | `n` bytes | the event stream: all binary messages that both bots receive, joined |',
    '| 15 + `n` | `U` 8 `metadata` and an object | `startAt`, `lastFrame`, `players`, `playedOn`, `consoleNick`, `engine` |',
    '| | `}` | closes the file |',
    '',
    '`metadata.players` has a key for each player index: `names` (`netplay`: the name, `code`: connect code) and',
    '`characters` (frames played by internal character id). `playedOn` is `network`, Slippi’s term for a recorded',
    'network stream, and `consoleNick`, the name of the recording device, is `arena`. `engine` is the revision of the',
    'arena’s engine: two of one revision play the same bytes. It is absent where another engine played.',
    '',
    '## The event stream',
    '',
    'An event is a code byte and a payload. The stream begins with Event Payloads, Game Start and, in some recordings, a Gecko',
    'List. Each frame has Frame Start, a Pre-Frame Update for each fighter, Item Updates, a Post-Frame Update for each fighter',
    'and Frame Bookend, and stage events among them. Game End is last. A version only appends fields to an event, so the payload size shows which fields',
    'are present. Readers skip unknown events, and fighters of a player index that no port has.',
    '',
    'A field that is absent reads as 0, as an empty text, or as its meaning below says. `absentFields` (Python: `Replay.absent`)',
    'names the fields that a recording does not hold. Before version 3.0.0 nothing ends a frame: it ends where another begins,',
    'or with the game.',
    '',
    'Types: `u8`, `i8`, `u16`, `u32`, `i32` are integers, `f32` a float, `bool` a byte that is 0 or 1, `[n]` an array of n;',
    '`bytes` are plain bytes, `sjis` and `ascii` text ended by a zero byte. Offsets count from the code byte.',
    '',
    '| Code | Event | Payload bytes | Since |',
    '| --- | --- | --- | --- |',
    `| ${hex(EVENT_PAYLOADS)} | [Event Payloads](#event-payloads-${hex(EVENT_PAYLOADS)}) | by its second byte | 0.1.0 |`,
    `| ${hex(GECKO_LIST)} | [Gecko List](#gecko-list-${hex(GECKO_LIST)}) | as announced | 3.3.0 |`,
    ...tables.map(
      ([, table]) =>
        `| ${hex(table.code)} | [${table.title}](#${anchor(table)}) | ${payloadSize(table, VERSION)} | ${table.since} |`,
    ),
    '',
    `## Event Payloads (${hex(EVENT_PAYLOADS)})`,
    '',
    'The first event. It gives the length of every other event of the stream.',
    '',
    '| Offset | Type | Meaning |',
    '| --- | --- | --- |',
    '| 0x01 | `u8` | size of this payload, this byte included: 3 for each entry, and 1 |',
    '| 0x02 + 3 × i | `u8` | code of an event that may follow |',
    '| 0x03 + 3 × i | `u16` | its payload size in bytes |',
    '',
    `## Gecko List (${hex(GECKO_LIST)})`,
    '',
    'The codes that a console or emulator ran with. A list that is too long for one event is sent in blocks of the Message',
    'Splitter. Its length is then the sum of their actual sizes, not the size in Event Payloads. The built-in engine sends none.',
    '',
    ...tables.flatMap(([, table]) => renderTable(table)),
  ].join('\n')
}

const anchor = (table: EventTable): string => `${table.title.toLowerCase().replaceAll(' ', '-')}-${hex(table.code)}`

function renderTable(table: EventTable): string[] {
  const row = (field: Field | PortField): string =>
    `| ${place(field)} | \`${field.name}\` | \`${field.type}\` | ${field.since} | ${field.doc}${before(field)} |`
  const before = ({ absent }: Field): string => {
    if (absent === undefined) return ''
    return `; absent: ${typeof absent === 'number' ? absent : `\`${absent.processed}\` × 80`}`
  }
  const place = (field: Field | PortField): string =>
    'stride' in field ? `${hex(field.offset)} + ${hex(field.stride)} × i` : hex(field.offset)
  const head = ['| Offset | Name | Type | Since | Meaning |', '| --- | --- | --- | --- | --- |']
  const players =
    table.players.length === 0
      ? []
      : ['', 'Once for each port `i`, collected as `players`:', '', ...head, ...table.players.map(row)]
  return [
    `## ${table.title} (${hex(table.code)})`,
    '',
    table.doc,
    '',
    ...head,
    ...table.fields.map(row),
    ...players,
    '',
  ]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, content] of Object.entries(await renderReplayFormat())) {
    writeFileSync(new URL(`../${path}`, import.meta.url), content)
  }
}
