/** A conversation with one ONVIF device: addresses, credentials, its clock, its services. */
import { createHash, randomBytes } from 'node:crypto'

import { Authorizer, chooseScheme } from '@vedette/media/rtsp/auth'
import type { TlsPolicy } from '@vedette/media/rtsp/target'

import { responseOf } from './answer.ts'
import { OnvifFault, outcomeOf } from './fault.ts'
import { exchange, type HttpAnswer, type HttpPlace } from './http.ts'
import { child, childrenOf, escapeXml, numberAt, textAt, type XmlElement } from './xml.ts'

export interface OnvifTarget {
  /** `http(s)://host:port/path`, checked and without credentials; without a path the standard one is taken. */
  url: string
  /** The checked address to dial. */
  connectHost: string
  username: string
  password: string
  tls: TlsPolicy
}

export interface OnvifLimits {
  /** Time limit of one exchange. */
  deadlineMs: number
  /** Time limit of the whole conversation, from its start; none where absent. */
  totalMs: number
  maxBytes: number
}

const DEVICE_PATH = '/onvif/device_service'
const LIMITS: OnvifLimits = { deadlineMs: 8000, totalMs: Infinity, maxBytes: 2 * 1024 * 1024 }

/** Namespaces of the services, as devices name them in GetServices; each stands in a request as `xmlns:q`. */
export const SERVICES = {
  device: 'http://www.onvif.org/ver10/device/wsdl',
  media: 'http://www.onvif.org/ver10/media/wsdl',
  media2: 'http://www.onvif.org/ver20/media/wsdl',
  imaging: 'http://www.onvif.org/ver20/imaging/wsdl',
  ptz: 'http://www.onvif.org/ver20/ptz/wsdl',
  events: 'http://www.onvif.org/ver10/events/wsdl',
  analytics: 'http://www.onvif.org/ver20/analytics/wsdl',
  search: 'http://www.onvif.org/ver10/search/wsdl',
  replay: 'http://www.onvif.org/ver10/replay/wsdl',
} as const
export type ServiceName = keyof typeof SERVICES

const ENVELOPE =
  '<?xml version="1.0" encoding="UTF-8"?>' +
  '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:tt="http://www.onvif.org/ver10/schema" ' +
  'xmlns:wsa="http://www.w3.org/2005/08/addressing" xmlns:wsnt="http://docs.oasis-open.org/wsn/b-2"'
const WSSE = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd'
const WSU = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd'
const TOKEN_PROFILE =
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordDigest'
const NONCE_ENCODING =
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#Base64Binary'

type DevicePath = Pick<URL, 'pathname' | 'search'>

export class OnvifClient {
  readonly target: OnvifTarget
  readonly #limits: OnvifLimits
  readonly #paths: Partial<Record<ServiceName, DevicePath>>
  readonly #endsAtMs: number
  #authorizer: Authorizer | undefined
  /** The device's clock minus ours, ms. */
  #clockOffsetMs = 0
  #coreVersion = ''

  constructor(target: OnvifTarget, limits: Partial<OnvifLimits> = {}) {
    this.target = target
    this.#limits = { ...LIMITS, ...limits }
    this.#endsAtMs = performance.now() + this.#limits.totalMs
    const { pathname, search } = new URL(target.url)
    this.#paths = { device: pathname === '/' ? { pathname: DEVICE_PATH, search: '' } : { pathname, search } }
  }

  /** How far the device's clock was ahead of ours when it was asked, ms. */
  get clockOffsetMs(): number {
    return this.#clockOffsetMs
  }

  /** The version of ONVIF's core that the device names; empty where it names none. */
  get coreVersion(): string {
    return this.#coreVersion
  }

  /** Whether the device said that it has the service; the device service every device has. */
  has(service: ServiceName): boolean {
    return this.#paths[service] !== undefined
  }

  /**
   * Reads the clock, for what is signed holds the time, makes sure that the credentials are taken, and learns the
   * services. Returns the reply to GetDeviceInformation. Throws OnvifFault.
   */
  async open(): Promise<XmlElement> {
    const asked = Date.now()
    const time = await outcomeOf(
      this.#send(this.#place('device'), request('device', 'GetSystemDateAndTime'), 'nobody'),
    )
    if (!time.ok && (time.reason === 'unreachable' || time.reason === 'certificate'))
      throw new OnvifFault(time.reason, time.detail)
    const deviceMs = time.ok ? utcOf(time.value) : undefined
    if (deviceMs !== undefined) this.#clockOffsetMs = deviceMs - (asked + Date.now()) / 2
    const information = await this.call('device', 'GetDeviceInformation')
    await this.#learnServices()
    return information
  }

  /** Sends `<action>inner</action>` to a service and returns the response's element. Throws OnvifFault. */
  call(service: ServiceName, action: string, inner = ''): Promise<XmlElement> {
    return this.#send(this.#place(service), request(service, action, inner))
  }

  /** Like `call`, to an address that the device gave, of which the path alone is taken. */
  callAt(
    address: string,
    service: ServiceName,
    action: string,
    inner = '',
    headers = '',
  ): Promise<XmlElement> {
    return this.#send(this.placeOf(address), request(service, action, inner), 'user', headers)
  }

  /** Sends a WS-BaseNotification request to an address that the device gave. */
  notify(address: string, action: string, inner: string, headers: string): Promise<XmlElement> {
    return this.#send(this.placeOf(address), `<wsnt:${action}>${inner}</wsnt:${action}>`, 'user', headers)
  }

  /** An address that the device named, at the host and port where it really is. Devices guess both wrongly. */
  placeOf(address: string): HttpPlace {
    const said = URL.parse(address)
    if (!said) throw new OnvifFault('protocol', 'The device names an address that cannot be read')
    return this.#at(said)
  }

  #place(service: ServiceName): HttpPlace {
    const path = this.#paths[service]
    if (path === undefined) throw new OnvifFault('notSupported', `The device has no ${service} service`)
    return this.#at(path)
  }

  /** The one way from what a device says to where we go. Joined as texts, a path that begins with `//` would be read as a host. */
  #at({ pathname, search }: DevicePath): HttpPlace {
    const { connectHost, tls } = this.target
    const url = new URL(new URL(this.target.url).origin)
    url.pathname = pathname
    url.search = search
    return { url, connectHost, tls }
  }

  async #learnServices(): Promise<void> {
    const listed = await outcomeOf(
      this.call('device', 'GetServices', '<q:IncludeCapability>false</q:IncludeCapability>'),
    )
    if (listed.ok) for (const service of childrenOf(listed.value, 'Service')) this.#learnService(service)
    if (this.has('media') || this.has('media2')) return
    const answer = await this.call('device', 'GetCapabilities', '<q:Category>All</q:Category>')
    const capabilities = child(answer, 'Capabilities')
    const learn = (name: ServiceName, ...path: string[]) =>
      this.#learn(SERVICES[name], textAt(capabilities, ...path, 'XAddr'))
    learn('media', 'Media')
    learn('imaging', 'Imaging')
    learn('ptz', 'PTZ')
    learn('events', 'Events')
    learn('analytics', 'Analytics')
    learn('search', 'Extension', 'Search')
    learn('replay', 'Extension', 'Replay')
  }

  #learnService(service: XmlElement): void {
    const namespace = textAt(service, 'Namespace')
    this.#learn(namespace, textAt(service, 'XAddr'))
    if (namespace !== SERVICES.device) return
    const [major, minor] = [numberAt(service, 'Version', 'Major'), numberAt(service, 'Version', 'Minor')]
    if (major !== undefined && minor !== undefined) this.#coreVersion = `${major}.${minor}`
  }

  #learn(namespace: string, address: string): void {
    const said = URL.parse(address)
    if (!said) return
    for (const name of SERVICE_NAMES)
      if (SERVICES[name] === namespace && name !== 'device') this.#paths[name] = said
  }

  async #send(
    place: HttpPlace,
    body: string,
    as: 'user' | 'nobody' = 'user',
    headers = '',
  ): Promise<XmlElement> {
    const answer = await this.#post(place, body, as, headers)
    const challenge = answer.status === 401 && as === 'user' ? this.#challenged(answer) : false
    return responseOf(challenge ? await this.#post(place, body, as, headers) : answer)
  }

  /** Whether the device asks for HTTP digest, and another try with it makes sense. */
  #challenged({ challenges }: HttpAnswer): boolean {
    const { username, password, tls, url } = this.target
    if (username === '' || challenges.length === 0) return false
    const choice = chooseScheme(challenges, tls === 'verify' && url.startsWith('https:'))
    if (!choice.ok) return false
    const next = new Authorizer(choice.scheme, { username, password })
    const isSameNonce = next.nonce !== undefined && next.nonce === this.#authorizer?.nonce
    this.#authorizer = next
    return !isSameNonce
  }

  #post(place: HttpPlace, body: string, as: 'user' | 'nobody', headers: string): Promise<HttpAnswer> {
    const path = `${place.url.pathname}${place.url.search}`
    const isSigned = as === 'user' && this.target.username !== ''
    // A device that asked for digest once gets digest: some choke on both.
    const authorization = isSigned ? this.#authorizer?.authorization('POST', path) : undefined
    const security = isSigned && authorization === undefined ? this.#usernameToken() : ''
    const text = `${ENVELOPE}><s:Header>${security}${headers}</s:Header><s:Body>${body}</s:Body></s:Envelope>`
    return exchange(place, {
      method: 'POST',
      headers: {
        'content-type': 'application/soap+xml; charset=utf-8',
        'content-length': String(Buffer.byteLength(text)),
        ...(authorization === undefined ? {} : { authorization }),
      },
      body: text,
      maxBytes: this.#limits.maxBytes,
      deadlineMs: Math.min(this.#limits.deadlineMs, this.#leftMs()),
    })
  }

  #leftMs(): number {
    const leftMs = Math.ceil(this.#endsAtMs - performance.now())
    if (leftMs > 0) return leftMs
    throw new OnvifFault('unreachable', `The device takes longer than ${this.#limits.totalMs / 1000} s`)
  }

  /** WS-Security UsernameToken Profile 1.0, section 3.1: digest = base64(sha1(nonce + created + password)). */
  #usernameToken(): string {
    const { username, password } = this.target
    const nonce = randomBytes(16)
    const created = new Date(Date.now() + this.#clockOffsetMs).toISOString()
    const digest = createHash('sha1').update(nonce).update(created).update(password).digest('base64')
    return (
      `<wsse:Security s:mustUnderstand="1" xmlns:wsse="${WSSE}" xmlns:wsu="${WSU}"><wsse:UsernameToken>` +
      `<wsse:Username>${escapeXml(username)}</wsse:Username><wsse:Password Type="${TOKEN_PROFILE}">${digest}</wsse:Password>` +
      `<wsse:Nonce EncodingType="${NONCE_ENCODING}">${nonce.toString('base64')}</wsse:Nonce><wsu:Created>${created}</wsu:Created>` +
      '</wsse:UsernameToken></wsse:Security>'
    )
  }
}

const SERVICE_NAMES: readonly ServiceName[] = [
  'device',
  'media',
  'media2',
  'imaging',
  'ptz',
  'events',
  'analytics',
  'search',
  'replay',
]

function request(service: ServiceName, action: string, inner = ''): string {
  return `<q:${action} xmlns:q="${SERVICES[service]}">${inner}</q:${action}>`
}

/** UTC of GetSystemDateAndTime, ms since 1970; undefined where the device gives none. */
export function utcOf(answer: XmlElement): number | undefined {
  const utc = child(answer, 'SystemDateAndTime', 'UTCDateTime')
  const [year, month, day] = ['Year', 'Month', 'Day'].map((name) => numberAt(utc, 'Date', name))
  const [hour = 0, minute = 0, second = 0] = ['Hour', 'Minute', 'Second'].map((name) =>
    numberAt(utc, 'Time', name),
  )
  if (year === undefined || month === undefined || day === undefined) return undefined
  const time = Date.UTC(year, month - 1, day, hour, minute, second)
  return Number.isFinite(time) ? time : undefined
}
