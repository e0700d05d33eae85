/** The messages of the database that the simulation writes and reads itself are those of the library. */
import { protocol } from '@electric-sql/pglite'
import { expect, test } from 'vitest'
import { BindWriter, messagesOf, read } from './wire.ts'

const { serialize } = protocol

function byLibrary(statement: string, values: (string | null)[]): Buffer {
  return Buffer.concat([serialize.bind({ statement, values }), serialize.execute({}), serialize.sync()])
}

/** A message of the server: its letter and what is in it. */
function message(letter: string, ...parts: readonly (string | number | Buffer)[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => {
      if (typeof part === 'string') return Buffer.from(`${part}\0`)
      return typeof part === 'number' ? int32(part) : part
    }),
  )
  return Buffer.concat([Buffer.from(letter), int32(4 + body.length), body])
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

function dataRow(...values: readonly (string | null)[]): Buffer {
  const count = Buffer.from([0, values.length])
  const columns = values.flatMap((value) =>
    value === null ? [int32(-1)] : [int32(Buffer.byteLength(value)), Buffer.from(value)],
  )
  return message('D', count, ...columns)
}

/** The library gives each value its own format, which is text; here all are text by default. */
test.each([
  ['no values', []],
  ['a value', ['text']],
  ['nothing, empty text and letters of several bytes', [null, '', 'é€𝄞']],
  ['many values', Array.from({ length: 300 }, (_, at) => (at % 7 === 0 ? null : `value ${at}`))],
  ['a value that is longer than what was written before', ['€'.repeat(100_000)]],
])('%s are bound as the library binds them', (_, values) => {
  const writer = new BindWriter()
  writer.write('before', ['something else'])
  const written = Buffer.from(writer.write('statement', values))
  const theirs = byLibrary('statement', values)
  const formatsAt = 5 + 1 + 'statement'.length + 1
  const formats = 2 * values.length
  expect(written.readInt32BE(1)).toBe(theirs.readInt32BE(1) - formats)
  expect(written.readInt16BE(formatsAt)).toBe(0)
  expect(written.subarray(5, formatsAt).equals(theirs.subarray(5, formatsAt))).toBe(true)
  expect(written.subarray(formatsAt + 2).equals(theirs.subarray(formatsAt + 2 + formats))).toBe(true)
})

test('rows, what was done and what was announced are read in whatever order they come', () => {
  const bytes = Buffer.concat([
    message('2'),
    dataRow('1', null, 'é€𝄞'),
    message('A', 7, 'changes', 'matches'),
    dataRow('', 'x'.repeat(300), null),
    message('C', 'UPDATE 2'),
    message('A', 7, 'changes', 'bots'),
    message('Z', Buffer.from('I')),
  ])
  expect(read(bytes)).toEqual({
    rows: [
      ['1', null, 'é€𝄞'],
      ['', 'x'.repeat(300), null],
    ],
    tag: 'UPDATE 2',
    notifications: ['matches', 'bots'],
    error: null,
  })
})

test('of several errors the first is the one, with its code', () => {
  const error = (code: string, text: string) =>
    message('E', Buffer.from('S'), 'ERROR', Buffer.from('C'), code, Buffer.from('M'), text, Buffer.from([0]))
  const { error: found, rows } = read(
    Buffer.concat([error('22012', 'division by zero'), error('25P02', 'aborted'), message('Z', Buffer.from('I'))]),
  )
  expect(rows).toEqual([])
  expect(found).toBeInstanceOf(Error)
  expect(found).toMatchObject({ message: 'division by zero', code: '22012' })
})

test('an answer without anything in it has nothing', () => {
  expect(read(Buffer.alloc(0))).toEqual({ rows: [], tag: '', notifications: [], error: null })
  expect(messagesOf(Buffer.alloc(0))).toEqual([])
})
