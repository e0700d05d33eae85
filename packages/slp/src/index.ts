export * from './envelope.ts'
export * from './error.ts'
export * from './events.ts'
export * from './frames.ts'
export * from './game-start.ts'
export * from './reader.ts'
export {
  byteLength,
  endOf,
  parseType,
  payloadSize,
  PORTS,
  type EventTable,
  type Field,
  type FieldType,
  type PortField,
  type Since,
} from './table.ts'
export { decodeShiftJis } from './text.ts'
export * from './ubjson.ts'
export * from './writer.ts'
