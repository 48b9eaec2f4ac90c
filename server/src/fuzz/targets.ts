/** What browsers and people send: frames, messages, tickets, forms, ranges, bodies, pictures, spreadsheets. */
import { CALLS } from '@vedette/contract/catalogue'
import { Refusal } from '@vedette/contract/codes'
import { encodeFrame, FrameReader, MalformedFrame, type Message } from '@vedette/contract/frame'
import { objectsIn } from '@vedette/contract/ids'
import { LiveRequest } from '@vedette/contract/live'
import { readLiveMessage, readLiveNotice } from '@vedette/contract/live-message'
import { isTicketOf, makeTicket, readTicket } from '@vedette/contract/ticket'
import type { FuzzTarget } from '@vedette/media/fuzz/run'
import { Packager } from '@vedette/media/live/packager'
import { readRecording, receive } from '@vedette/media/rtsp/testing/recording'

import { headerOf } from '../engines/pictures/header.ts'
import { partOf } from '../http/media.ts'
import { readUpload } from '../http/upload.ts'
import { sheetTargets } from './sheet-targets.ts'

const texts = (...lines: string[]): Buffer[] => lines.map((line) => Buffer.from(line))
const JSON_WORDS = [
  'null',
  'true',
  '1e400',
  '-0',
  '"__proto__":',
  '[[[[',
  '{"',
  '\\u0000',
  '\\ud800',
  '9007199254740993',
]

/** Live messages as a shard sends them: a configuration, pictures and sound. */
function liveMessages(): Buffer[] {
  const messages: Buffer[] = []
  const packager = new Packager(1, (message) => messages.push(message.bytes()))
  const { formats, units } = receive(readRecording('h264-aac'))
  for (const format of formats) packager.format(format)
  for (const unit of units) packager.accessUnit(unit)
  return messages.slice(0, 20)
}

/** What `run` answers; undefined where it refused as documented. */
function unless<T>(isDocumented: (error: unknown) => boolean, run: () => T): T | undefined {
  try {
    return run()
  } catch (error) {
    if (isDocumented(error)) return undefined
    throw error
  }
}

const isRefusedLiveMessage = (error: unknown): boolean =>
  error instanceof RangeError || error instanceof SyntaxError

/** The same messages however the stream is cut, and the same again when they are written and read. */
function readFrames(input: Buffer): void {
  const read = (cut: number): Message[] | undefined =>
    unless(
      (error) => error instanceof MalformedFrame,
      () => {
        const reader = new FrameReader()
        const messages: Message[] = []
        for (let at = 0; at < input.length; at += cut)
          messages.push(...reader.push(input.subarray(at, at + cut)))
        return messages
      },
    )
  const messages = read(Math.max(input.length, 1))
  const said = JSON.stringify(messages)
  if (JSON.stringify(read(37)) !== said) throw new Error('cut otherwise it says something else')
  if (!messages) return
  const again = messages.flatMap((message) => new FrameReader().push(encodeFrame(message)))
  if (JSON.stringify(again) !== said) throw new Error(`read again: ${JSON.stringify(again)}`)
}

const KEY = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff'
const NOW_MS = 1_763_000_000_000
const ticket = makeTicket(KEY, 'session1', NOW_MS)

function readTicketText(input: Buffer): void {
  const text = input.toString('latin1')
  readTicket(text)
  if (text !== ticket && isTicketOf(KEY, text, NOW_MS)) throw new Error(`admitted by ${text}`)
}

/** A range, a line break, a length. */
function readRange(input: Buffer): void {
  const [range = '', length = ''] = input.toString('latin1').split('\n')
  const bytes = Number(/^\d{1,12}$/.exec(length)?.[0] ?? 1000)
  const part = partOf({ headers: { range } }, { bytes })
  if (part === 'beyond') return
  const isWithin =
    Number.isSafeInteger(part.from) && part.from >= 0 && part.from <= part.to && part.to <= bytes
  if (!isWithin) throw new Error(JSON.stringify(part))
}

function parsed(input: Buffer): unknown {
  try {
    return JSON.parse(input.toString('utf8'))
  } catch {
    // No JSON: Fastify answers that.
    return undefined
  }
}

/** Whatever a call takes, its objects are found in it. */
function readBodies(input: Buffer): void {
  const json = parsed(input)
  if (json === undefined) return
  LiveRequest.safeParse(json)
  for (const { body } of CALLS) {
    const outcome = body.safeParse(json)
    if (outcome.success) objectsIn(body, outcome.data)
  }
}

const BOUNDARY = '----boundary7'
const form = (...parts: string[]): string =>
  `${parts.map((part) => `--${BOUNDARY}\r\n${part}\r\n`).join('')}--${BOUNDARY}--\r\n`

async function readForm(input: Buffer): Promise<void> {
  try {
    const { body, files } = await readUpload(`multipart/form-data; boundary=${BOUNDARY}`, input)
    const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0)
    // What is no UTF-8 becomes signs of three bytes.
    if (bytes > input.length || JSON.stringify(body).length > 6 * input.length + 2)
      throw new Error(`${bytes} bytes out of ${input.length}`)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

export const serverTargets: FuzzTarget[] = [
  {
    name: 'push frames',
    corpus: [
      Buffer.from(encodeFrame({ METHOD: '0000', BODY: {}, SEQID: '1' })),
      Buffer.concat(
        ['4116', '3750'].map((METHOD) =>
          encodeFrame({ METHOD, BODY: { List: [{ DID: 'a', Presence: 1 }] }, SEQID: '2', CODE: '200' }),
        ),
      ),
    ],
    words: ['#$\u0000\u0000', '%7B', '%22', '%E4%B8', '%', 'null'],
    run: readFrames,
  },
  {
    name: 'live messages',
    corpus: liveMessages(),
    run(input) {
      const buffer = new ArrayBuffer(input.length)
      new Uint8Array(buffer).set(input)
      const message = unless(isRefusedLiveMessage, () => readLiveMessage(buffer))
      if (message && message.segment.length + message.decoderData.length > 2 * input.length)
        throw new Error('more than came')
    },
  },
  {
    name: 'live notices',
    corpus: texts(
      '{"type":"welcome","nowUs":1763000000000000}',
      '{"type":"state","window":1,"state":"live","reason":"none","sinceMs":1,"attempt":0}',
      '{"type":"stream","window":0,"stream":7,"did":"CAM-1","channel":0,"quality":"main"}',
    ),
    words: JSON_WORDS,
    run: (input) => void unless(isRefusedLiveMessage, () => readLiveNotice(input.toString('utf8'))),
  },
  { name: 'media tickets', corpus: texts(ticket), words: ['.', '0', 'f'.repeat(16)], run: readTicketText },
  {
    name: 'ranges',
    corpus: texts('bytes=0-499\n1000', 'bytes=-5\n3', 'bytes=500-\n1000'),
    words: ['bytes=', '-', ',', '999999999999999', '0'],
    run: readRange,
  },
  {
    name: 'bodies of calls',
    corpus: texts(
      '{"GID":"g1","DevName":"Gate","DevType":1,"Url":"rtsp://192.0.2.7/1","Username":"a","Password":"b",' +
        '"DIDs":["CAM-00000001"],"DID":"CAM-00000001","Page":1,"PageSize":20}',
      '{"EnterpriseCode":"demo","Account":"admin","Password":"x","VerifyCode":"123456","RoleID":"r1","AccountID":"a1","GIDs":["g1"],"Permissions":"[]"}',
      '{"type":"subscribe","window":1,"did":"CAM-00000001","channel":0,"quality":"sub"}',
    ),
    words: JSON_WORDS,
    cost: 10,
    run: readBodies,
  },
  {
    name: 'uploaded forms',
    corpus: texts(
      form(
        'Content-Disposition: form-data; name="SEQID"\r\n\r\n1',
        'Content-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n\u0001PNG',
      ),
    ),
    words: [
      `\r\n--${BOUNDARY}`,
      '--',
      '; name="__proto__"',
      "; filename*=UTF-8''%ff",
      '\r\n\r\n',
      'Content-Disposition: ',
    ],
    cost: 3,
    run: readForm,
  },
  {
    name: 'heads of pictures',
    corpus: [
      '89504e470d0a1a0a0000000d4948445200000010000000100806000000',
      'ffd8ffe000104a46494600010100000100010000ffc00011080010001003012200021101031101',
      '524946462400000057454250565038580a0000001000000010000010000010000000000000',
      '5249464624000000574542505650384c170000002f0f00000010000000000000000000000000',
    ].map((hex) => Buffer.from(hex, 'hex')),
    run(input) {
      const header = headerOf(input)
      if (header && !(Number.isSafeInteger(header.width) && Number.isSafeInteger(header.height)))
        throw new Error(JSON.stringify(header))
    },
  },
  ...sheetTargets,
]
