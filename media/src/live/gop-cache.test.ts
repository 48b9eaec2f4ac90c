import { describe, expect, it } from 'vitest'

import { liveMessage } from '../testing/live-messages.ts'
import { GopCache } from './gop-cache.ts'
import { readHeader, receivedMessage } from './message.ts'

function cacheOf(...messages: Buffer[]): GopCache {
  const cache = new GopCache()
  for (const message of messages) push(cache, message)
  return cache
}

function push(cache: GopCache, message: Buffer): void {
  const received = receivedMessage(message)
  if (received) cache.push(received)
}

const sequences = (cache: GopCache) => cache.burst().map((message) => message.header.sequence)
const configuration = liveMessage('configuration')
const key = (sequence: number, payloadBytes = 0) =>
  liveMessage('video', { isKey: true, sequence, payloadBytes })
const delta = (sequence: number, payloadBytes = 0) => liveMessage('video', { sequence, payloadBytes })

describe('a GOP cache', () => {
  it('holds the configuration and what came since the last key frame, sound included', () => {
    const audio = liveMessage('audio', { sequence: 6, isKey: true })
    expect(sequences(cacheOf(configuration, key(1), delta(2), key(4), delta(5), audio))).toEqual([0, 4, 5, 6])
  })

  it('holds nothing but the configuration before the first key frame', () => {
    const early = liveMessage('audio', { sequence: 1, isKey: true })
    expect(sequences(cacheOf(configuration, early, delta(2)))).toEqual([0])
    expect(sequences(cacheOf(key(1), delta(2)))).toEqual([])
  })

  it('forgets the GOP when another configuration comes', () => {
    expect(
      sequences(cacheOf(configuration, key(1), delta(2), liveMessage('configuration', { epoch: 2 }))),
    ).toEqual([0])
  })

  it('marks what it gives as cached, once for all who ask', () => {
    const cache = cacheOf(configuration, key(1), delta(2))
    const [, ...first] = cache.burst()
    const [, ...second] = cache.burst()
    expect(first.map((message) => readHeader(message.bytes())?.isCached)).toEqual([true, true])
    expect(first.every((message, at) => message.bytes() === second[at]?.bytes())).toBe(true)
  })

  it('waits for a key frame again when a GOP is too large or too long', () => {
    const large = cacheOf(configuration, key(1), delta(2, 16 * 1024 * 1024), delta(3))
    expect(sequences(large)).toEqual([0])
    push(large, key(4))
    expect(sequences(large)).toEqual([0, 4])

    const long = cacheOf(configuration, key(1))
    for (let sequence = 2; sequence <= 2250; sequence++) push(long, delta(sequence))
    expect(sequences(long)).toHaveLength(2251)
    push(long, delta(2251))
    expect(sequences(long)).toEqual([0])
  })
})
