export interface RtspMessage {
  start: RtspResponseLine | RtspRequestLine
  /** Names in lower case; a header that came several times has several values. */
  headers: Map<string, string[]>
  body: Buffer
}

export interface RtspResponseLine {
  kind: 'response'
  status: number
  phrase: string
}

export interface RtspRequestLine {
  kind: 'request'
  method: string
}

const MAX_HEADER_LINES = 256

export type RtspHead = Omit<RtspMessage, 'body'>

/** RFC 2326 sections 6 and 7: a start line and headers without the empty line; `undefined` for anything else and for more than 256 lines. */
export function parseHead(head: string): RtspHead | undefined {
  const [first = '', ...lines] = head.split(/\r\n|\n|\r/)
  const start = parseStartLine(first)
  if (!start || lines.length > MAX_HEADER_LINES) return undefined
  const headers = new Map<string, string[]>()
  let name = ''
  for (const line of lines) {
    const colon = line.indexOf(':')
    const isFolded = /^[ \t]/.test(line)
    if (isFolded) {
      const values = headers.get(name)
      if (values) values.push(`${values.pop() ?? ''} ${line.trim()}`)
    } else if (colon > 0) {
      name = line.slice(0, colon).trim().toLowerCase()
      const value = line.slice(colon + 1).trim()
      const values = headers.get(name)
      if (values) values.push(value)
      else headers.set(name, [value])
    }
  }
  return { start, headers }
}

function parseStartLine(line: string): RtspResponseLine | RtspRequestLine | undefined {
  const response = /^RTSP\/\d\.\d +(\d{3})(?: +(.*))?$/.exec(line)
  if (response) return { kind: 'response', status: Number(response[1]), phrase: printable(response[2] ?? '') }
  const request = /^([A-Z_]{3,32}) +\S+ +RTSP\/\d\.\d$/.exec(line)
  return request ? { kind: 'request', method: request[1] ?? '' } : undefined
}

export function header(message: { headers: Map<string, string[]> }, name: string): string | undefined {
  return message.headers.get(name)?.[0]
}

/** What a camera wrote, fit to stand in a sentence of ours. */
export function printable(text: string): string {
  return text.slice(0, 100).replace(/[^\x20-\x7e]/g, '?')
}

export interface RtspResponse extends RtspMessage {
  start: RtspResponseLine
}
