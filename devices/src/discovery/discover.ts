/** Looks for ONVIF devices by a multicast probe (WS-Discovery, ONVIF Core section 7). */
import { randomUUID } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { networkInterfaces } from 'node:os'

import { type DiscoveredDevice, readProbeMatches } from './probe-matches.ts'

const GROUP = { address: '239.255.255.250', port: 3702 }
const MAX_DEVICES = 1000
/** A datagram may get lost, so it is asked twice. */
const PROBES = 2

export interface DiscoverOptions {
  listenMs: number
  /** Who is asked; everybody when absent. */
  target?: { address: string; port: number }
  /** Addresses of this machine whose networks are searched; all when absent. */
  interfaces?: readonly string[]
}

/** The devices that answered within the time, each endpoint once. */
export async function discover(options: DiscoverOptions): Promise<DiscoveredDevice[]> {
  const { listenMs, target = GROUP, interfaces = ownAddresses() } = options
  const found = new Map<string, DiscoveredDevice>()
  const sockets = await Promise.all(interfaces.map((address) => listen(address, found)))
  const open = sockets.filter((socket) => socket !== undefined)
  const probe = (): void => {
    for (const socket of open)
      // A network that cannot be reached has no devices.
      socket.send(probeMessage(), target.port, target.address, () => {})
  }
  for (let time = 0; time < PROBES; time++) {
    probe()
    await passed(listenMs / PROBES)
  }
  for (const socket of open) socket.close()
  return [...found.values()]
}

/** Undefined where the network takes no multicast. */
async function listen(address: string, found: Map<string, DiscoveredDevice>): Promise<Socket | undefined> {
  const socket = createSocket({ type: 'udp4' })
  try {
    socket.bind(0, address)
    await once(socket, 'listening')
    socket.setMulticastInterface(address)
    socket.setMulticastTTL(1)
  } catch {
    socket.close()
    return undefined
  }
  socket.on('error', () => {})
  socket.on('message', (datagram, from) => {
    for (const device of readProbeMatches(datagram, from.address))
      if (found.size < MAX_DEVICES && !found.has(device.endpoint)) found.set(device.endpoint, device)
  })
  return socket
}

function ownAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return all.flatMap(({ family, address }) => (family === 'IPv4' ? [address] : []))
}

function passed(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function probeMessage(): string {
  return (
    '<?xml version="1.0" encoding="UTF-8"?>' +
    '<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope" xmlns:w="http://schemas.xmlsoap.org/ws/2004/08/addressing" ' +
    'xmlns:d="http://schemas.xmlsoap.org/ws/2005/04/discovery" xmlns:dn="http://www.onvif.org/ver10/network/wsdl">' +
    `<e:Header><w:MessageID>urn:uuid:${randomUUID()}</w:MessageID><w:To>urn:schemas-xmlsoap-org:ws:2005:04:discovery</w:To>` +
    '<w:Action>http://schemas.xmlsoap.org/ws/2005/04/discovery/Probe</w:Action></e:Header>' +
    '<e:Body><d:Probe><d:Types>dn:NetworkVideoTransmitter</d:Types></d:Probe></e:Body></e:Envelope>'
  )
}
