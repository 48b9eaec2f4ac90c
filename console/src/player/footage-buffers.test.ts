import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { FootageBuffers } from './footage-buffers.ts'
import type { Piece } from './footage.ts'

/** What the browser does with bytes, as far as it matters here: it reads box after box, wherever pieces end. */
class BrowserBuffer extends EventTarget {
  mode = ''
  updating = false
  timestampOffset = 0
  readonly buffered = { length: 0 }
  readonly boxes: string[] = []
  #unread = Buffer.alloc(0)

  appendBuffer(bytes: ArrayBuffer): void {
    this.updating = true
    this.#unread = Buffer.concat([this.#unread, Buffer.from(bytes)])
  }

  /** Ends what is being appended. */
  settle(): void {
    while (this.#unread.length >= 8 && this.#unread.length >= this.#unread.readUInt32BE(0)) {
      this.boxes.push(this.#unread.toString('latin1', 4, 8))
      this.#unread = this.#unread.subarray(this.#unread.readUInt32BE(0))
    }
    this.updating = false
    this.dispatchEvent(new Event('updateend'))
  }

  /** What is being appended ends half done, as it does in a browser. */
  abort(): void {
    this.#unread = Buffer.alloc(0)
    if (this.updating) this.settle()
  }
}

class BrowserSource {
  static readonly isTypeSupported = (): boolean => true
  readonly readyState = 'open'

  addSourceBuffer(): BrowserBuffer {
    const buffer = new BrowserBuffer()
    made.push(buffer)
    return buffer
  }
}

let made: BrowserBuffer[]
beforeEach(() => {
  made = []
  vi.stubGlobal('MediaSource', BrowserSource)
})
afterEach(() => void vi.unstubAllGlobals())

function boxOf(type: string, bytes: number): Buffer {
  const box = Buffer.alloc(bytes)
  box.writeUInt32BE(bytes)
  box.write(type, 4, 'latin1')
  return box
}

const pieceOf = (bytes: Buffer, isFirst: boolean): Piece => ({
  bytes: new Uint8Array(bytes).buffer,
  part: { Url: '', Origin: 0, From: 0, To: 1, Codecs: 'avc1.64000b' },
  isFirst,
  isCut: false,
})

it('a jump while half a fragment is being added is not taken for the other half', async () => {
  const buffers = new FootageBuffers()
  const place = { offsetS: 0, wantedS: 0, keptAheadS: 60, signal: new AbortController().signal }
  const added = () => vi.waitFor(() => expect(made[0]?.updating).toBe(true))
  const begin = pieceOf(Buffer.concat([boxOf('moov', 100), boxOf('moof', 1000).subarray(0, 500)]), true)
  const before = buffers.append(begin, false, place)
  await added()
  buffers.restart(0)
  // The append that was given up ends, too.
  await before
  const jumped = pieceOf(Buffer.concat([boxOf('moov', 100), boxOf('moof', 80), boxOf('mdat', 2000)]), true)
  const after = buffers.append(jumped, false, place)
  await added()
  made[0]?.settle()
  await after
  expect(made[0]?.boxes).toEqual(['moov', 'moof', 'mdat'])
})

it('nor is one that was added by half before', async () => {
  const buffers = new FootageBuffers()
  const place = { offsetS: 0, wantedS: 0, keptAheadS: 60, signal: new AbortController().signal }
  for (const boxes of [[boxOf('moov', 100), boxOf('moof', 1000).subarray(0, 500)], [boxOf('moov', 100)]]) {
    const appended = buffers.append(pieceOf(Buffer.concat(boxes), true), false, place)
    await vi.waitFor(() => expect(made[0]?.updating).toBe(true))
    made[0]?.settle()
    await appended
  }
  expect(made[0]?.boxes).toEqual(['moov', 'moov'])
})
