import { describe, expect, test } from 'vitest'
import { clientOf } from './client-address.ts'

describe('the client that a limit counts', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
  ])('IPv4 counts by address: %s', (ip, client) => {
    expect(clientOf(ip)).toBe(client)
  })

  test('IPv6 counts by /64', () => {
    expect(clientOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
    expect(clientOf('2001:db8:1:2::1')).toBe('2001:db8:1:2::/64')
    expect(clientOf('2001:db8:1:3::1')).not.toBe(clientOf('2001:db8:1:2::1'))
    expect(clientOf('::1')).toBe('::/64')
  })
})
