export interface SdpMedia {
  kind: 'video' | 'audio' | 'other'
  payloadType: number
  /** Encoding name in capitals: H264, MPEG4-GENERIC. Empty where nothing names it. */
  codec: string
  clockRate: number
  channels: number
  /** Keys in lower case. */
  fmtp: Map<string, string>
  control: string
  /** Said by the camera to be for us to send: an ONVIF back channel. */
  isSendOnly: boolean
}

export interface SessionDescription {
  control: string
  media: SdpMedia[]
}

export type SdpOutcome = { ok: true; description: SessionDescription } | { ok: false; detail: string }

export const MAX_SDP_BYTES = 256 << 10
const MAX_MEDIA = 64
const MAX_LINE = 8 << 10

/** RFC 3551 table 4 and 5: those that cameras send without an rtpmap. */
const STATIC_PAYLOADS = new Map<number, [codec: string, clockRate: number]>([
  [0, ['PCMU', 8000]],
  [8, ['PCMA', 8000]],
  [14, ['MPA', 90_000]],
  [26, ['JPEG', 90_000]],
])

/** RFC 8866, forgiving: lines of any other kind, in any order, with any line end, are passed over. */
export function parseSdp(text: string): SdpOutcome {
  if (text.length > MAX_SDP_BYTES) return { ok: false, detail: `session description of ${text.length} bytes` }
  const description: SessionDescription = { control: '', media: [] }
  let media: SdpMedia | undefined
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (line.length > MAX_LINE)
      return { ok: false, detail: `line of ${line.length} characters in the session description` }
    if (line.startsWith('m=')) {
      if (description.media.length === MAX_MEDIA)
        return { ok: false, detail: `more than ${MAX_MEDIA} media in the session description` }
      media = parseMediaLine(line)
      if (media) description.media.push(media)
    } else if (media) readMediaAttribute(media, line)
    else description.control = controlOf(line) ?? description.control
  }
  return { ok: true, description }
}

function parseMediaLine(line: string): SdpMedia | undefined {
  const match = /^m=\s*(\w+)\s+\S+\s+\S+\s+(\d{1,3})/.exec(line)
  if (!match) return undefined
  const payloadType = Number(match[2])
  const [codec, clockRate] = STATIC_PAYLOADS.get(payloadType) ?? ['', 90_000]
  const kind = match[1] === 'video' || match[1] === 'audio' ? match[1] : 'other'
  return { kind, payloadType, codec, clockRate, channels: 1, fmtp: new Map(), control: '', isSendOnly: false }
}

function readMediaAttribute(media: SdpMedia, line: string): void {
  const rtpmap = /^a=rtpmap:\s*(\d{1,3})\s+([^/\s]+)\s*\/\s*(\d{1,9})(?:\s*\/\s*(\d{1,3}))?/.exec(line)
  const fmtp = /^a=fmtp:\s*(\d{1,3})\s+(.*)$/.exec(line)
  if (rtpmap && Number(rtpmap[1]) === media.payloadType) {
    media.codec = (rtpmap[2] ?? '').toUpperCase()
    media.clockRate = Number(rtpmap[3]) || media.clockRate
    media.channels = Number(rtpmap[4] ?? 1) || 1
  } else if (fmtp && Number(fmtp[1]) === media.payloadType) {
    for (const parameter of (fmtp[2] ?? '').split(';')) {
      const equals = parameter.indexOf('=')
      if (equals > 0) {
        media.fmtp.set(parameter.slice(0, equals).trim().toLowerCase(), parameter.slice(equals + 1).trim())
      }
    }
  } else if (/^a=sendonly\s*$/.test(line)) media.isSendOnly = true
  else media.control = controlOf(line) ?? media.control
}

const controlOf = (line: string): string | undefined => /^a=control:\s*(\S*)/.exec(line)?.[1]
