export * from './buttons.ts'
export * from './column-reader.ts'
export * from './columns.ts'
export {
  envelopeHead,
  envelopeTail,
  RAW_LENGTH_OFFSET,
  RAW_OFFSET,
  rawLength,
  readReadable,
  readReplay,
  writeReplay,
  type Metadata,
  type ReadableReplay,
  type Replay,
} from './envelope.ts'
export * from './debug-colours.ts'
export * from './debug-marks.ts'
export * from './error.ts'
export * from './events.ts'
export * from './frame-records.ts'
export * from './frames.ts'
export { GameMetadata } from './game-metadata.ts'
export * from './game-names.ts'
export * from './game-start.ts'
export * from './missed-pads.ts'
export * from './player-names.ts'
export { EventReader, type EventPayloads, type SlpEvent } from './reader.ts'
export {
  byteLength,
  parseType,
  payloadSize,
  PORTS,
  type EventTable,
  type Field,
  type FieldType,
  type PortField,
} from './table.ts'
export { decodeShiftJis, shiftJisBytes } from './text.ts'
export * from './ubjson.ts'
export * from './writer.ts'
