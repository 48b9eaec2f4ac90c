import { beforeEach, describe, expect, it } from 'vitest'

import { liveMessage } from '../testing/live-messages.ts'
import { ManualClock } from '../testing/manual-clock.ts'
import { FanOut } from './fan-out.ts'
import type { Viewer } from './fan-out.ts'
import { type LiveHeader, readHeader } from './message.ts'

class Page implements Viewer {
  received: Buffer[] = []
  headers: LiveHeader[] = []
  buffered = 0

  send(message: Buffer, header: LiveHeader): void {
    this.received.push(message)
    this.headers.push(header)
  }

  bufferedBytes(): number {
    return this.buffered
  }

  sequences(): (number | undefined)[] {
    return this.received.map((message) => readHeader(message)?.sequence)
  }
}

/** Takes everything and passes nothing on. */
class Stuck extends Page {
  override send(message: Buffer, header: LiveHeader): void {
    super.send(message, header)
    this.buffered += message.length
  }
}

const MB = 1024 * 1024
const configuration = (epoch = 1) => liveMessage('configuration', { epoch })
const key = (sequence: number, payloadBytes = 0) =>
  liveMessage('video', { isKey: true, sequence, payloadBytes })
const delta = (sequence: number) => liveMessage('video', { sequence })

let clock: ManualClock
let asked: string[]
let fanOut: FanOut
let page: Page

beforeEach(() => {
  clock = new ManualClock()
  asked = []
  fanOut = new FanOut({
    clock,
    onFirstViewer: (stream) => asked.push(`watch ${stream}`),
    onLastViewer: (stream) => asked.push(`unwatch ${stream}`),
  })
  page = new Page()
})

function publish(...messages: Buffer[]): void {
  for (const message of messages) fanOut.publish(message)
}

describe('a fan-out', () => {
  it('asks for a stream once, for the first who watches', () => {
    fanOut.join(1, page)
    fanOut.join(1, new Page())
    expect(asked).toEqual(['watch 1'])
  })

  it('sends the same buffer to all', () => {
    const other = new Page()
    fanOut.join(1, page)
    fanOut.join(1, other)
    publish(configuration(), key(1), delta(2))
    expect(page.sequences()).toEqual([0, 1, 2])
    expect(other.received.every((message, at) => message === page.received[at])).toBe(true)
  })

  it('sends the GOP so far at once to anyone who joins later', () => {
    fanOut.join(1, page)
    publish(configuration(), key(1), delta(2))
    const late = new Page()
    fanOut.join(1, late)
    expect(late.sequences()).toEqual([0, 1, 2])
    expect(late.headers).toEqual(late.received.map((message) => readHeader(message)))
    expect(late.received.map((message) => readHeader(message)?.isCached)).toEqual([false, true, true])
    publish(delta(3))
    expect(late.sequences()).toEqual([0, 1, 2, 3])
  })

  it('sends no picture before a key frame', () => {
    fanOut.join(1, page)
    publish(configuration(), delta(5), key(6), delta(7))
    expect(page.sequences()).toEqual([0, 6, 7])
  })

  it('keeps the stream for a page that reloads, and gives it up ten seconds after the last left', () => {
    fanOut.join(1, page)
    publish(configuration(), key(1))
    fanOut.leave(1, page)
    clock.advance(9_999)
    const reloaded = new Page()
    fanOut.join(1, reloaded)
    expect(reloaded.sequences()).toEqual([0, 1])
    clock.advance(60_000)
    fanOut.leave(1, reloaded)
    clock.advance(10_000)
    expect(asked).toEqual(['watch 1', 'unwatch 1'])
  })

  it('keeps a viewer with two windows on the stream until it left with both', () => {
    fanOut.join(1, page)
    publish(configuration(), key(1))
    fanOut.join(1, page)
    expect(page.sequences()).toEqual([0, 1, 0, 1])
    fanOut.leave(1, page)
    publish(delta(2))
    fanOut.leave(1, page)
    publish(delta(3))
    expect(page.sequences()).toEqual([0, 1, 0, 1, 2])
  })

  it('skips a slow viewer to a key frame that finds it recovered, and nobody else', () => {
    const fast = new Page()
    fanOut.join(1, page)
    fanOut.join(1, fast)
    publish(configuration(), key(1))
    page.buffered = 2 * MB
    publish(delta(2))
    page.buffered = 1 * MB
    publish(delta(3), key(4), delta(5))
    page.buffered = 0
    publish(delta(6), key(7), delta(8))
    expect(page.sequences()).toEqual([0, 1, 7, 8])
    expect(fast.sequences()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('does not take a viewer for slow because it was just sent a large GOP', () => {
    fanOut.join(1, page)
    publish(configuration(), key(1, 3 * MB))
    const stuck = new Stuck()
    fanOut.join(1, stuck)
    publish(delta(2))
    expect(stuck.sequences()).toEqual([0, 1, 2])
    stuck.buffered = 5 * MB
    publish(delta(3))
    expect(stuck.sequences()).toEqual([0, 1, 2])
  })

  it('sends a new configuration even to a slow viewer', () => {
    fanOut.join(1, page)
    publish(configuration(), key(1))
    page.buffered = 2 * MB
    publish(delta(2), configuration(2))
    expect(page.received.map((message) => readHeader(message)?.epoch)).toEqual([1, 1, 2])
  })

  it('does not pile up caches on a viewer that takes nothing', () => {
    fanOut.join(1, page)
    publish(configuration(), key(1, 10 * MB))
    const stuck = new Stuck()
    for (let window = 0; window < 10; window++) fanOut.join(1, stuck)
    expect(stuck.buffered).toBeLessThan(21 * MB)
  })

  it('goes on with the next epoch after the shard died', () => {
    fanOut.join(1, page)
    publish(configuration(1), key(1))
    fanOut.dropStream(1)
    const late = new Page()
    fanOut.join(1, late)
    publish(delta(2), configuration(2), key(1), delta(2))
    expect(page.sequences()).toEqual([0, 1, 0, 1, 2])
    expect(late.sequences()).toEqual([0, 1, 2])
    expect(asked).toEqual(['watch 1'])
  })

  it('ignores what nobody asked for and what is no message', () => {
    fanOut.join(1, page)
    publish(liveMessage('configuration', { stream: 2 }), Buffer.alloc(3), Buffer.alloc(40))
    expect(page.received).toEqual([])
  })
})
