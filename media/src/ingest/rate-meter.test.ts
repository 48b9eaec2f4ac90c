import { describe, expect, it } from 'vitest'

import { RateMeter } from './rate-meter.ts'

/** 25 pictures of 10,000 bytes a second. */
function feed(meter: RateMeter, fromS: number, toS: number): void {
  for (let at = fromS * 1e6; at < toS * 1e6; at += 40_000) meter.add(at, 1, 10_000)
}

describe('a rate meter', () => {
  it('tells frames and kilobits a second from the first second on', () => {
    const meter = new RateMeter()
    expect(meter.read(0)).toEqual({ fps: 0, kbps: 0 })
    feed(meter, 100, 101)
    expect(meter.read(101e6)).toEqual({ fps: 25, kbps: 2000 })
    feed(meter, 101, 130)
    expect(meter.read(130e6)).toEqual({ fps: 25, kbps: 2000 })
  })

  it('forgets what is older than its window', () => {
    const meter = new RateMeter()
    feed(meter, 100, 110)
    expect(meter.read(120e6)).toEqual({ fps: 0, kbps: 0 })
  })
})
