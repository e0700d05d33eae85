import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PYTHON_RECORDS, renderPythonRecords } from './python-records.ts'
import { PYTHON_TABLES, renderPythonTables, snakeCase } from './python-tables.ts'

test('the tables of the Python distribution are what the event tables and the engine say', () => {
  expect(readFileSync(new URL(`../${PYTHON_TABLES}`, import.meta.url), 'utf8')).toBe(renderPythonTables())
})

test('the records of a batch in Python are those that the engine writes', () => {
  expect(readFileSync(new URL(`../${PYTHON_RECORDS}`, import.meta.url), 'utf8')).toBe(renderPythonRecords())
})

test('field names are those of the replay format, in snake case', () => {
  expect(
    ['frame', 'positionX', 'lCancelStatus', 'physicalLTrigger', 'cStickX', 'rawCStickY', 'stateBitFlags1'].map(
      snakeCase,
    ),
  ).toEqual([
    'frame',
    'position_x',
    'l_cancel_status',
    'physical_l_trigger',
    'c_stick_x',
    'raw_c_stick_y',
    'state_bit_flags1',
  ])
})
