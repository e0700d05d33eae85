/** Links that end the mails of an account without a session: its id, signed with a key of its own, so that no one can make them up. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { isId } from '../db/ids.ts'

export const newUnsubscribeKey = (): string => randomBytes(32).toString('base64url')

export function unsubscribeToken(ownerId: string, key: string): string {
  return `${ownerId}.${signatureOf(ownerId, key)}`
}

/** The account that a token names; null where it cannot be one. Whether it is signed is known once the key is. */
export function ownerOfToken(token: string): string | null {
  const [ownerId = ''] = token.split('.')
  return isId('user', ownerId) ? ownerId : null
}

export function isSigned(token: string, ownerId: string, key: string): boolean {
  const given = Buffer.from(token)
  const right = Buffer.from(unsubscribeToken(ownerId, key))
  return given.length === right.length && timingSafeEqual(given, right)
}

function signatureOf(ownerId: string, key: string): string {
  return createHmac('sha256', Buffer.from(key, 'base64url')).update(`unsubscribe:${ownerId}`).digest('base64url')
}
