import type { AudioFormat, VideoFormat } from '../access-unit.ts'
import { GopCache } from '../live/gop-cache.ts'
import { Packager } from '../live/packager.ts'
import { type SdpMedia, parseSdp } from '../rtsp/sdp.ts'
import { receive } from '../rtsp/testing/recording.ts'
import { TrackReceiver } from '../rtsp/track-receiver.ts'
import { epochsOf } from '../testing/live-recording.ts'
import type { FuzzTarget } from './run.ts'

const PACKETS_IN_STREAM = 24
const FRAME_US = 10_000

/** The packets of one interleaved channel of a recording. */
export function packetsOf(recording: Buffer, channel: number): Buffer[] {
  const packets: Buffer[] = []
  for (let at = recording.indexOf('$\0'); at + 4 <= recording.length;) {
    const length = recording.readUInt16BE(at + 2)
    if (recording[at + 1] === channel) packets.push(recording.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return packets
}

/** Packets of one track, each behind 16 bits of its length, as far as a page: what comes out must be whole messages. */
export function packetStreamTarget(name: string, recording: Buffer, channel: number): FuzzTarget {
  const media = mediaOf(recording, channel / 2)
  const { formats, units } = receive(recording)
  const video = formats.find((format) => format.kind === 'video')
  const key = units.find((unit) => unit.kind === 'video' && unit.isKey)
  const packets = packetsOf(recording, channel)
  const streams: Buffer[] = []
  for (let at = 0; at < packets.length; at += PACKETS_IN_STREAM)
    streams.push(Buffer.concat(packets.slice(at, at + PACKETS_IN_STREAM).flatMap(prefixed)))

  return {
    name,
    corpus: streams,
    run(input) {
      const messages: Buffer[] = []
      const cache = new GopCache()
      const packager = new Packager(1, (message) => {
        messages.push(message.bytes())
        cache.push(message)
      })
      const receiver = new TrackReceiver(media, {
        format: (format: VideoFormat | AudioFormat) => packager.format(format),
        accessUnit: (unit) => packager.accessUnit(unit),
        packetsLost() {},
        senderReport: (report) => packager.senderReport(report),
        unusable() {},
      })
      receiver.begin()
      // Sound is heard beside pictures alone.
      if (media.kind === 'audio' && video && key) {
        packager.format(video)
        packager.accessUnit({ ...key, arrivalUs: 0 })
      }
      let arrivalUs = 0
      for (let at = 0; at + 2 <= input.length;) {
        const end = at + 2 + input.readUInt16BE(at)
        const packet = input.subarray(at + 2, end)
        receiver.rtp(packet, (arrivalUs += FRAME_US))
        receiver.rtcp(packet)
        at = end
      }
      epochsOf(messages)
      cache.burst()
    },
  }
}

function prefixed(packet: Buffer): Buffer[] {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(packet.length)
  return [length, packet]
}

function mediaOf(recording: Buffer, index: number): SdpMedia {
  const description = recording.subarray(recording.indexOf('v=0'), recording.indexOf('$\0'))
  const sdp = parseSdp(description.toString())
  const media = sdp.ok ? sdp.description.media[index] : undefined
  if (!media) throw new Error(`no track ${index} in the recording`)
  return media
}
