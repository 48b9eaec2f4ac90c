/** ONVIF over HTTP: one address for all devices, `/onvif/<number>/<service>`; who asks is known before anything is answered. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type Device, isReachable, timeOf } from '../device.ts'
import type { DigestGate } from '../rtsp/digest.ts'
import { FirmwareDesk } from './firmware.ts'
import type { Service, Upkeep } from './service.ts'
import { servicesByPath } from './services.ts'
import { NOTIFICATION_OPERATIONS } from './services/events.ts'
import {
  envelope,
  faultContent,
  notAuthorized,
  notSupported,
  readRequest,
  SoapFault,
  type SoapRequest,
} from './soap.ts'
import { Subscriptions } from './subscriptions.ts'
import type { TokenGate } from './username-token.ts'
import { Xml } from './xml.ts'

const LARGEST_REQUEST = 262_144
const MOST_CONNECTIONS = 1024
const REQUEST_LIMIT_MS = 30_000
const IDLE_LIMIT_MS = 60_000
/** Anyone who asks for this knows no time yet, which WS-Security needs. */
const OPEN_OPERATION = 'GetSystemDateAndTime'
const SOAP = 'application/soap+xml; charset=utf-8'

export interface OnvifOptions {
  host: string
  /** 0: any free port. */
  port: number
  devices: ReadonlyMap<number, Device>
  digest: DigestGate
  tokens: TokenGate
  rtspPort: number
  upkeep: Omit<Upkeep, 'expectFirmware'>
  /** A firmware file has come whole. */
  upgrade: (device: Device, firmware: { model: string; version: string }) => void
  log: (line: string) => void
}

export interface OnvifServer {
  port: number
  /** Cuts the connections of those who talk to this device. */
  drop(device: Device): void
  close(): Promise<void>
}

/** Listens; rejects with the system's error where the port is taken. */
export async function listenOnvif(options: OnvifOptions): Promise<OnvifServer> {
  const { devices, log } = options
  const subscriptions = new Map<Device, Subscriptions>()
  for (const device of devices.values()) subscriptions.set(device, new Subscriptions())
  const talking = new Map<Socket, Device>()
  const desk = new FirmwareDesk(options.upgrade)
  const upkeep: Upkeep = {
    expectFirmware: (device) => desk.expect(device),
    reboot: (device) => options.upkeep.reboot(device),
    wake: (device) => options.upkeep.wake(device),
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      // The client went away in the middle, or we are wrong: either way nobody else is to suffer.
      if (!request.socket.destroyed) log(`ONVIF: ${String(error)}`)
      request.socket.destroy()
    })
  })
  server.maxConnections = MOST_CONNECTIONS
  server.requestTimeout = REQUEST_LIMIT_MS
  server.keepAliveTimeout = IDLE_LIMIT_MS
  server.on('connection', (socket) => socket.once('close', () => talking.delete(socket)))

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = /^\/onvif(?:\/(\d{1,5}))?\/(\w{1,40})(?:\/([\w-]{1,40}))?$/.exec(pathOf(request))
    const device = devices.get(Number(path?.[1] ?? 1))
    const [name = '', rest = ''] = [path?.[2], path?.[3]]
    if (path === null || device === undefined || device.cameras.length === 0) return say(response, 404)
    talking.set(request.socket, device)
    if (!isReachable(device)) return void request.socket.destroy()
    if (request.method !== 'POST') return say(response, 405, { Allow: 'POST' })
    if (name === 'firmware') return say(response, await desk.take(device, rest, request))
    const service = servicesByPath.get(name)
    if (service === undefined || !service.isFor(device)) return say(response, 404)

    const text = await bodyOf(request)
    if (text === undefined) return say(response, 413)
    const soap = readRequest(text)
    if (soap === undefined) {
      return fault(response, 400, new SoapFault('That is no SOAP request', ['ter:WellFormed']))
    }
    const verdict = soap.operation === OPEN_OPERATION ? 'accepted' : admit(request, soap, device)
    if (verdict === 'refused') return fault(response, 400, notAuthorized(), soap)
    if (typeof verdict === 'object') return fault(response, 401, notAuthorized(), soap, verdict)
    return answer(request, response, { device, service, soap, rest })
  }

  /** Admits by WS-Security or by HTTP; answers the challenges where neither was tried, or HTTP's was wrong. */
  function admit(
    request: IncomingMessage,
    soap: SoapRequest,
    device: Device,
  ): 'accepted' | 'refused' | { 'WWW-Authenticate': string[] } {
    const token = options.tokens.verify(soap.header, soap.operation, timeOf(device))
    if (token !== 'absent') return token
    const now = Date.now()
    const { authorization } = request.headers
    const verdict = options.digest.verify('POST', request.url ?? '', authorization, now)
    if (verdict === 'accepted') return 'accepted'
    return { 'WWW-Authenticate': options.digest.challenges(verdict === 'stale', now) }
  }

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    asked: { device: Device; service: Service; soap: SoapRequest; rest: string },
  ): Promise<void> {
    const { device, service, soap, rest } = asked
    const operation = service.operations.get(soap.operation)
    if (operation === undefined) return fault(response, 500, notSupported(soap.operation), soap)
    const { hostname, host } = reached(request)
    try {
      const content = await operation({
        device,
        body: soap.body,
        base: `http://${host}/onvif/${device.number}`,
        rtspBase: `rtsp://${hostname}:${options.rtspPort}`,
        subscription: rest,
        subscriptions: subscriptions.get(device) ?? new Subscriptions(),
        upkeep,
      })
      const prefix = NOTIFICATION_OPERATIONS.has(soap.operation) ? 'wsnt' : service.prefix
      const name = `${prefix}:${soap.operation}Response`
      const action = `${service.namespace}/${soap.operation}Response`
      const whole = envelope(new Xml(`<${name}>${content.text}</${name}>`), soap.messageId, action)
      return say(response, 200, { 'Content-Type': SOAP }, whole)
    } catch (error) {
      if (!(error instanceof SoapFault)) throw error
      return fault(response, error.code === 'Sender' ? 400 : 500, error, soap)
    }
  }

  server.listen(options.port, options.host)
  await once(server, 'listening')
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('the ONVIF server has no port')

  return {
    port: bound.port,
    drop(device) {
      subscriptions.get(device)?.endAll()
      for (const [socket, whose] of talking) if (whose === device) socket.destroy()
    },
    async close() {
      for (const each of subscriptions.values()) each.endAll()
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** Our address as the client wrote it, when that can be one; else the one that it reached. */
function reached(request: IncomingMessage): { host: string; hostname: string } {
  const { localAddress = '', localPort = 0 } = request.socket
  const own = localAddress.includes(':') ? `[${localAddress}]` : localAddress
  const written = /^([\w.-]{1,253}|\[[\da-fA-F:.]{2,45}\])(?::(\d{1,5}))?$/.exec(request.headers.host ?? '')
  if (written === null) return { host: `${own}:${localPort}`, hostname: own }
  const hostname = written[1] ?? own
  return { host: `${hostname}:${written[2] ?? 80}`, hostname }
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? '').split('?')[0] ?? ''
}

/** Undefined when it is too large. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of request) {
    if (!Buffer.isBuffer(piece)) continue
    length += piece.length
    if (length > LARGEST_REQUEST) return undefined
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function say(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string | string[]>> = {},
  body = '',
) {
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) })
  response.end(body)
}

function fault(
  response: ServerResponse,
  status: number,
  error: SoapFault,
  soap?: SoapRequest,
  headers: Readonly<Record<string, string[]>> = {},
) {
  const action = 'http://www.w3.org/2005/08/addressing/soap/fault'
  const whole = envelope(faultContent(error), soap?.messageId, action)
  say(response, status, { 'Content-Type': SOAP, ...headers }, whole)
}
