/** The device service: who it is, its name, its clock, its network. */
import { type OnvifClient, utcOf } from './client.ts'
import { orIfMissing } from './fault.ts'
import { plainText } from './plain-text.ts'
import { booleanAt, child, childrenOf, numberAt, tag, textAt, type XmlElement } from './xml.ts'

export interface DeviceInformation {
  vendor: string
  model: string
  firmware: string
  serial: string
  hardware: string
}

/** Reads what `OnvifClient.open` returns. */
export function informationOf(answer: XmlElement): DeviceInformation {
  const said = (name: string) => plainText(textAt(answer, name))
  return {
    vendor: said('Manufacturer'),
    model: said('Model'),
    firmware: said('FirmwareVersion'),
    serial: said('SerialNumber'),
    hardware: said('HardwareId'),
  }
}

export async function getInformation(client: OnvifClient): Promise<DeviceInformation> {
  return informationOf(await client.call('device', 'GetDeviceInformation'))
}

/** `urn:uuid:…`: the same wherever the device stands; empty where it has none. */
export async function getEndpoint(client: OnvifClient): Promise<string> {
  const answer = await orIfMissing(client.call('device', 'GetEndpointReference'), undefined)
  return plainText(textAt(answer, 'GUID') || textAt(answer, 'EndpointReference', 'Address'))
}

const NAME_SCOPE = 'onvif://www.onvif.org/name/'

/** The name of scopes (ONVIF Core, 7.3.3.2); undefined where there is none. */
export function nameInScopes(scopes: readonly string[]): string | undefined {
  return scopeValue(scopes, NAME_SCOPE)
}

export function scopeValue(scopes: readonly string[], prefix: string): string | undefined {
  const found = scopes.find((scope) => scope.startsWith(prefix))?.slice(prefix.length)
  return found === undefined ? undefined : plainText(decodedScope(found))
}

/** Scopes are URIs, so texts in them are percent-encoded; some devices do it badly. */
export function decodedScope(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return text
    throw error
  }
}

interface Scope {
  isFixed: boolean
  item: string
}

async function getScopes(client: OnvifClient): Promise<Scope[]> {
  const answer = await client.call('device', 'GetScopes')
  return childrenOf(answer, 'Scopes').map((scope) => ({
    isFixed: textAt(scope, 'ScopeDef') === 'Fixed',
    item: textAt(scope, 'ScopeItem'),
  }))
}

/** All that it says of itself in scopes; nothing where it has none. */
export async function getScopeItems(client: OnvifClient): Promise<string[]> {
  const scopes = await orIfMissing(getScopes(client), [])
  return scopes.map(({ item }) => item)
}

/** The name that the device gives itself; its host name where its scopes, if they were asked already, have none. */
export async function getName(client: OnvifClient, scopes?: readonly string[]): Promise<string> {
  const name = nameInScopes(scopes ?? (await getScopeItems(client)))
  if (name) return name
  const answer = await orIfMissing(client.call('device', 'GetHostname'), undefined)
  return plainText(textAt(answer, 'HostnameInformation', 'Name'))
}

/** Gives the device another name, in its scopes. Its other scopes stay. */
export async function setName(client: OnvifClient, name: string): Promise<void> {
  const kept = (await getScopes(client)).filter(
    ({ isFixed, item }) => !isFixed && !item.startsWith(NAME_SCOPE),
  )
  const scopes = [...kept.map(({ item }) => item), `${NAME_SCOPE}${encodeURIComponent(name)}`]
  await client.call('device', 'SetScopes', scopes.map((scope) => tag('q:Scopes', scope)).join(''))
}

export interface DeviceTime {
  /** Ms since 1970; undefined where the device gives none. */
  utcMs: number | undefined
  /** A POSIX time zone, as the device has it. */
  timeZone: string
  isDaylightSaving: boolean
  source: 'Manual' | 'NTP'
}

export async function getTime(client: OnvifClient): Promise<DeviceTime> {
  const answer = await client.call('device', 'GetSystemDateAndTime')
  const said = child(answer, 'SystemDateAndTime')
  return {
    utcMs: utcOf(answer),
    timeZone: plainText(textAt(said, 'TimeZone', 'TZ')),
    isDaylightSaving: booleanAt(said, 'DaylightSavings'),
    source: textAt(said, 'DateTimeType') === 'NTP' ? 'NTP' : 'Manual',
  }
}

export type NewTime = Omit<DeviceTime, 'utcMs'> & {
  /** Set for `Manual`: ms since 1970. */
  utcMs?: number | undefined
}

export async function setTime(client: OnvifClient, time: NewTime): Promise<void> {
  const at = time.utcMs === undefined ? undefined : new Date(time.utcMs)
  const utc =
    at && time.source === 'Manual'
      ? '<q:UTCDateTime><tt:Time>' +
        `${tag('tt:Hour', at.getUTCHours())}${tag('tt:Minute', at.getUTCMinutes())}${tag('tt:Second', at.getUTCSeconds())}` +
        '</tt:Time><tt:Date>' +
        `${tag('tt:Year', at.getUTCFullYear())}${tag('tt:Month', at.getUTCMonth() + 1)}${tag('tt:Day', at.getUTCDate())}` +
        '</tt:Date></q:UTCDateTime>'
      : ''
  const zone = time.timeZone === '' ? '' : `<q:TimeZone>${tag('tt:TZ', time.timeZone)}</q:TimeZone>`
  await client.call(
    'device',
    'SetSystemDateAndTime',
    `${tag('q:DateTimeType', time.source)}${tag('q:DaylightSavings', time.isDaylightSaving)}${zone}${utc}`,
  )
}

export interface NetworkInterface {
  token: string
  name: string
  mac: string
  /** `address/prefix`. */
  addresses: string[]
  isDhcp: boolean
}

export async function getNetwork(client: OnvifClient): Promise<NetworkInterface[]> {
  const answer = await client.call('device', 'GetNetworkInterfaces')
  return childrenOf(answer, 'NetworkInterfaces').map((one) => {
    const config = child(one, 'IPv4', 'Config')
    const listed = [...childrenOf(config, 'Manual'), ...childrenOf(config, 'FromDHCP')]
    return {
      token: one.attributes.get('token') ?? '',
      name: plainText(textAt(one, 'Info', 'Name')),
      mac: plainText(textAt(one, 'Info', 'HwAddress')),
      addresses: listed.map(
        (it) => `${plainText(textAt(it, 'Address'))}/${numberAt(it, 'PrefixLength') ?? 0}`,
      ),
      isDhcp: booleanAt(config, 'DHCP'),
    }
  })
}

export async function reboot(client: OnvifClient): Promise<void> {
  await client.call('device', 'SystemReboot')
}
