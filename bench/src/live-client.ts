/** A page's two sockets without a page: as many viewers as a machine has room for. */
import { encodeFrame, FrameReader } from '@vedette/contract/frame'
import { LIVE_PATH } from '@vedette/contract/live'
import { LoginReplyBody, METHOD, SOCKET_PATH } from '@vedette/contract/push'
import { makeTicket } from '@vedette/contract/ticket'
import type { z } from 'zod'

/** Where the stream's number and the sequence stand in a live message: docs/protocol.md, "Live". */
const SEQUENCE_AT = 8
const VIDEO = 2

export interface Count {
  messages: number
  bytes: number
  /** Gaps in the sequence numbers, which grow by one from message to message of an epoch. */
  missing: number
}

export class LiveViewer {
  readonly count: Count = { messages: 0, bytes: 0, missing: 0 }
  /** When the last message came, by `performance.now()`. */
  lastAt = 0
  /** When the session was told to be over or changed, or its socket closed. */
  readonly told: Promise<number>
  readonly #sockets: WebSocket[]
  #last: number | undefined

  private constructor(push: WebSocket, live: WebSocket) {
    this.#sockets = [push, live]
    live.binaryType = 'arraybuffer'
    this.told = sessionNews(push)
    live.addEventListener('message', ({ data }) => {
      if (data instanceof ArrayBuffer) this.#take(new DataView(data))
    })
  }

  static async open(address: string, token: string): Promise<LiveViewer> {
    const push = new WebSocket(socketAt(address, SOCKET_PATH))
    push.binaryType = 'arraybuffer'
    await opened(push)
    const reader = new FrameReader()
    const reply = new Promise<z.infer<typeof LoginReplyBody>>((resolve) => {
      push.addEventListener('message', ({ data }) => {
        if (!(data instanceof ArrayBuffer)) return
        for (const { METHOD: method, BODY } of reader.push(new Uint8Array(data)))
          if (method === METHOD.loginReply) resolve(LoginReplyBody.parse(BODY))
      })
    })
    push.send(encodeFrame({ METHOD: METHOD.login, BODY: { UserToken: token, SDKVersion: '1' }, SEQID: '1' }))
    const { Key, SessionID } = await reply
    const live = new WebSocket(socketAt(address, LIVE_PATH))
    const viewer = new LiveViewer(push, live)
    await opened(live)
    live.send(JSON.stringify({ type: 'hello', ticket: makeTicket(Key, SessionID, Date.now()) }))
    return viewer
  }

  watch(did: string, quality: 'main' | 'sub'): void {
    this.#sockets[1]?.send(JSON.stringify({ type: 'subscribe', window: 0, did, channel: 0, quality }))
  }

  close(): void {
    for (const socket of this.#sockets) socket.close()
  }

  #take(message: DataView): void {
    if (message.getUint8(0) < VIDEO) {
      this.#last = undefined
      return
    }
    const sequence = message.getUint32(SEQUENCE_AT)
    this.count.missing += this.#last === undefined ? 0 : Math.max(0, sequence - this.#last - 1)
    this.#last = sequence
    this.lastAt = performance.now()
    this.count.messages++
    this.count.bytes += message.byteLength
  }
}

function sessionNews(push: WebSocket): Promise<number> {
  const reader = new FrameReader()
  return new Promise((resolve) => {
    push.addEventListener('close', () => resolve(performance.now()))
    push.addEventListener('message', ({ data }) => {
      if (!(data instanceof ArrayBuffer)) return
      const frames = reader.push(new Uint8Array(data))
      if (frames.some(({ METHOD: method }) => method === METHOD.rightsChanged)) resolve(performance.now())
    })
  })
}

function socketAt(address: string, path: string): URL {
  const url = new URL(path, address)
  url.protocol = url.protocol.replace('http', 'ws')
  return url
}

function opened(socket: WebSocket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => reject(new Error(`${socket.url} did not open`)))
  })
}
