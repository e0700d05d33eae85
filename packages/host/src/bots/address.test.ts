import { createSocket } from 'node:dgram'
import type { Socket } from 'node:dgram'
import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import { dnsResolver, reasonToRefuse, systemResolver } from './address.ts'

describe('reasonToRefuse', () => {
  it('lets public addresses pass', () => {
    for (const address of ['8.8.8.8', '1.1.1.1', '172.15.0.1', '172.32.0.1', '2606:4700::1', '2a00:1450:4001::8a']) {
      expect(reasonToRefuse(address), address).toBeNull()
    }
  })

  const refused: Record<string, readonly string[]> = {
    'this network': ['0.0.0.0', '0.1.2.3'],
    loopback: ['127.0.0.1', '127.255.255.254', '::1'],
    'private networks': ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
    'unique-local networks': ['fc00::1', 'fd12:3456::1'],
    'link-local addresses and cloud metadata': ['169.254.169.254', 'fe80::1', 'fe80::1%eth0'],
    'shared carrier networks': ['100.64.0.1', '100.127.255.255'],
    'multicast and broadcast': ['224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1'],
    'networks for documentation and benchmarks': [
      '192.0.2.1',
      '198.51.100.1',
      '203.0.113.1',
      '198.18.0.1',
      '2001:db8::1',
      '3fff::1',
      '2001:2::1',
    ],
    'reserved space': [
      '192.0.0.1',
      '192.88.99.1',
      '240.0.0.1',
      '254.1.1.1',
      '::',
      '100::1',
      '4000::1',
      '8000::1',
      'fec0::1',
      '5f00::1',
    ],
    'IPv4-mapped addresses': ['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:8.8.8.8', '::ffff:7f00:1'],
    'IPv4-compatible addresses': ['::127.0.0.1', '::8.8.8.8'],
    'NAT64, well-known and local': ['64:ff9b::7f00:1', '64:ff9b::808:808', '64:ff9b:1::1'],
    '6to4 and Teredo': ['2002:7f00:1::', '2002:808:808::1', '2001::1'],
    'text that is no address': ['', 'localhost', '127.1', '2130706433', '0x7f.0.0.1', '8.8.8.8/8', '8.8.8.8 '],
  }
  for (const [what, addresses] of Object.entries(refused)) {
    it(`refuses ${what}`, () => {
      for (const address of addresses) expect(reasonToRefuse(address), address).toEqual(expect.any(String))
    })
  }
})

describe('resolvers', () => {
  let server: Socket | undefined
  afterEach(() => {
    server?.close()
    server = undefined
  })

  type Records = Record<string, { a?: string; aaaa?: string }>

  /** A name server of one packet: it answers the first question with an address, nothing, or NXDOMAIN. */
  async function nameServer(records: Records): Promise<string> {
    const socket = createSocket('udp4')
    server = socket
    socket.on('message', (query, peer) => {
      const labels: string[] = []
      let at = 12
      for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
        labels.push(query.toString('latin1', at + 1, at + 1 + length))
        at += length + 1
      }
      const type = query.readUInt16BE(at + 1)
      const question = query.subarray(12, at + 5)
      const known = records[labels.join('.').toLowerCase()]
      const address = type === 1 ? known?.a : known?.aaaa
      const data = address === undefined ? null : Buffer.from(address, 'hex')
      const head = Buffer.alloc(12)
      query.copy(head, 0, 0, 2)
      head.writeUInt16BE(0x8180 | (known === undefined ? 3 : 0), 2)
      head.writeUInt16BE(1, 4)
      head.writeUInt16BE(data === null ? 0 : 1, 6)
      const answer = data === null ? [] : [Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length]), data]
      socket.send(Buffer.concat([head, question, ...answer]), peer.port, peer.address)
    })
    socket.bind(0, '127.0.0.1')
    await once(socket, 'listening')
    return `127.0.0.1:${socket.address().port}`
  }

  const never = new AbortController().signal

  it('the DNS is asked for IPv4 and IPv6 addresses', async () => {
    const resolve = dnsResolver([
      await nameServer({
        'both.example': { a: '08080808', aaaa: '26064700000000000000000000000001' },
        'four.example': { a: '01010101' },
        'six.example': { aaaa: '26064700000000000000000000000002' },
      }),
    ])
    expect(await resolve('both.example', never)).toEqual(['8.8.8.8', '2606:4700::1'])
    expect(await resolve('four.example', never)).toEqual(['1.1.1.1'])
    expect(await resolve('six.example', never)).toEqual(['2606:4700::2'])
  })

  it('a name without an address, and one that does not exist, are distinguished', async () => {
    const resolve = dnsResolver([await nameServer({ 'empty.example': {} })])
    await expect(resolve('empty.example', never)).rejects.toMatchObject({ code: 'ENODATA' })
    await expect(resolve('missing.example', never)).rejects.toMatchObject({ code: 'ENOTFOUND' })
  })

  it('a name server that holds its answer back is abandoned when the signal aborts', async () => {
    const socket = createSocket('udp4')
    server = socket
    socket.bind(0, '127.0.0.1')
    await once(socket, 'listening')
    const patience = new AbortController()
    const answer = dnsResolver([`127.0.0.1:${socket.address().port}`])('slow.example', patience.signal)
    const gaveUp = expect(answer).rejects.toMatchObject({ code: 'ECANCELLED' })
    await once(socket, 'message')
    patience.abort()
    await gaveUp
  })

  it('the machine’s own resolver knows its hosts file', async () => {
    const addresses = await systemResolver('localhost', never)
    expect(addresses.map(reasonToRefuse)).toEqual(addresses.map(() => 'loopback'))
    expect(addresses.length).toBeGreaterThan(0)
  })
})
