/** The device service (ONVIF Core section 8). */
import { networkInterfaces } from 'node:os'
import { type Device, timeOf } from '../../device.ts'
import { scopesOf, setScopes, uuidOf } from '../identity.ts'
import { type Call, service, type Service } from '../service.ts'
import { invalidArgument } from '../soap.ts'
import { childrenOf, localName, NOTHING, numberAt, textAt, type Xml, xml } from '../xml.ts'

/** The command that a sleeping camera heeds. */
export const WAKE_COMMAND = 'vedette:Wake|On'

function dateTime(name: 'UTC' | 'Local', timeMs: number): Xml {
  const time = new Date(timeMs)
  const content = xml`
    <tt:Time>
      <tt:Hour>${time.getUTCHours()}</tt:Hour>
      <tt:Minute>${time.getUTCMinutes()}</tt:Minute>
      <tt:Second>${time.getUTCSeconds()}</tt:Second>
    </tt:Time>
    <tt:Date>
      <tt:Year>${time.getUTCFullYear()}</tt:Year>
      <tt:Month>${time.getUTCMonth() + 1}</tt:Month>
      <tt:Day>${time.getUTCDate()}</tt:Day>
    </tt:Date>
  `
  return name === 'UTC'
    ? xml`<tt:UTCDateTime>${content}</tt:UTCDateTime>`
    : xml`<tt:LocalDateTime>${content}</tt:LocalDateTime>`
}

function setTime({ device, body }: Call) {
  const type = textAt(body, 'DateTimeType')
  if (type !== 'Manual' && type !== 'NTP') throw invalidArgument(`Time is not set by ${type ?? 'nothing'}`)
  const zone = textAt(body, 'TimeZone', 'TZ')
  if (zone !== undefined && !/^[\w<>+\-:.,/]{1,64}$/.test(zone)) {
    throw invalidArgument('That is no time zone', 'ter:InvalidTimeZone')
  }
  const part = (...path: string[]): number => numberAt(body, 'UTCDateTime', ...path) ?? Number.NaN
  if (type === 'Manual') {
    const [year, month, day] = [part('Date', 'Year'), part('Date', 'Month'), part('Date', 'Day')]
    const timeMs = Date.UTC(
      year,
      month - 1,
      day,
      part('Time', 'Hour'),
      part('Time', 'Minute'),
      part('Time', 'Second'),
    )
    const isDate = year >= 1970 && year < 2100 && new Date(timeMs).getUTCMonth() === month - 1
    if (!isDate) throw invalidArgument('That is no date', 'ter:InvalidDateTime')
    device.clockOffsetMs = timeMs - Date.now()
  } else {
    device.clockOffsetMs = 0
  }
  device.isTimeFromNetwork = type === 'NTP'
  if (zone !== undefined) device.timeZone = zone
}

function addressOf(base: string): string {
  return new URL(base).hostname.replaceAll(/[[\]]/g, '')
}

/** Length of the network prefix of the interface that has this address. */
function prefixOf(address: string): number {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  const cidr = all.find((each) => each.address === address)?.cidr
  return Number(cidr?.split('/')[1] ?? 8)
}

/** Locally administered, and of no other device. */
function macOf(device: Device): string {
  const last = [device.number >> 16, device.number >> 8, device.number].map((byte) => byte & 255)
  return [0x02, 0x56, 0x44, ...last].map((byte) => byte.toString(16).padStart(2, '0')).join(':')
}

function portOf(address: string): number {
  const { port } = new URL(address)
  return Number(port)
}

export function deviceService(others: () => readonly Service[]): Service {
  const address = (call: Call, path: string): string => `${call.base}/${path}`

  return service(
    {
      prefix: 'tds',
      namespace: 'http://www.onvif.org/ver10/device/wsdl',
      path: 'device_service',
      capabilities: xml`
        <tds:Capabilities>
          <tds:Network NTP="1" HostnameFromDHCP="false"/>
          <tds:Security UsernameToken="true" HttpDigest="true"/>
          <tds:System DiscoveryResolve="true" DiscoveryBye="true" HttpFirmwareUpgrade="true" FirmwareUpgrade="true"/>
          <tds:Misc AuxiliaryCommands="${WAKE_COMMAND}"/>
        </tds:Capabilities>
      `,
    },
    {
      GetServices: (call) => {
        const isWhole = textAt(call.body, 'IncludeCapability') === 'true'
        return xml`${others()
          .filter((each) => each.isFor(call.device))
          .map((each) => {
            const part = isWhole ? xml`<tds:Capabilities>${each.capabilities}</tds:Capabilities>` : NOTHING
            return xml`
              <tds:Service>
                <tds:Namespace>${each.namespace}</tds:Namespace>
                <tds:XAddr>${address(call, each.path)}</tds:XAddr>
                ${part}
                <tds:Version><tt:Major>2</tt:Major><tt:Minor>60</tt:Minor></tds:Version>
              </tds:Service>
            `
          })}`
      },

      GetCapabilities: (call) => {
        const at = (path: string): Xml => xml`<tt:XAddr>${address(call, path)}</tt:XAddr>`
        const device = xml`
          <tt:Device>
            ${at('device_service')}
            <tt:Network><tt:IPFilter>false</tt:IPFilter></tt:Network>
            <tt:System>
              <tt:DiscoveryResolve>true</tt:DiscoveryResolve>
              <tt:DiscoveryBye>true</tt:DiscoveryBye>
              <tt:RemoteDiscovery>false</tt:RemoteDiscovery>
              <tt:SystemBackup>false</tt:SystemBackup>
              <tt:SystemLogging>false</tt:SystemLogging>
              <tt:FirmwareUpgrade>true</tt:FirmwareUpgrade>
              <tt:SupportedVersions><tt:Major>2</tt:Major><tt:Minor>60</tt:Minor></tt:SupportedVersions>
            </tt:System>
          </tt:Device>
        `
        const events = xml`
          <tt:Events>
            ${at('event_service')}
            <tt:WSSubscriptionPolicySupport>false</tt:WSSubscriptionPolicySupport>
            <tt:WSPullPointSupport>true</tt:WSPullPointSupport>
            <tt:WSPausableSubscriptionManagerInterfaceSupport>false</tt:WSPausableSubscriptionManagerInterfaceSupport>
          </tt:Events>
        `
        const has = (path: string): boolean =>
          others().some((each) => each.path === path && each.isFor(call.device))
        const imaging = has('imaging_service')
          ? xml`<tt:Imaging>${at('imaging_service')}</tt:Imaging>`
          : NOTHING
        const ptz = has('ptz_service') ? xml`<tt:PTZ>${at('ptz_service')}</tt:PTZ>` : NOTHING
        const analytics = has('analytics_service')
          ? xml`
              <tt:Analytics>
                ${at('analytics_service')}
                <tt:RuleSupport>true</tt:RuleSupport>
                <tt:AnalyticsModuleSupport>true</tt:AnalyticsModuleSupport>
              </tt:Analytics>
            `
          : NOTHING
        const media = xml`
          <tt:Media>
            ${at('media_service')}
            <tt:StreamingCapabilities>
              <tt:RTPMulticast>false</tt:RTPMulticast>
              <tt:RTP_TCP>true</tt:RTP_TCP>
              <tt:RTP_RTSP_TCP>true</tt:RTP_RTSP_TCP>
            </tt:StreamingCapabilities>
          </tt:Media>
        `
        const extension = has('search_service')
          ? xml`
              <tt:Extension>
                <tt:Recording>
                  ${at('recording_service')}
                  <tt:ReceiverSource>false</tt:ReceiverSource>
                  <tt:MediaProfileSource>true</tt:MediaProfileSource>
                  <tt:DynamicRecordings>false</tt:DynamicRecordings>
                  <tt:DynamicTracks>false</tt:DynamicTracks>
                  <tt:MaxStringLength>64</tt:MaxStringLength>
                </tt:Recording>
                <tt:Search>${at('search_service')}<tt:MetadataSearch>false</tt:MetadataSearch></tt:Search>
                <tt:Replay>${at('replay_service')}</tt:Replay>
              </tt:Extension>
            `
          : NOTHING
        return xml`<tds:Capabilities>${analytics}${device}${events}${imaging}${media}${ptz}${extension}</tds:Capabilities>`
      },

      GetDeviceInformation: ({ device }) =>
        xml`
          <tds:Manufacturer>${device.vendor}</tds:Manufacturer>
          <tds:Model>${device.model}</tds:Model>
          <tds:FirmwareVersion>${device.firmware}</tds:FirmwareVersion>
          <tds:SerialNumber>${device.did}</tds:SerialNumber>
          <tds:HardwareId>${device.type}</tds:HardwareId>
        `,

      GetSystemDateAndTime: ({ device }) => {
        const type = device.isTimeFromNetwork ? 'NTP' : 'Manual'
        const now = timeOf(device)
        return xml`
          <tds:SystemDateAndTime>
            <tt:DateTimeType>${type}</tt:DateTimeType>
            <tt:DaylightSavings>false</tt:DaylightSavings>
            <tt:TimeZone><tt:TZ>${device.timeZone}</tt:TZ></tt:TimeZone>
            ${dateTime('UTC', now)}
            ${dateTime('Local', now)}
          </tds:SystemDateAndTime>
        `
      },

      SetSystemDateAndTime: (call) => {
        setTime(call)
        return NOTHING
      },

      GetEndpointReference: ({ device }) => xml`<tds:GUID>urn:uuid:${uuidOf(device)}</tds:GUID>`,

      GetScopes: ({ device }) =>
        xml`${scopesOf(device).map(
          ({ kind, item }) =>
            xml`<tds:Scopes><tt:ScopeDef>${kind}</tt:ScopeDef><tt:ScopeItem>${item}</tt:ScopeItem></tds:Scopes>`,
        )}`,

      SetScopes: ({ device, body }) => {
        const items = childrenOf(body)
          .filter((child) => localName(child) === 'Scopes')
          .map((scope) => scope.text.trim())
        if (!setScopes(device, items))
          throw invalidArgument('A scope is not one of ours', 'ter:ScopeOverwrite')
        return NOTHING
      },

      GetHostname: ({ device }) =>
        xml`<tds:HostnameInformation><tt:FromDHCP>false</tt:FromDHCP><tt:Name>${device.hostname}</tt:Name></tds:HostnameInformation>`,

      SetHostname: ({ device, body }) => {
        const name = textAt(body, 'Name') ?? ''
        if (!/^[A-Za-z\d](?:[A-Za-z\d.-]{0,61}[A-Za-z\d])?$/.test(name)) {
          throw invalidArgument('That is no host name', 'ter:InvalidHostname')
        }
        device.hostname = name
        return NOTHING
      },

      GetNetworkInterfaces: ({ device, base }) => {
        const ip = addressOf(base)
        return xml`
          <tds:NetworkInterfaces token="eth0">
            <tt:Enabled>true</tt:Enabled>
            <tt:Info>
              <tt:Name>eth0</tt:Name>
              <tt:HwAddress>${macOf(device)}</tt:HwAddress>
              <tt:MTU>1500</tt:MTU>
            </tt:Info>
            <tt:IPv4>
              <tt:Enabled>true</tt:Enabled>
              <tt:Config>
                <tt:Manual>
                  <tt:Address>${ip}</tt:Address>
                  <tt:PrefixLength>${prefixOf(ip)}</tt:PrefixLength>
                </tt:Manual>
                <tt:DHCP>false</tt:DHCP>
              </tt:Config>
            </tt:IPv4>
          </tds:NetworkInterfaces>
        `
      },

      GetNetworkProtocols: ({ base, rtspBase }) =>
        xml`
          <tds:NetworkProtocols>
            <tt:Name>HTTP</tt:Name>
            <tt:Enabled>true</tt:Enabled>
            <tt:Port>${portOf(base)}</tt:Port>
          </tds:NetworkProtocols>
          <tds:NetworkProtocols>
            <tt:Name>RTSP</tt:Name>
            <tt:Enabled>true</tt:Enabled>
            <tt:Port>${portOf(rtspBase)}</tt:Port>
          </tds:NetworkProtocols>
        `,

      GetNetworkDefaultGateway: () => xml`<tds:NetworkGateway/>`,
      GetDNS: () => xml`<tds:DNSInformation><tt:FromDHCP>false</tt:FromDHCP></tds:DNSInformation>`,
      GetNTP: () => xml`<tds:NTPInformation><tt:FromDHCP>false</tt:FromDHCP></tds:NTPInformation>`,
      GetUsers: () =>
        xml`<tds:User><tt:Username>admin</tt:Username><tt:UserLevel>Administrator</tt:UserLevel></tds:User>`,

      SystemReboot: ({ device, upkeep }) => {
        upkeep.reboot(device)
        return xml`<tds:Message>The device is restarting</tds:Message>`
      },

      StartFirmwareUpgrade: (call) => {
        const token = call.upkeep.expectFirmware(call.device)
        return xml`
          <tds:UploadUri>${address(call, `firmware/${token}`)}</tds:UploadUri>
          <tds:UploadDelay>PT0S</tds:UploadDelay>
          <tds:ExpectedDownTime>PT10S</tds:ExpectedDownTime>
        `
      },

      SendAuxiliaryCommand: ({ device, body, upkeep }) => {
        if (textAt(body, 'AuxiliaryCommand') !== WAKE_COMMAND || !device.features.sleep) {
          throw invalidArgument('The device does not know this command')
        }
        upkeep.wake(device)
        return xml`<tds:AuxiliaryCommandResponse>OK</tds:AuxiliaryCommandResponse>`
      },

      GetGeoLocation: ({ device }) => {
        const { position } = device
        if (position === undefined) return NOTHING
        const { latitude, longitude } = position(Date.now())
        return xml`<tds:Location lon="${longitude}" lat="${latitude}" elevation="0"><tt:Entity>Device</tt:Entity></tds:Location>`
      },
    },
  )
}
