import { H264ParameterSets } from '../codec/h264-parameter-sets.ts'
import { H265ParameterSets } from '../codec/h265-parameter-sets.ts'
import { AacDepacketizer } from '../rtp/aac.ts'
import type { TakeBlock } from '../rtp/arena.ts'
import type { Depacketizer, DepacketizerSink } from '../rtp/depacketizer.ts'
import { G711Depacketizer } from '../rtp/g711.ts'
import { h264Depacketizer } from '../rtp/h264.ts'
import { h265Depacketizer } from '../rtp/h265.ts'
import type { SdpMedia } from './sdp.ts'

/** The depacketiser for one medium of a session description; `undefined` for a codec that is not carried. */
export function openDepacketizer(
  media: SdpMedia,
  sink: DepacketizerSink,
  takeBlock?: TakeBlock,
): Depacketizer | undefined {
  switch (`${media.kind}/${media.codec}`) {
    case 'video/H264':
      return h264Depacketizer(sink, h264Sets(media), takeBlock)
    case 'video/H265':
      return h265Depacketizer(sink, h265Sets(media), takeBlock)
    case 'audio/PCMA':
      return openG711(media, sink, 'pcma')
    case 'audio/PCMU':
      return openG711(media, sink, 'pcmu')
    case 'audio/MPEG4-GENERIC':
      return openAac(media, sink)
    default:
      return undefined
  }
}

/** How large the picture is by the session description; undefined where it does not hold the parameter sets. */
export function pictureSizeOf(media: SdpMedia): { width: number; height: number } | undefined {
  const isH264 = media.codec === 'H264'
  if (media.kind !== 'video' || !(isH264 || media.codec === 'H265')) return undefined
  const sets = isH264 ? new H264ParameterSets(h264Sets(media)) : new H265ParameterSets(h265Sets(media))
  return sets.format()
}

const h264Sets = (media: SdpMedia): Buffer[] => base64List(media, 'sprop-parameter-sets')
const h265Sets = (media: SdpMedia): Buffer[] =>
  ['sprop-vps', 'sprop-sps', 'sprop-pps'].flatMap((name) => base64List(media, name))

/** Beyond this no page plays it. */
const MAX_G711_RATE = 48_000

function openG711(
  { clockRate, channels }: SdpMedia,
  sink: DepacketizerSink,
  codec: 'pcma' | 'pcmu',
): Depacketizer | undefined {
  const isPlayable = clockRate <= MAX_G711_RATE && channels === 1
  return isPlayable ? new G711Depacketizer(sink, codec, clockRate, channels) : undefined
}

function openAac({ fmtp }: SdpMedia, sink: DepacketizerSink): Depacketizer | undefined {
  const bitsOf = (name: string, otherwise: number): number => {
    const value = Number(fmtp.get(name) ?? otherwise)
    return Number.isInteger(value) && value >= 0 && value <= 32 ? value : otherwise
  }
  return AacDepacketizer.open(sink, {
    config: Buffer.from(fmtp.get('config') ?? '', 'hex'),
    sizeLength: bitsOf('sizelength', 13),
    indexLength: bitsOf('indexlength', 3),
    indexDeltaLength: bitsOf('indexdeltalength', 3),
  })
}

function base64List({ fmtp }: SdpMedia, name: string): Buffer[] {
  return (fmtp.get(name) ?? '').split(',', 64).map((part) => Buffer.from(part, 'base64'))
}

const isCarried = (media: SdpMedia): boolean =>
  openDepacketizer(media, { format() {}, accessUnit() {}, unusable() {} }) !== undefined

/** The first video and the first audio that are carried; an ONVIF back channel is for us to send and is not taken. */
export function chooseTracks(media: SdpMedia[]): { video?: SdpMedia; audio?: SdpMedia } {
  const carried = media.filter((one) => !one.isSendOnly && isCarried(one))
  const video = carried.find((one) => one.kind === 'video')
  const audio = carried.find((one) => one.kind === 'audio')
  return { ...(video ? { video } : {}), ...(audio ? { audio } : {}) }
}
