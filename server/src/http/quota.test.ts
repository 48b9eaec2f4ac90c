import { describe, expect, it } from 'vitest'

import { clientAddress, membership, networkOf } from './network.ts'
import { Quota } from './quota.ts'

describe('places', () => {
  it('are shared: one address cannot take them all, and all of them can', () => {
    const quota = new Quota(3, 2)
    expect([quota.take('192.0.2.1'), quota.take('192.0.2.1')]).not.toContain(undefined)
    expect(quota.take('192.0.2.1')).toBeUndefined()
    expect(quota.take('::ffff:192.0.2.1')).toBeUndefined()
    expect(quota.take('192.0.2.2')).toBeDefined()
    expect(quota.take('192.0.2.3')).toBeUndefined()
  })

  it('that were given back are free once, however often that is said', () => {
    const quota = new Quota(2, 2)
    const giveBack = quota.take('192.0.2.1')
    quota.take('192.0.2.1')
    giveBack?.()
    giveBack?.()
    expect(quota.take('192.0.2.1')).toBeDefined()
    expect(quota.take('192.0.2.1')).toBeUndefined()
  })

  it('are kept by who has more of them than he gave back', () => {
    const quota = new Quota(4, 2)
    const [first, second] = [quota.take('192.0.2.1'), quota.take('192.0.2.1')]
    first?.()
    expect(quota.take('192.0.2.1')).toBeDefined()
    expect(quota.take('192.0.2.1')).toBeUndefined()
    second?.()
    expect([quota.take('192.0.2.1'), quota.take('192.0.2.1')].map((it) => it !== undefined)).toEqual([
      true,
      false,
    ])
  })

  it('are those of a whole IPv6 network', () => {
    const quota = new Quota(10, 1)
    expect(quota.take('2001:db8:0:1::1')).toBeDefined()
    expect(quota.take('2001:db8:0:1:ffff::2')).toBeUndefined()
    expect(quota.take('2001:db8:0:2::1')).toBeDefined()
  })
})

describe('an address', () => {
  it.each([
    ['::1', '0:0:0:0'],
    ['2001:DB8::1%eth0', '2001:db8:0:0'],
    ['1:2:3:4:5:6:7:8', '1:2:3:4'],
    ['::', '0:0:0:0'],
    ['1::', '1:0:0:0'],
    ['::8', '0:0:0:0'],
    ['1::6:7:8', '1:0:0:0'],
    ['1:2:3::8', '1:2:3:0'],
    ['1:2::5:6:7:8', '1:2:0:0'],
    ['::3:4:5:6:7:8', '0:0:3:4'],
    ['0001:00ab::1', '1:ab:0:0'],
    ['fe80::1%lan0', 'fe80:0:0:0'],
    ['1:2:3:4:5:6:7:8%1', '1:2:3:4'],
    ['fe80::1%a:b:c:d:e:f:g', 'fe80:0:0:0'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:10.20.30.40', '10.20.30.40'],
    ['::ffff:192.0.2.7x', '::ffff:192.0.2.7x'],
    ['1::ffff:192.0.2.7', '1:0:0:0'],
    ['::FFFF:203.0.113.254', '203.0.113.254'],
    ['::1:ffff:192.0.2.7', '0:0:0:0'],
    ['no address', 'no address'],
  ])('%s counts as %s', (address, network) => expect(networkOf(address)).toBe(network))

  it('is a member of lists and blocks of its family', () => {
    const isMember = membership(['192.0.2.7', '10.0.0.0/8', 'fd00::/8'])
    expect(['192.0.2.7', '10.9.9.9', 'fd00::1'].every(isMember)).toBe(true)
    expect(['192.0.2.8', '2001:db8::1', 'nonsense', ''].some(isMember)).toBe(false)
    expect(membership(['2001:db8::7'])('2001:db8::7')).toBe(true)
    expect(membership(['2001:db8::7'])('2001:db8::8')).toBe(false)
    expect(membership([])('192.0.2.7')).toBe(false)
  })
})

describe('a request comes from', () => {
  const from = (remoteAddress: string, forwarded: string | undefined, trusted: string[]) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
    return clientAddress(trusted)({ socket: { remoteAddress }, headers })
  }

  it.each([
    ['its peer, whatever a stranger says', '192.0.2.1', '198.51.100.1', [], '192.0.2.1'],
    ['whom the proxy names last', '10.0.0.1', '203.0.113.5, 198.51.100.1', ['10.0.0.1'], '198.51.100.1'],
    [
      'whom the first of two proxies names',
      '10.0.0.1',
      '198.51.100.1,10.0.0.2',
      ['10.0.0.0/8'],
      '198.51.100.1',
    ],
    ['the proxy itself', '10.0.0.1', undefined, ['10.0.0.1'], '10.0.0.1'],
    ['the proxy itself, which names nobody', '10.0.0.1', ' , ', ['10.0.0.1'], '10.0.0.1'],
    ['nowhere that can be told', '', undefined, [], ''],
    ['the farthest of proxies alone', '10.0.0.1', '10.0.0.2', ['10.0.0.0/8'], '10.0.0.2'],
  ])('%s', (_who, remote, forwarded, trusted, expected) => {
    expect(from(remote, forwarded, trusted)).toBe(expected)
  })
})
