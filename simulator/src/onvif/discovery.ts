/** WS-Discovery (ONVIF Core section 7): says hello and bye, and answers probes, for every device that can be reached. */
import { randomUUID } from 'node:crypto'
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { type Device, isReachable } from '../device.ts'
import { scopesOf, uuidOf } from './identity.ts'
import { find, readXml, textAt, type Xml, xml } from './xml.ts'

const GROUP = '239.255.255.250'
export const DISCOVERY_PORT = 3702
const TYPES = 'dn:NetworkVideoTransmitter tds:Device'
const ANONYMOUS = 'http://schemas.xmlsoap.org/ws/2004/08/addressing/role/anonymous'
const EVERYBODY = 'urn:schemas-xmlsoap-org:ws:2005:04:discovery'
const DISCOVERY = 'http://schemas.xmlsoap.org/ws/2005/04/discovery'
const LARGEST_PROBE = 16_384
const NAMESPACES = Object.entries({
  env: 'http://www.w3.org/2003/05/soap-envelope',
  wsa: 'http://schemas.xmlsoap.org/ws/2004/08/addressing',
  d: DISCOVERY,
  dn: 'http://www.onvif.org/ver10/network/wsdl',
  tds: 'http://www.onvif.org/ver10/device/wsdl',
})
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(' ')

export interface Discovery {
  /** The device has come or gone. */
  hello(device: Device): void
  bye(device: Device): void
  close(): Promise<void>
}

export interface DiscoveryOptions {
  /** The address whose network is heard and spoken to. */
  host: string
  port: number
  devices: readonly Device[]
  addressOf(device: Device): string
}

/** Rejects with the system's error where multicast is not to be had. */
export async function announce(options: DiscoveryOptions): Promise<Discovery> {
  const { host, port, devices } = options
  const socket = createSocket({ type: 'udp4', reuseAddr: true })
  // One socket hears the group, and what is sent to any address of the machine.
  socket.bind(port, '0.0.0.0')
  try {
    await once(socket, 'listening')
    socket.addMembership(GROUP, host)
    socket.setMulticastInterface(host)
  } catch (error) {
    socket.close()
    throw error
  }
  // A network that goes away takes our words with it, not the simulator.
  socket.on('error', () => {})
  socket.on('message', (message, from) => answer(message, from))
  const startedS = Math.floor(Date.now() / 1000)
  let count = 0

  const about = (device: Device): Xml =>
    xml`<wsa:EndpointReference><wsa:Address>urn:uuid:${uuidOf(device)}</wsa:Address></wsa:EndpointReference><d:Types>${TYPES}</d:Types><d:Scopes>${scopesOf(
      device,
    )
      .map(({ item }) => item)
      .join(
        ' ',
      )}</d:Scopes><d:XAddrs>${options.addressOf(device)}</d:XAddrs><d:MetadataVersion>1</d:MetadataVersion>`

  function send(name: string, content: Xml, to: { address: string; port: number }, relatesTo?: string) {
    const relates = relatesTo === undefined ? xml`` : xml`<wsa:RelatesTo>${relatesTo}</wsa:RelatesTo>`
    const target = relatesTo === undefined ? EVERYBODY : ANONYMOUS
    const head = xml`
      <wsa:MessageID>urn:uuid:${randomUUID()}</wsa:MessageID>
      ${relates}
      <wsa:To>${target}</wsa:To>
      <wsa:Action>${DISCOVERY}/${name}</wsa:Action>
      <d:AppSequence InstanceId="${startedS}" MessageNumber="${++count}"/>
    `
    const body = `<env:Envelope ${NAMESPACES}><env:Header>${head.text}</env:Header><env:Body>${content.text}</env:Body></env:Envelope>`
    // Nobody there: the datagram is lost, as datagrams are.
    socket.send(`<?xml version="1.0" encoding="utf-8"?>\n${body}`, to.port, to.address, () => {})
  }

  function answer(message: Buffer, from: RemoteInfo) {
    if (message.length > LARGEST_PROBE) return
    const envelope = readXml(message.toString('utf8'))
    const probe = find(envelope, 'Body', 'Probe')
    const resolve = find(envelope, 'Body', 'Resolve')
    const id = textAt(envelope, 'Header', 'MessageID')
    if (id === undefined || id.length > 200) return
    const to = { address: from.address, port: from.port }
    const present = devices.filter((device) => device.cameras.length > 0 && isReachable(device))
    if (probe !== undefined && isForUs(textAt(probe, 'Types'), textAt(probe, 'Scopes'))) {
      for (const device of present) {
        const match = xml`<d:ProbeMatches><d:ProbeMatch>${about(device)}</d:ProbeMatch></d:ProbeMatches>`
        send('ProbeMatches', match, to, id)
      }
    }
    const wanted = textAt(resolve, 'EndpointReference', 'Address')
    const found = present.find((device) => `urn:uuid:${uuidOf(device)}` === wanted)
    if (found !== undefined) {
      const match = xml`<d:ResolveMatches><d:ResolveMatch>${about(found)}</d:ResolveMatch></d:ResolveMatches>`
      send('ResolveMatches', match, to, id)
    }
  }

  const toAll = { address: GROUP, port }
  const discovery: Discovery = {
    hello: (device) => send('Hello', xml`<d:Hello>${about(device)}</d:Hello>`, toAll),
    bye: (device) => send('Bye', xml`<d:Bye>${about(device)}</d:Bye>`, toAll),
    async close() {
      for (const device of devices) if (device.cameras.length > 0) discovery.bye(device)
      await closed(socket)
    },
  }
  for (const device of devices) if (device.cameras.length > 0) discovery.hello(device)
  return discovery
}

/** A probe may name types and scopes; one that names others is not for us. */
function isForUs(types: string | undefined, scopes: string | undefined): boolean {
  const known = ['NetworkVideoTransmitter', 'Device']
  const wanted = (types ?? '').split(/\s+/).filter((type) => type !== '')
  const isType = wanted.every((type) => known.includes(type.replace(/^.*:/, '')))
  const isScope = (scopes ?? '')
    .split(/\s+/)
    .filter((scope) => scope !== '')
    .every((scope) => 'onvif://www.onvif.org/type/video_encoder'.startsWith(scope))
  return isType && isScope
}

async function closed(socket: Socket): Promise<void> {
  const end = once(socket, 'close')
  socket.close()
  await end
}
