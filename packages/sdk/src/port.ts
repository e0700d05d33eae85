import type { PickRequest } from '@arena/protocol'

/** The player's index in the stream. Which bot gets which port is a coin flip. */
export type Port = PickRequest['port']
