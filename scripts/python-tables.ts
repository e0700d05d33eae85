/**
 * Writes python/src/arena/_tables.py from the event tables of @arena/slp and the data of the engine: what the Python distribution reads
 * events by, and the names in them; and python/src/arena/env/_records.py (python-records.ts). Run it after changing a table: `npm run docs`.
 * A test compares the files with what it would write.
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { BUTTON, characterName, costumeCount, STAGE_IDS, stageName } from '@arena/slp'
import { ACTION } from '../packages/engine/src/action-ids.ts'
import { HIGHEST, LOWEST, SUNK, worldY } from '../packages/engine/src/stages/fountain-of-dreams.ts'
import { OWN_ACTION_NAMES } from '../packages/engine/src/tables/generated/own-action-names.ts'
import { RANDALL_PATH } from '../packages/engine/src/tables/generated/randall.ts'
import { Character, characterOf } from '../packages/sdk/src/characters.ts'
import { ITEM_NAMES } from '../packages/sdk/src/items.ts'
import { movingFloors, STAGES } from '../packages/sdk/src/stages.ts'
import { emptyStageState, STAGE_BY_ID } from '../packages/engine/src/stages/index.ts'
import { EVENT_NAMES, EVENT_PAYLOADS, EVENTS, FIRST_FRAME, GECKO_LIST, VERSION } from '../packages/slp/src/events.ts'
import { parseType, PORTS, type EventTable, type Field, type PortField } from '../packages/slp/src/table.ts'
import { PYTHON_RECORDS, renderPythonRecords } from './python-records.ts'

export const PYTHON_TABLES = 'python/src/arena/_tables.py'

/** Frames in which Randall passes all of his places. */
const PERIOD = 1200
const RANDALL_WIDTH = 11.9

const STRUCT = { u8: 'B', bool: 'B', i8: 'b', u16: 'H', u32: 'I', i32: 'i', f32: 'f' } as const
const TYPES = { ...STRUCT, bytes: 'bytes', sjis: 'str', ascii: 'str' }

const hex = (value: number): string => `0x${value.toString(16).padStart(2, '0')}`
const capitalized = (name: string): string => name[0]!.toUpperCase() + name.slice(1)

/** `lCancelStatus` is `l_cancel_status`, `physicalLTrigger` is `physical_l_trigger`. */
export function snakeCase(name: string): string {
  return name
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
}

const constant = (name: string): string => snakeCase(name).toUpperCase()

export function renderPythonTables(): string {
  return [
    '"""Events of a match, field by field, and the names of what is in them.',
    '',
    "Generated from the arena's own tables by scripts/python-tables.ts; do not edit.",
    '"""',
    '',
    '# ruff: noqa',
    '',
    'from __future__ import annotations',
    '',
    'from dataclasses import dataclass',
    'from enum import IntEnum, IntFlag',
    '',
    'from .layout import Event, Field, Stage',
    '',
    `VERSION = (${VERSION.join(', ')})`,
    `FIRST_FRAME = ${FIRST_FRAME}`,
    `EVENT_PAYLOADS = ${hex(EVENT_PAYLOADS)}`,
    `GECKO_LIST = ${hex(GECKO_LIST)}`,
    '',
    ...enumOf('Character', 'External ids: in picks and in Game Start.', Object.entries(Character)),
    ...enumOf('Button', 'Buttons of a pad.', Object.entries(BUTTON), 'IntFlag'),
    ...enumOf('Action', 'Action states that all fighters share.', Object.entries(ACTION)),
    ...EVENT_NAMES.flatMap((name) => recordsOf(capitalized(name), EVENTS[name])),
    '',
    'EVENTS: dict[int, Event] = {',
    ...EVENT_NAMES.flatMap((name) => tableOf(capitalized(name), EVENTS[name])),
    '}',
    '',
    ...names(),
    ...stages(),
  ].join('\n')
}

function enumOf(
  name: string,
  doc: string,
  members: readonly (readonly [string, number])[],
  base: 'IntEnum' | 'IntFlag' = 'IntEnum',
): string[] {
  const value = (number: number): string =>
    base === 'IntFlag' ? `0x${number.toString(16).padStart(4, '0')}` : `${number}`
  return [
    '',
    `class ${name}(${base}):`,
    `    """${doc}"""`,
    '',
    ...members.map(([member, number]) => `    ${constant(member)} = ${value(number)}`),
    '',
  ]
}

function recordsOf(type: string, table: EventTable): string[] {
  const record = (
    name: string,
    doc: string,
    fields: readonly (Field | PortField)[],
    more: readonly string[],
  ): string[] => [
    '',
    '@dataclass(frozen=True, slots=True)',
    `class ${name}:`,
    `    """${doc}"""`,
    '',
    ...fields.flatMap((field) => [
      `    ${snakeCase(field.name)}: ${annotation(field)}`,
      `    """${sentence(field.doc)}"""`,
    ]),
    ...more,
    '',
  ]
  if (table.players.length === 0) return record(type, table.doc, table.fields, [])
  return [
    ...record(`${type}Player`, 'A port of Game Start.', table.players, []),
    ...record(type, table.doc, table.fields, [
      `    players: tuple[${type}Player, ...]`,
      `    """By port, ${PORTS} of them."""`,
    ]),
  ]
}

const sentence = (doc: string): string => `${doc[0]!.toUpperCase()}${doc.slice(1)}.`

function annotation({ type }: Field): string {
  const { element } = parseType(type)
  if (element === 'bytes') return 'bytes'
  if (element === 'sjis' || element === 'ascii') return 'str'
  const scalar = element === 'f32' ? 'float' : 'int'
  return type.includes('[') ? `tuple[${scalar}, ...]` : scalar
}

function tableOf(type: string, table: EventTable): string[] {
  const field = ({ name, offset, type: of, since, absent }: Field, stride: number): string => {
    const { element, count } = parseType(of)
    const isArray = of.includes('[')
    const parts = [
      `'${snakeCase(name)}'`,
      hex(offset),
      `'${TYPES[element]}'`,
      isArray ? count : 0,
      since === table.since ? 'True' : 'False',
      typeof absent === 'number' ? absent : 0,
      stride,
      ...(typeof absent === 'object' ? [`'${snakeCase(absent.processed)}'`] : []),
    ]
    return `        Field(${parts.join(', ').replaceAll("'", '"')}),`
  }
  const player = table.players.length === 0 ? 'None' : `${type}Player`
  return [
    `    ${hex(table.code)}: Event("${snakeCase(type)}", ${hex(table.code)}, ${type}, (`,
    ...table.fields.map((each) => field(each, 0)),
    '    ), (',
    ...table.players.map((each) => field(each, each.stride)),
    `    ), ${player}),`,
  ]
}

function names(): string[] {
  const internal = Array.from({ length: Object.keys(OWN_ACTION_NAMES).length }, (_, id) => characterOf(id))
  const characters = Object.values(Character)
  const record = (entries: readonly (readonly [number | string, string])[]): string[] => [
    ...entries.map(([key, value]) => `    ${key}: ${JSON.stringify(value)},`),
    '}',
    '',
  ]
  return [
    '# By external id.',
    `CHARACTER_NAMES = (${characters.map((id) => JSON.stringify(characterName(id))).join(', ')})`,
    `COSTUME_COUNTS = (${characters.map((id) => costumeCount(id)).join(', ')})`,
    '# By internal id, which a Post-Frame Update holds. Popo and Nana are both Ice Climbers.',
    `BY_INTERNAL_ID = (${internal.map((id) => (id === null ? 'None' : `Character(${id})`)).join(', ')})`,
    '',
    "# The game's names of action states: those that all fighters share, in the order of their ids, and behind them each fighter's own, by internal id.",
    `ACTION_NAMES = tuple("${Object.keys(ACTION).join(' ')}".split())`,
    'OWN_ACTION_NAMES = (',
    ...Object.values(OWN_ACTION_NAMES).map((own) => `    tuple("${own}".split()),`),
    ')',
    '',
    '# Names of what fighters make, throw or hold, by type.',
    'ITEM_NAMES = {',
    ...record(Object.entries(ITEM_NAMES)),
  ]
}

/** A float as Python reads it: the shortest that is the same number of 32 bits. */
function figure(value: number): string {
  const single = Math.fround(value)
  for (let digits = 1; digits <= 9; digits++) {
    const text = single.toPrecision(digits)
    if (Math.fround(Number(text)) === single) return String(Number(text))
  }
  return String(single)
}

const list = (parts: readonly string[]): string => `(${parts.join(', ')}${parts.length === 1 ? ',' : ''})`

function stages(): string[] {
  return [
    '# World units, y up, the origin at the centre of the stage. Platforms are left, right, y.',
    'STAGES: dict[int, Stage] = {',
    ...STAGE_IDS.map((id) => {
      const { edge, ledgeY, ground, platforms, blastZone } = STAGES[id]
      const { left, right, top, bottom } = blastZone
      const points = ground.map(([x, y]) => list([figure(x), figure(y)]))
      const fixed = platforms.map((one) => list([figure(one.left), figure(one.right), figure(one.y)]))
      const zone = [left, right, top, bottom].map(figure)
      const parts = [
        id,
        JSON.stringify(stageName(id).normalize()),
        figure(edge),
        figure(ledgeY),
        list(points),
        list(fixed),
        list(zone),
      ]
      return `    ${id}: Stage(${parts.join(', ')}),`
    }),
    '}',
    '',
    '# Fountain of Dreams: left and right end of the platforms that move, in the order in which events number them.',
    `FOD_PLATFORMS = ${list(fountainPlatforms())}`,
    '# Their heights at the start, in the units of events; at or below the last it is under the floor.',
    `FOD_START = ${list(fountainStart())}`,
    `FOD_SUNK = ${SUNK}`,
    '# y = height * scale + base.',
    `FOD_SCALE, FOD_BASE = ${figure((worldY(HIGHEST) - worldY(LOWEST)) / (HIGHEST - LOWEST))}, ${figure(worldY(0))}`,
    '',
    "# Yoshi's Story: the cloud that circles the stage. First frame of a stretch, left end, height, and the steps per frame.",
    `RANDALL_PERIOD, RANDALL_WIDTH = ${PERIOD}, ${RANDALL_WIDTH}`,
    'RANDALL_PATH = (',
    ...RANDALL_PATH.map((stretch) => `    (${stretch.join(', ')}),`),
    ')',
    '',
  ]
}

/** Floors of the platforms, right and left, which is the order of their events. */
function fountainPlatforms(): string[] {
  const stage = STAGE_BY_ID[2]
  const moving = movingFloors(stage)
  return stage.floors
    .filter(({ id }) => moving.has(id))
    .sort((one, other) => other.from[0] - one.from[0])
    .map(({ from, to }) => list([figure(from[0]), figure(to[0])]))
}

function fountainStart(): string[] {
  const stage = STAGE_BY_ID[2]
  const state = emptyStageState()
  stage.reset?.(state, { seed: 0 })
  return [...state.platformHeight].map(figure)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL(`../${PYTHON_TABLES}`, import.meta.url), renderPythonTables())
  writeFileSync(new URL(`../${PYTHON_RECORDS}`, import.meta.url), renderPythonRecords())
}
