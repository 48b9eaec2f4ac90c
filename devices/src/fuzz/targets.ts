/** Every parser of this package that reads what somebody else wrote. */
import { readdirSync, readFileSync } from 'node:fs'

import type { FuzzTarget } from '@vedette/media/fuzz/run'

import { validateAddress } from '../address.ts'
import { readProbeMatches } from '../discovery/probe-matches.ts'
import { kindOf } from '../ip.ts'
import { kindOfTopic, readMessage, topicOf } from '../mqtt/messages.ts'
import { PacketLimit } from '../mqtt/packet-limit.ts'
import { readCells, writeCells } from '../onvif/cells.ts'
import { escapeXml, parseXml, type XmlElement, XmlFault } from '../onvif/xml.ts'
import { brokerBytes } from './mqtt-target.ts'
import { onvifAnswers } from './onvif-target.ts'

const FIXTURES = new URL('fixtures/', import.meta.url)
const HOST = '192.0.2.7'
const DID = 'GATE-0001'
const MARKUP = [
  '<!DOCTYPE a [<!ENTITY b "b">]>',
  '&b;',
  '&#x41;',
  '<![CDATA[',
  ']]>',
  '<?a b?>',
  '<!--',
  '/>',
  'x:',
]

const texts = (...lines: string[]): Buffer[] => lines.map((line) => Buffer.from(line))
const answers = readdirSync(FIXTURES).map((name) => readFileSync(new URL(name, FIXTURES)))
const bodyOf = (answer: Buffer): string =>
  answer
    .toString()
    .replace(/^[\s\S]*<env:Body>/, '')
    .replace(/<\/env:Body>[\s\S]*$/, '')

const match = (uuid: string, addresses: string, scopes: string): string =>
  '<e:Envelope xmlns:e="a"><e:Body><d:ProbeMatches><d:ProbeMatch><a:EndpointReference>' +
  `<a:Address>urn:uuid:${uuid}</a:Address></a:EndpointReference>` +
  `<d:Types>dn:NetworkVideoTransmitter</d:Types><d:Scopes>${scopes}</d:Scopes>` +
  `<d:XAddrs>${addresses}</d:XAddrs></d:ProbeMatch></d:ProbeMatches></e:Body></e:Envelope>`

/** What was read is written, and read again it is the same. */
function readMarkup(input: Buffer): void {
  const tree = treeOf(input.toString('utf8'))
  if (!tree) return
  const again = treeOf(written(tree))
  if (JSON.stringify(tree) !== JSON.stringify(again)) throw new Error(`read again: ${JSON.stringify(again)}`)
}

function treeOf(text: string): XmlElement | undefined {
  try {
    return parseXml(text)
  } catch (error) {
    if (error instanceof XmlFault) return undefined
    throw error
  }
}

/** Its text before its children: where it stood between them, nobody here asks. */
function written({ name, text, children }: XmlElement): string {
  return `<x:${name}>${escapeXml(text)}${children.map(written).join('')}</x:${name}>`
}

function readDatagram(input: Buffer): void {
  for (const { endpoint, url, name, hardware } of readProbeMatches(input, HOST)) {
    if (new URL(url).hostname !== HOST) throw new Error(`asked at ${url}`)
    if (
      endpoint === '' ||
      [endpoint, name, hardware].some((text) => /\p{Cc}/u.test(text) || text.length > 200)
    )
      throw new Error(JSON.stringify({ endpoint, name, hardware }))
  }
}

const MESSAGES = {
  status: { online: true },
  info: { model: 'VG-16', firmware: '1.0.2' },
  sensors: {
    readings: [{ sensor: 'cold room', kind: 'temperature', value: -3.5, unit: '°C', at: 1_763_000_000_000 }],
  },
  scan: { scans: [{ code: '4006381333931', symbology: 'EAN-13' }, { code: 'A' }] },
  upgrade: { job: 'j1', state: 'downloading', progress: 40, reason: 'none' },
} as const
const KINDS = ['status', 'info', 'sensors', 'scan', 'upgrade'] as const

/** A topic, a line break, a payload. */
function readPublished(input: Buffer): void {
  const cut = input.indexOf('\n')
  const topic = input.toString('utf8', 0, Math.max(cut, 0))
  const kind = kindOfTopic(topic, DID)
  if (kind && topic !== `vedette/${DID}/${kind}`) throw new Error(`another's topic ${topic}`)
  for (const one of kind ? [kind] : KINDS) {
    const payload = input.subarray(cut + 1)
    const outcome = readMessage(one, payload)
    if (!outcome.ok) {
      if (outcome.reason.length > 300) throw new Error(`a reason of ${outcome.reason.length} characters`)
      continue
    }
    const again = readMessage(one, Buffer.from(JSON.stringify(outcome.message.body)))
    if (JSON.stringify(again) !== JSON.stringify(outcome))
      throw new Error(`read again: ${JSON.stringify(again)}`)
  }
}

/** However the bytes are cut, the same of them are admitted. */
function readPackets(input: Buffer): void {
  const admitted = (cut: number): boolean => {
    const limit = new PacketLimit(1000)
    for (let at = 0; at < input.length; at += cut)
      if (!limit.admits(input.subarray(at, at + cut))) return false
    return true
  }
  const whole = admitted(Math.max(input.length, 1))
  for (const cut of [1, 7, 64]) if (admitted(cut) !== whole) throw new Error(`in pieces of ${cut}: ${!whole}`)
}

/** Columns, rows, and the mask of a rule. What was read is written, and read again it is the same. */
function readMask(input: Buffer): void {
  const [columns = 0, rows = 0] = [input[0], input[1]]
  const cells = readCells(input.toString('latin1', 2), columns, rows)
  if (!cells) return
  if (cells.isActive.length !== columns * rows) throw new Error(`${cells.isActive.length} cells`)
  const again = readCells(writeCells(cells), columns, rows)
  if (JSON.stringify(again) !== JSON.stringify(cells)) throw new Error(`read again: ${JSON.stringify(again)}`)
}

const RULES = { ownPorts: [8080], loopbackEndpoints: ['127.0.0.1:8554'], servesOwnMachineAlone: false }

async function readAddress(input: Buffer): Promise<void> {
  const typed = input.toString('utf8')
  const outcome = await validateAddress(typed, RULES, (host) => Promise.resolve([host]))
  if (!outcome.ok) {
    if (/\p{Cc}/u.test(outcome.detail) || outcome.detail.length > 600) throw new Error(outcome.detail)
    return
  }
  const { url, connectHost, port } = outcome
  const { username, password, protocol } = new URL(url)
  if (username !== '' || password !== '' || protocol !== outcome.scheme) throw new Error(`allowed ${url}`)
  const kind = kindOf(connectHost)
  if (kind !== 'unicast' && `${connectHost}:${port}` !== '127.0.0.1:8554')
    throw new Error(`allowed ${kind} ${url}`)
  const again = await validateAddress(url, RULES, (host) => Promise.resolve([host]))
  if (!again.ok || again.url !== url) throw new Error(`checked again: ${JSON.stringify(again)}`)
}

export const deviceTargets: FuzzTarget[] = [
  {
    name: "devices' XML",
    corpus: [...answers, ...answers.map((it) => Buffer.from(bodyOf(it)))],
    words: MARKUP,
    cost: 3,
    run: readMarkup,
  },
  onvifAnswers(),
  {
    name: 'cells of motion',
    corpus: ['0P8A8A==', 'zwA=', 'AP/QAAD/'].map((mask) =>
      Buffer.concat([Buffer.from([22, 18]), Buffer.from(mask)]),
    ),
    words: ['gAAA', 'gQD/', 'f/8=', '==', '\n'],
    run: readMask,
  },
  {
    name: 'answers to a probe',
    corpus: texts(
      match(
        'AB-1',
        'http://192.0.2.7:8000/onvif/device_service http://[fe80::1]/',
        'onvif://www.onvif.org/name/North%20gate onvif://www.onvif.org/hardware/Eye%203 onvif://www.onvif.org/type/video_encoder',
      ),
      match('2', 'https://10.0.0.9/a?b=c', 'onvif://www.onvif.org/Profile/Streaming'),
    ),
    words: [
      ...MARKUP,
      'http://127.0.0.1/',
      'file:///etc',
      '%E2%80%AE',
      '%00',
      '%',
      'onvif://www.onvif.org/name/',
      'http://a@b:1/',
    ],
    run: readDatagram,
  },
  {
    name: 'MQTT messages',
    corpus: KINDS.map((kind) => Buffer.from(`${topicOf(DID, kind)}\n${JSON.stringify(MESSAGES[kind])}`)),
    words: [
      'null',
      'true',
      '1e400',
      '-0',
      '"__proto__":',
      '[[[[',
      '{"',
      '\\u0000',
      '\\ud800',
      '/../',
      '+',
      '#',
    ],
    run: readPublished,
  },
  {
    name: 'MQTT packet lengths',
    corpus: [
      Buffer.from('10020000300500016161', 'hex'),
      Buffer.concat([Buffer.from('30e807', 'hex'), Buffer.alloc(1000)]),
    ],
    words: ['\u00ff\u00ff\u00ff\u007f', '0\u0000'],
    run: readPackets,
  },
  brokerBytes(),
  {
    name: 'typed addresses',
    corpus: texts(
      'rtsp://192.0.2.7:554/cam?channel=1&subtype=0',
      'rtsps://[2001:db8::7]/main',
      'http://127.0.0.1:8554/onvif/device_service',
      'https://cam.example/onvif#x',
      'rtsp://0x7f.1/',
      'rtsp://[::ffff:169.254.169.254]/',
      'rtsp://[64:ff9b::7f00:1]/a',
    ),
    words: [
      '127.0.0.1',
      '[::1]',
      '169.254.169.254',
      '0177.0.0.1',
      '2130706433',
      '@',
      '%40',
      '\\',
      '#',
      '::',
      '。',
      'password=',
      '%00',
    ],
    run: readAddress,
  },
]
