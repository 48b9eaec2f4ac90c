import type { Loudspeaker } from '../loudspeaker.ts'
import { BACK_TRACKS } from './description.ts'

interface Speech {
  channel: number
  transport: string
  /** Takes an RTP packet. */
  hear: (packet: Buffer) => void
}

const RTP_HEADER = 12
const AU_HEADERS = 4

/** Interleaved packets of the track; undefined where the Transport header asks for another way. */
export function takeSpeech(track: string, loudspeaker: Loudspeaker, transport: string): Speech | undefined {
  const asked = /^RTP\/AVP\/TCP;.*interleaved=(\d{1,3})/i.exec(transport)
  const codec = Object.entries(BACK_TRACKS).find(([name]) => name === track)?.[1]
  const channel = Number(asked?.[1] ?? NaN)
  if (codec === undefined || !(channel <= 254)) return undefined
  return {
    channel,
    transport: `RTP/AVP/TCP;unicast;interleaved=${channel}-${channel + 1}`,
    hear(packet) {
      const payload = packet.subarray(RTP_HEADER + (codec === 'aac' ? AU_HEADERS : 0))
      if (payload.length > 0) loudspeaker.say(codec, payload, Date.now())
    },
  }
}
