/** Clients that ask one call again as soon as it is answered, each on a connection of its own. */
import { once } from 'node:events'
import { connect } from 'node:net'

import { quantile } from '../../src/statistics.ts'

export interface Load {
  address: string
  path: string
  token: string
  body: unknown
  clients: number
  seconds: number
}

export interface Rate {
  calls: number
  perSecond: number
  p50: number
  p99: number
}

const HEAD_END = '\r\n\r\n'

export async function load({ address, path, token, body, clients, seconds }: Load): Promise<Rate> {
  const { host, hostname, port } = new URL(path, address)
  const text = JSON.stringify(body)
  const head = [
    `POST ${path} HTTP/1.1`,
    `host: ${host}`,
    'content-type: application/json',
    `authorization: ${token}`,
  ]
  const request = Buffer.from([...head, `content-length: ${Buffer.byteLength(text)}`, '', text].join('\r\n'))
  const endsAt = performance.now() + seconds * 1000
  const times: number[] = []

  const client = async (): Promise<void> => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    await once(socket, 'connect')
    let received = ''
    let askedAt = performance.now()
    const ask = (): void => {
      received = ''
      askedAt = performance.now()
      if (askedAt < endsAt) socket.write(request)
      else socket.end()
    }
    socket.setEncoding('latin1')
    socket.on('data', (part: string) => {
      received += part
      const headEnd = received.indexOf(HEAD_END)
      if (headEnd < 0) return
      const length = Number(/content-length: (\d+)/i.exec(received)?.[1])
      if (received.length < headEnd + HEAD_END.length + length) return
      if (!received.startsWith('HTTP/1.1 200') || !received.includes('"CODE":"200"'))
        return void socket.destroy(new Error(`${path} answered ${received.slice(0, 300)}`))
      times.push(performance.now() - askedAt)
      ask()
    })
    ask()
    await once(socket, 'close')
  }

  await Promise.all(Array.from({ length: clients }, client))
  return {
    calls: times.length,
    perSecond: times.length / seconds,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
  }
}
