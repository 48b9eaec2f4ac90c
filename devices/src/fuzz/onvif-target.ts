/** What a device may answer to each question of the ONVIF client, over real HTTP. */
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'

import type { FuzzTarget } from '@vedette/media/fuzz/run'

import { getMotion, setMotion } from '../onvif/analytics.ts'
import { MOST_CELLS } from '../onvif/cells.ts'
import { OnvifClient } from '../onvif/client.ts'
import { getEndpoint, getInformation, getName, getNetwork, getTime } from '../onvif/device.ts'
import { createPullPoint, endPullPoint, pullMessages, renewPullPoint } from '../onvif/events.ts'
import { outcomeOf } from '../onvif/fault.ts'
import { getImaging, getImagingRanges } from '../onvif/imaging.ts'
import {
  getAudioEncoders,
  getProfiles,
  getStreamUri,
  getVideoEncoderOptions,
  getVideoEncoders,
  setAudioEncoder,
  setVideoEncoder,
  streamUrlAt,
} from '../onvif/media.ts'
import { getPosition, getPresets, setPreset } from '../onvif/ptz.ts'
import { sleepIn, wake } from '../onvif/sleep.ts'

const FIXTURES = new URL('fixtures/', import.meta.url)
const STATUSES = [200, 200, 200, 200, 400, 401, 500, 302]
const MAX_BYTES = 48 * 1024
/** No sentence for an operator is longer, whatever the device put into it. */
const LONGEST_DETAIL = 400

async function readMotion(client: OnvifClient): Promise<void> {
  const { columns, rows, isActive } = (await getMotion(client, 'analytics1')).cells
  if (isActive.length !== columns * rows || isActive.length > MOST_CELLS)
    throw new Error(`${columns} × ${rows} cells, ${isActive.length} of them told`)
}

/** All that is there, but for the last cell. */
async function writeMotion(client: OnvifClient): Promise<void> {
  const { cells } = await getMotion(client, 'analytics1')
  const fewer = { ...cells, isActive: cells.isActive.with(-1, false) }
  await setMotion(client, 'analytics1', { isOn: true, sensitivity: 40, cells: fewer })
}

const pullPoint = { address: 'http://10.0.0.9/onvif/pull?id=1' }

/** Each takes the answer for what it asked, whatever it asked. */
const READERS: ((client: OnvifClient) => Promise<unknown>)[] = [
  getInformation,
  getTime,
  getName,
  getEndpoint,
  getNetwork,
  getProfiles,
  async (client) => {
    const url = streamUrlAt(await getStreamUri(client, 'main'), client.target.url)
    if (url !== undefined && new URL(url).hostname !== '127.0.0.1') throw new Error(`the stream is at ${url}`)
  },
  getVideoEncoders,
  (client) => getVideoEncoderOptions(client, 'encoder-main1'),
  (client) => setVideoEncoder(client, 'encoder-main1', { gop: 25 }),
  getAudioEncoders,
  (client) => setAudioEncoder(client, 'sound1', { bitrateKbps: 64 }),
  (client) => getImaging(client, 'source1'),
  (client) => getImagingRanges(client, 'source1'),
  (client) => getPosition(client, 'main1'),
  (client) => getPresets(client, 'main1'),
  (client) => setPreset(client, 'main1', { name: 'a' }),
  (client) => createPullPoint(client, 60),
  async (client) => (await pullMessages(client, pullPoint, 1)).map(sleepIn),
  (client) => renewPullPoint(client, pullPoint, 60),
  (client) => endPullPoint(client, pullPoint),
  wake,
  readMotion,
  writeMotion,
  (client) => client.open(),
]

const fixture = (name: string): Buffer => readFileSync(new URL(`${name}.xml`, FIXTURES))

/** An answer behind two bytes: which reader gets it, and with which status. */
const seeds = readdirSync(FIXTURES).flatMap((name) =>
  [0, 1, 2].map((turn) => {
    const reader = (name.length * 7 + turn * 8) % READERS.length
    return Buffer.concat([Buffer.from([reader, 0]), fixture(name.replace('.xml', ''))])
  }),
)

/** Modules and rules in one: a request for either gets the same answer. */
const motionSeeds = [readMotion, writeMotion].map((reader) =>
  Buffer.concat([Buffer.from([READERS.indexOf(reader), 0]), fixture('MotionInCells')]),
)

interface Conversation {
  server: Server
  clients: OnvifClient[]
  /** What the device says from now on. */
  say: (status: number, body: Buffer) => void
}

/** Opened with the answers of a device that means well: once with both media services, once with the old one alone. */
async function begin(): Promise<Conversation> {
  let next: { status: number; body: Buffer } | undefined
  let hasMedia2 = true
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const [, action = ''] = /<q:(\w+)/.exec(Buffer.concat(pieces).toString()) ?? []
      const body = action === 'GetServices' && !hasMedia2 ? Buffer.from('') : undefined
      const { status, body: said } = next ?? { status: 200, body: body ?? fixture(action) }
      response.writeHead(status, status === 302 ? { location: 'http://127.0.0.1:1/' } : {}).end(said)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  const port = typeof bound === 'object' && bound ? bound.port : 0
  const open = async (): Promise<OnvifClient> => {
    const client = new OnvifClient(
      {
        url: `http://127.0.0.1:${port}/onvif/device_service`,
        connectHost: '127.0.0.1',
        username: 'installer',
        password: 'secret',
        tls: 'any',
      },
      { maxBytes: MAX_BYTES, deadlineMs: 60_000 },
    )
    await client.open()
    return client
  }
  const clients = [await open()]
  hasMedia2 = false
  clients.push(await open())
  return { server, clients, say: (status, body) => (next = { status, body }) }
}

export function onvifAnswers(): FuzzTarget {
  let conversation: Promise<Conversation> | undefined
  return {
    name: 'ONVIF answers',
    corpus: [...seeds, ...motionSeeds],
    words: [
      '<!DOCTYPE a [<!ENTITY b "b">]>',
      '&b;',
      '<![CDATA[',
      ']]>',
      '<env:Fault>',
      '</env:Fault>',
      ' token="',
      'xmlns:a="b"',
      '-1e999',
      'NaN',
      '&#x202e;',
      'rtsp://127.0.0.1/',
      'http://[::1]/',
      'Columns="9999"',
      'Value="gQA="',
      'Value="wwD/"',
    ],
    cost: 15,
    async run(input) {
      const { clients, say } = await (conversation ??= begin())
      const [which = 0, status = 0] = input
      const client = clients[which >> 7]
      const read = READERS[(which & 0x7f) % READERS.length]
      if (!client || !read) throw new Error(`no reader ${which}`)
      say(STATUSES[status % STATUSES.length] ?? 200, input.subarray(2))
      const outcome = await outcomeOf<unknown>(read(client))
      const told = outcome.ok ? textsOf(outcome.value) : [outcome.detail]
      for (const text of told)
        if (text.length > LONGEST_DETAIL || /\p{Cc}/u.test(text))
          throw new Error(`told ${JSON.stringify(text)}`)
    },
    async close() {
      if (!conversation) return
      const { server } = await conversation
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** What people are shown of an answer: names, makers, models. */
function textsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const shown = ['name', 'vendor', 'model', 'firmware', 'serial', 'mac', 'encoding', 'timeZone']
  return Object.entries(value).flatMap(([key, part]) => {
    if (typeof part === 'string') return shown.includes(key) ? [part] : []
    return textsOf(part)
  })
}
