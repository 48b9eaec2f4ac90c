import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'

import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'

import { parseXml, textAt } from '../onvif/xml.ts'
import { discover } from './discover.ts'
import { readProbeMatches } from './probe-matches.ts'

const match = (uuid: string, addresses: string, scopes = ''): string =>
  `<d:ProbeMatch><a:EndpointReference><a:Address>urn:uuid:${uuid}</a:Address></a:EndpointReference>` +
  `<d:Scopes>${scopes}</d:Scopes><d:XAddrs>${addresses}</d:XAddrs></d:ProbeMatch>`
const answer = (...matches: string[]): string =>
  `<e:Envelope><e:Body><d:ProbeMatches>${matches.join('')}</d:ProbeMatches></e:Body></e:Envelope>`
const read = (text: string, from = '192.0.2.7') => readProbeMatches(Buffer.from(text), from)

describe('what a device answers to a probe', () => {
  it('is its endpoint, name and kind, and the address where it answered', () => {
    const scopes = 'onvif://www.onvif.org/name/North%20gate onvif://www.onvif.org/hardware/Eye%203'
    const addresses = 'http://10.0.0.9/onvif/x http://192.0.2.7:8000/onvif/device_service http://[fe80::1]/'
    expect(read(answer(match('AB-1', addresses, scopes)))).toEqual([
      {
        endpoint: 'urn:uuid:ab-1',
        url: 'http://192.0.2.7:8000/onvif/device_service',
        name: 'North gate',
        hardware: 'Eye 3',
        kind: 'camera',
      },
    ])
  })

  it('is moved to where it answered, whatever it believes', () => {
    expect(read(answer(match('1', 'http://127.0.0.1:81/a?b')))[0]?.url).toBe('http://192.0.2.7:81/a?b')
  })

  it.each([
    ['without an address', answer(match('1', ''))],
    ['with an address of another kind', answer(match('1', 'file:///etc/passwd'))],
    ['with entities of its own', `<!DOCTYPE a [<!ENTITY b "b">]>${answer(match('1', 'http://x/'))}`],
    ['that is no XML', 'hello'],
  ])('%s is no device', (_what, text) => {
    expect(read(text)).toEqual([])
  })

  it('may be anything', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => answer(match(text, text, text))),
        ),
        (text) => {
          for (const { url, endpoint } of read(text)) {
            expect(new URL(url).hostname).toBe('192.0.2.7')
            expect(endpoint).not.toBe('')
          }
        },
      ),
    )
  })
})

describe('a search', () => {
  const sockets: Socket[] = []
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.close()
  })

  it('finds every device that answers, two of one name as well, each once', async () => {
    const device = createSocket('udp4')
    sockets.push(device)
    device.bind(0, '127.0.0.1')
    await once(device, 'listening')
    const asked: string[] = []
    device.on('message', (message, from) => {
      asked.push(textAt(parseXml(message.toString()), 'Body', 'Probe', 'Types'))
      const name = 'onvif://www.onvif.org/name/IPC'
      for (const uuid of ['1', '2'])
        device.send(answer(match(uuid, `http://10.0.0.${uuid}/onvif`, name)), from.port, from.address)
    })
    const { port } = device.address()
    const target = { address: '127.0.0.1', port }
    const found = await discover({ listenMs: 1000, target, interfaces: ['127.0.0.1'] })
    expect(found.map(({ endpoint, name }) => `${endpoint} ${name}`).toSorted()).toEqual([
      'urn:uuid:1 IPC',
      'urn:uuid:2 IPC',
    ])
    expect(asked[0]).toBe('dn:NetworkVideoTransmitter')
  })

  it('on an interface that is not there finds nothing', async () => {
    expect(await discover({ listenMs: 10, interfaces: ['192.0.2.1'] })).toEqual([])
  })
})
