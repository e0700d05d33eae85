import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clientOf } from './client-address.ts'

const PROXY = { remoteAddress: '::ffff:192.0.2.99' }
const of = (ip: string) => clientOf({ ip, socket: PROXY })

describe('the client that a limit counts', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
  ])('IPv4 counts by address: %s', (ip, client) => {
    expect(of(ip)).toBe(client)
  })

  test('IPv6 counts by /64', () => {
    expect(of('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
    expect(of('2001:db8:1:2::1')).toBe('2001:db8:1:2::/64')
    expect(of('2001:db8:1:3::1')).not.toBe(of('2001:db8:1:2::1'))
    expect(of('::1')).toBe('::/64')
  })

  test.each([
    ['203.0.113.7:4711', '203.0.113.7'],
    [' 203.0.113.7 ', '203.0.113.7'],
    ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::1]:443', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
  ])('an address as proxies write it counts as the address: %s', (ip, client) => {
    expect(of(ip)).toBe(client)
  })

  test.each(['unknown', '', '_hidden', '999.1.1.1', '[::1', '1.2.3.4:x'])(
    'what names no address counts as the other end of the connection: %j',
    (ip) => {
      expect(of(ip)).toBe('192.0.2.99')
    },
  )

  test('whatever a proxy writes has a client', () => {
    fc.assert(fc.property(fc.string(), (ip) => of(ip).length > 0))
    expect(clientOf({ ip: 'unknown', socket: { remoteAddress: undefined } })).toBe('unknown')
  })
})
