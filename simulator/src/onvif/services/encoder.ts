/** The settings of a stream's encoder, for both media services. */
import { H264_PROFILES } from '../../h264/parameter-sets.ts'
import {
  type Codec,
  CODECS,
  type EncoderSettings,
  FRAME_RATES,
  JPEG_FRAME_RATES,
  LONGEST_GOP,
} from '../../video-stream.ts'
import { invalidArgument } from '../soap.ts'
import { encoderToken, type Profile } from './tokens.ts'
import { NOTHING, numberAt, textAt, type Xml, type XmlElement, xml } from '../xml.ts'

const KBPS_RANGE = { main: [256, 8192], sub: [64, 2048] } as const

const RATES: Readonly<Record<Codec, readonly number[]>> = { H264: FRAME_RATES, JPEG: JPEG_FRAME_RATES }

const size = ({ camera, quality }: Profile): { width: number; height: number } =>
  camera.streams[quality].source.size
const settings = ({ camera, quality }: Profile): EncoderSettings => camera.streams[quality].settings
const resolution = (profile: Profile): Xml => {
  const { width, height } = size(profile)
  return xml`<tt:Width>${width}</tt:Width><tt:Height>${height}</tt:Height>`
}
const named = (profile: Profile): Xml =>
  xml`<tt:Name>${profile.quality}</tt:Name><tt:UseCount>1</tt:UseCount>`
const MULTICAST = xml`
  <tt:Multicast>
    <tt:Address><tt:Type>IPv4</tt:Type><tt:IPv4Address>0.0.0.0</tt:IPv4Address></tt:Address>
    <tt:Port>0</tt:Port>
    <tt:TTL>0</tt:TTL>
    <tt:AutoStart>false</tt:AutoStart>
  </tt:Multicast>
`

/** Content of a `tt:VideoEncoderConfiguration`. */
export function encoderContent(profile: Profile): Xml {
  const { codec, fps, gopFrames, kbps, profile: codecProfile } = settings(profile)
  const h264 = xml`<tt:H264><tt:GovLength>${gopFrames}</tt:GovLength><tt:H264Profile>${codecProfile}</tt:H264Profile></tt:H264>`
  return xml`
    ${named(profile)}
    <tt:Encoding>${codec}</tt:Encoding>
    <tt:Resolution>${resolution(profile)}</tt:Resolution>
    <tt:Quality>5</tt:Quality>
    <tt:RateControl>
      <tt:FrameRateLimit>${fps}</tt:FrameRateLimit>
      <tt:EncodingInterval>1</tt:EncodingInterval>
      <tt:BitrateLimit>${kbps}</tt:BitrateLimit>
    </tt:RateControl>
    ${codec === 'H264' ? h264 : NOTHING}
    ${MULTICAST}
    <tt:SessionTimeout>PT60S</tt:SessionTimeout>
  `
}

/** Content of a `tt:VideoEncoder2Configuration`. */
export function encoder2Content(profile: Profile): Xml {
  const { codec, fps, kbps } = settings(profile)
  return xml`
    ${named(profile)}
    <tt:Encoding>${codec}</tt:Encoding>
    <tt:Resolution>${resolution(profile)}</tt:Resolution>
    <tt:RateControl ConstantBitRate="false">
      <tt:FrameRateLimit>${fps}</tt:FrameRateLimit>
      <tt:BitrateLimit>${kbps}</tt:BitrateLimit>
    </tt:RateControl>
    ${MULTICAST}
    <tt:Quality>5</tt:Quality>
  `
}

/** One element of this name, with the attributes that the second media service adds. */
export function encoder2Element(name: 'tr2:Configurations' | 'tr2:VideoEncoder', profile: Profile): Xml {
  const { codec, gopFrames, profile: codecProfile } = settings(profile)
  const content = encoder2Content(profile)
  const token = encoderToken(profile)
  const attributes = codec === 'H264' ? xml` GovLength="${gopFrames}" Profile="${codecProfile}"` : NOTHING
  return name === 'tr2:Configurations'
    ? xml`<tr2:Configurations token="${token}"${attributes}>${content}</tr2:Configurations>`
    : xml`<tr2:VideoEncoder token="${token}"${attributes}>${content}</tr2:VideoEncoder>`
}

export function optionsContent(profile: Profile): Xml {
  const [least, most] = KBPS_RANGE[profile.quality]
  const common = (codec: Codec, between: Xml): Xml => xml`
    <tt:ResolutionsAvailable>${resolution(profile)}</tt:ResolutionsAvailable>
    ${between}
    <tt:FrameRateRange>
      <tt:Min>${RATES[codec][0] ?? 0}</tt:Min>
      <tt:Max>${RATES[codec].at(-1) ?? 0}</tt:Max>
    </tt:FrameRateRange>
    <tt:EncodingIntervalRange><tt:Min>1</tt:Min><tt:Max>1</tt:Max></tt:EncodingIntervalRange>
  `
  const gop = xml`<tt:GovLengthRange><tt:Min>1</tt:Min><tt:Max>${LONGEST_GOP}</tt:Max></tt:GovLengthRange>`
  const h264 = xml`
    ${common('H264', gop)}
    ${H264_PROFILES.map((it) => xml`<tt:H264ProfilesSupported>${it}</tt:H264ProfilesSupported>`)}
  `
  const jpeg = common('JPEG', NOTHING)
  const rate = xml`<tt:BitrateRange><tt:Min>${least}</tt:Min><tt:Max>${most}</tt:Max></tt:BitrateRange>`
  return xml`
    <tt:QualityRange><tt:Min>5</tt:Min><tt:Max>5</tt:Max></tt:QualityRange>
    <tt:JPEG>${jpeg}</tt:JPEG>
    <tt:H264>${h264}</tt:H264>
    <tt:Extension><tt:JPEG>${jpeg}${rate}</tt:JPEG><tt:H264>${h264}${rate}</tt:H264></tt:Extension>
  `
}

export function options2(profile: Profile): Xml {
  const [least, most] = KBPS_RANGE[profile.quality]
  const h264 = xml` GovLengthRange="1 ${LONGEST_GOP}" ProfilesSupported="${H264_PROFILES.join(' ')}"`
  const attributes = (codec: Codec): Xml =>
    xml`${codec === 'H264' ? h264 : NOTHING} FrameRatesSupported="${RATES[codec].join(' ')}" ConstantBitRateSupported="false"`
  return xml`${CODECS.map(
    (codec) => xml`
      <tr2:Options${attributes(codec)}>
        <tt:Encoding>${codec}</tt:Encoding>
        <tt:QualityRange><tt:Min>5</tt:Min><tt:Max>5</tt:Max></tt:QualityRange>
        <tt:ResolutionsAvailable>${resolution(profile)}</tt:ResolutionsAvailable>
        <tt:BitrateRange><tt:Min>${least}</tt:Min><tt:Max>${most}</tt:Max></tt:BitrateRange>
      </tr2:Options>
    `,
  )}`
}

/** Writes what the configuration says into the stream; what it does not say stays. */
export function setEncoder(profile: Profile, configuration: XmlElement | undefined) {
  const current = settings(profile)
  const { width, height } = size(profile)
  const encoding = textAt(configuration, 'Encoding')
  const codec = encoding === undefined ? current.codec : CODECS.find((it) => it === encoding)
  const wantedWidth = numberAt(configuration, 'Resolution', 'Width') ?? width
  const wantedHeight = numberAt(configuration, 'Resolution', 'Height') ?? height
  const fps = numberAt(configuration, 'RateControl', 'FrameRateLimit') ?? current.fps
  const kbps = numberAt(configuration, 'RateControl', 'BitrateLimit') ?? current.kbps
  const attribute = Number(configuration?.attributes['GovLength'] ?? Number.NaN)
  const written = numberAt(configuration, 'H264', 'GovLength') ?? attribute
  const gopFrames = Number.isNaN(written) ? current.gopFrames : written
  const said = textAt(configuration, 'H264', 'H264Profile') ?? configuration?.attributes['Profile']
  const codecProfile = said === undefined ? current.profile : H264_PROFILES.find((it) => it === said)
  const [least, most] = KBPS_RANGE[profile.quality]
  const isFine =
    wantedWidth === width &&
    wantedHeight === height &&
    codec !== undefined &&
    RATES[codec].includes(fps) &&
    Number.isInteger(gopFrames) &&
    gopFrames >= 1 &&
    gopFrames <= LONGEST_GOP &&
    kbps >= least &&
    kbps <= most
  if (!isFine || codecProfile === undefined)
    throw invalidArgument('The encoder cannot do that', 'ter:ConfigModify')
  profile.camera.streams[profile.quality].configure({ codec, fps, gopFrames, kbps, profile: codecProfile })
}
