/** The socket between an arena and a connector: what both sides of it need. */
export { carry } from './carry.ts'
export { MAX_RELAY_MESSAGE_BYTES, RelayFault, WINDOW_BYTES } from './messages.ts'
export { Mux, StreamClosed, type MuxOptions } from './mux.ts'
export {
  RELAY_HEADER,
  relayPlace,
  relayPreamble,
  relayTarget,
  type RelayDoor,
  type RelayPlace,
  type RelayTarget,
} from './relay-url.ts'
