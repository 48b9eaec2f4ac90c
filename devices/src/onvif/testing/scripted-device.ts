/** A device that checks credentials as a real one does and answers each action with the XML that a test wrote. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

import { child, parseXml, textAt, type XmlElement } from '../xml.ts'

export const USERNAME = 'installer'
export const PASSWORD = 'p&ss<w>ord"1'
const REALM = 'device'
const NONCE = 'c2NyaXB0ZWQ'
const CHALLENGE = `Digest realm="${REALM}", nonce="${NONCE}", qop="auth", algorithm=MD5`

export type Answers = Readonly<Record<string, string | ((request: XmlElement) => string)>>

export interface ScriptedDevice {
  url: string
  port: number
  /** Actions that were answered, in order. */
  asked: string[]
  close(): Promise<void>
}

export interface Script {
  answers: Answers
  /** How it wants to be logged in to; `none`: it lets everybody. */
  auth?: 'wsse' | 'digest' | 'none'
  /** Its clock minus this machine's, ms. What is signed with a clock 60 s off it refuses. */
  clockOffsetMs?: number
  /** Hears of what was posted to `/upload`. */
  upload?: (file: Buffer) => void
  /** What stands at the other addresses, to which the same login leads. */
  get?: (request: IncomingMessage, response: ServerResponse) => void
  /** It answers once this has ended. */
  before?: () => Promise<void> | undefined
  /** Takes the answer into its own hands; `true` when it did. */
  instead?: (action: string, request: IncomingMessage, response: ServerResponse) => boolean
}

const envelope = (body: string): string =>
  `<?xml version="1.0"?><SOAP-ENV:Envelope xmlns:SOAP-ENV="http://www.w3.org/2003/05/soap-envelope"><SOAP-ENV:Body>${body}</SOAP-ENV:Body></SOAP-ENV:Envelope>`

const fault = (subcode: string): string =>
  envelope(
    '<SOAP-ENV:Fault><SOAP-ENV:Code><SOAP-ENV:Value>SOAP-ENV:Sender</SOAP-ENV:Value><SOAP-ENV:Subcode>' +
      `<SOAP-ENV:Value>${subcode}</SOAP-ENV:Value></SOAP-ENV:Subcode></SOAP-ENV:Code><SOAP-ENV:Reason>` +
      '<SOAP-ENV:Text>No</SOAP-ENV:Text></SOAP-ENV:Reason></SOAP-ENV:Fault>',
  )

export async function scriptedDevice(script: Script): Promise<ScriptedDevice> {
  const { auth = 'wsse', clockOffsetMs = 0 } = script
  const asked: string[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(Buffer.from(piece))
    if (script.upload && request.url === '/upload') {
      script.upload(Buffer.concat(pieces))
      return void response.writeHead(200).end()
    }
    if (request.method === 'GET') {
      if (auth === 'none' || isDigest(request)) return script.get?.(request, response)
      return void response.writeHead(401, { 'www-authenticate': CHALLENGE }).end()
    }
    const message = parseXml(Buffer.concat(pieces).toString('utf8'))
    const [wish] = child(message, 'Body')?.children ?? []
    const action = wish?.name ?? ''
    const say = (status: number, body: string) =>
      void response.writeHead(status, { 'content-type': 'application/soap+xml' }).end(body)
    await script.before?.()
    if (script.instead?.(action, request, response)) return
    if (action !== 'GetSystemDateAndTime') {
      if (auth === 'wsse' && !isSigned(message, Date.now() + clockOffsetMs))
        return say(400, fault('ter:NotAuthorized'))
      if (auth === 'digest' && !isDigest(request)) {
        response.setHeader('www-authenticate', CHALLENGE)
        return say(401, '<html>401</html>')
      }
    }
    const written = { ...ANSWERS(clockOffsetMs), ...script.answers }[action]
    if (written === undefined) return say(500, fault('ter:ActionNotSupported'))
    asked.push(action)
    const content = typeof written === 'string' ? written : written(wish ?? message)
    say(200, envelope(`<x:${action}Response xmlns:x="urn:x">${content}</x:${action}Response>`))
  }
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  const port = typeof bound === 'object' && bound ? bound.port : 0
  return {
    url: `http://127.0.0.1:${port}/onvif/device_service`,
    port,
    asked,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const ANSWERS = (clockOffsetMs: number): Answers => {
  const now = new Date(Date.now() + clockOffsetMs)
  return {
    GetSystemDateAndTime:
      `<t:SystemDateAndTime xmlns:t="urn:t"><t:UTCDateTime><t:Time><t:Hour>${now.getUTCHours()}</t:Hour>` +
      `<t:Minute>${now.getUTCMinutes()}</t:Minute><t:Second>${now.getUTCSeconds()}</t:Second></t:Time><t:Date>` +
      `<t:Year>${now.getUTCFullYear()}</t:Year><t:Month>${now.getUTCMonth() + 1}</t:Month>` +
      `<t:Day>${now.getUTCDate()}</t:Day></t:Date></t:UTCDateTime></t:SystemDateAndTime>`,
    GetDeviceInformation:
      '<Manufacturer>Acme</Manufacturer><Model>Eye 3</Model><FirmwareVersion>1.2.3</FirmwareVersion>' +
      '<SerialNumber>A-77</SerialNumber><HardwareId>1</HardwareId>',
  }
}

function isSigned(message: XmlElement, nowMs: number): boolean {
  const token = child(message, 'Header', 'Security', 'UsernameToken')
  const created = textAt(token, 'Created')
  const nonce = Buffer.from(textAt(token, 'Nonce'), 'base64')
  const expected = createHash('sha1').update(nonce).update(created).update(PASSWORD).digest('base64')
  const isTimely = Math.abs(Date.parse(created) - nowMs) < 60_000
  return textAt(token, 'Username') === USERNAME && textAt(token, 'Password') === expected && isTimely
}

function isDigest({ headers, method = '' }: IncomingMessage): boolean {
  const field = (name: string) =>
    new RegExp(`${name}="?([^",]+)"?`).exec(headers.authorization ?? '')?.[1] ?? ''
  const md5 = (text: string) => createHash('md5').update(text).digest('hex')
  const secret = md5(`${USERNAME}:${REALM}:${PASSWORD}`)
  const expected = md5(
    `${secret}:${NONCE}:${field('nc')}:${field('cnonce')}:auth:${md5(`${method}:${field('uri')}`)}`,
  )
  return field('nonce') === NONCE && field('response') === expected
}
