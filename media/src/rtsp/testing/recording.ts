import { readFileSync } from 'node:fs'

import type { AccessUnit, AudioFormat, VideoFormat } from '../../access-unit.ts'
import { parseSdp } from '../sdp.ts'
import { TrackReceiver } from '../track-receiver.ts'
import { WireReader } from '../wire-reader.ts'

/** All that GStreamer's RTSP server sent in one session, captured from its socket. */
export const readRecording = (name: 'h264-aac' | 'h265-pcmu'): Buffer =>
  readFileSync(new URL(`../fixtures/${name}.bin`, import.meta.url))

export interface Received {
  formats: (VideoFormat | AudioFormat)[]
  units: AccessUnit[]
  lost: number
  reports: number
}

/** The media of a recording; `keep` may lose packets of its video, by their number. */
export function receive(recording: Buffer, keep: (packetNumber: number) => boolean = () => true): Received {
  const received: Received = { formats: [], units: [], lost: 0, reports: 0 }
  const receivers: TrackReceiver[] = []
  let packets = 0
  const reader = new WireReader({
    message(message) {
      const sdp = parseSdp(message.body.toString())
      if (!sdp.ok) throw new Error(sdp.detail)
      for (const media of sdp.description.media) {
        const receiver = new TrackReceiver(media, {
          format: (format) => received.formats.push(format),
          accessUnit: (unit) => received.units.push(unit),
          packetsLost: (count) => (received.lost += count),
          senderReport: () => received.reports++,
          unusable: (detail) => {
            throw new Error(detail)
          },
        })
        receivers.push(receiver)
        receiver.begin()
      }
    },
    frame(channel, bytes, at, end) {
      const payload = bytes.subarray(at, end)
      const receiver = receivers[channel >> 1]
      if (channel & 1) receiver?.rtcp(payload)
      else if (channel > 0 || keep(packets++)) receiver?.rtp(payload, 1_700_000_000_000_000)
    },
    broken(detail) {
      throw new Error(detail)
    },
  })
  reader.push(recording)
  return received
}
