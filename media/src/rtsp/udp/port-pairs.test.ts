import { expect, test } from 'vitest'

import { countedPairs, ephemeralPairs, pairsWithin, parsePortRange } from './port-pairs.ts'

test.each([
  ['20000-20999', { first: 20_000, last: 20_999 }],
  [' 20001-20003 ', { first: 20_002, last: 20_003 }],
  ['20001-20002', undefined],
  ['80-90', undefined],
  ['20000-70000', undefined],
  ['20000', undefined],
  ['', undefined],
])('the range %j is read as %j', (text, range) => {
  expect(parsePortRange(text)).toEqual(range)
})

test('RTP stands on an even port and RTCP on the next', async () => {
  const pair = await ephemeralPairs('127.0.0.1')
  expect(pair?.rtpPort).toBe(pair?.rtp.address().port)
  expect((pair?.rtpPort ?? 1) % 2).toBe(0)
  expect(pair?.rtcp.address().port).toBe((pair?.rtpPort ?? 0) + 1)
  pair?.close()
})

test('a range is used up to its last pair, and what is closed is free again', async () => {
  const probe = await ephemeralPairs('127.0.0.1')
  const first = probe?.rtpPort ?? 0
  probe?.close()
  const open = pairsWithin({ first, last: first + 1 })
  const only = await open('127.0.0.1')
  expect(only?.rtpPort).toBe(first)
  expect(await open('127.0.0.1')).toBeUndefined()
  only?.close()
  const again = await open('127.0.0.1')
  expect(again?.rtpPort).toBe(first)
  again?.close()
})

test('open pairs are counted', async () => {
  const ports = countedPairs(ephemeralPairs)
  const [one, other] = [await ports.open('127.0.0.1'), await ports.open('127.0.0.1')]
  expect(ports.count).toBe(2)
  one?.close()
  one?.close()
  expect(ports.count).toBe(1)
  other?.close()
  expect(ports.count).toBe(0)
  expect(await countedPairs(async () => undefined).open('127.0.0.1')).toBeUndefined()
})
