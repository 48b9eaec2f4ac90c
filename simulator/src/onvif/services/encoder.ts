/** The settings of a stream's encoder, for both media services. */
import { H264_PROFILES } from '../../h264/parameter-sets.ts'
import { type EncoderSettings, FRAME_RATES, LONGEST_GOP } from '../../video-stream.ts'
import { invalidArgument } from '../soap.ts'
import { encoderToken, type Profile } from './tokens.ts'
import { numberAt, textAt, type Xml, type XmlElement, xml } from '../xml.ts'

const KBPS_RANGE = { main: [256, 8192], sub: [64, 2048] } as const

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
  const { fps, gopFrames, kbps, profile: codecProfile } = settings(profile)
  return xml`
    ${named(profile)}
    <tt:Encoding>H264</tt:Encoding>
    <tt:Resolution>${resolution(profile)}</tt:Resolution>
    <tt:Quality>5</tt:Quality>
    <tt:RateControl>
      <tt:FrameRateLimit>${fps}</tt:FrameRateLimit>
      <tt:EncodingInterval>1</tt:EncodingInterval>
      <tt:BitrateLimit>${kbps}</tt:BitrateLimit>
    </tt:RateControl>
    <tt:H264><tt:GovLength>${gopFrames}</tt:GovLength><tt:H264Profile>${codecProfile}</tt:H264Profile></tt:H264>
    ${MULTICAST}
    <tt:SessionTimeout>PT60S</tt:SessionTimeout>
  `
}

/** Content of a `tt:VideoEncoder2Configuration`. */
export function encoder2Content(profile: Profile): Xml {
  const { fps, kbps } = settings(profile)
  return xml`
    ${named(profile)}
    <tt:Encoding>H264</tt:Encoding>
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
  const { gopFrames, profile: codecProfile } = settings(profile)
  const content = encoder2Content(profile)
  const token = encoderToken(profile)
  return name === 'tr2:Configurations'
    ? xml`<tr2:Configurations token="${token}" GovLength="${gopFrames}" Profile="${codecProfile}">${content}</tr2:Configurations>`
    : xml`<tr2:VideoEncoder token="${token}" GovLength="${gopFrames}" Profile="${codecProfile}">${content}</tr2:VideoEncoder>`
}

export function optionsContent(profile: Profile): Xml {
  const [least, most] = KBPS_RANGE[profile.quality]
  const h264 = xml`
    <tt:ResolutionsAvailable>${resolution(profile)}</tt:ResolutionsAvailable>
    <tt:GovLengthRange><tt:Min>1</tt:Min><tt:Max>${LONGEST_GOP}</tt:Max></tt:GovLengthRange>
    <tt:FrameRateRange>
      <tt:Min>${FRAME_RATES[0] ?? 0}</tt:Min>
      <tt:Max>${FRAME_RATES.at(-1) ?? 0}</tt:Max>
    </tt:FrameRateRange>
    <tt:EncodingIntervalRange><tt:Min>1</tt:Min><tt:Max>1</tt:Max></tt:EncodingIntervalRange>
    ${H264_PROFILES.map((it) => xml`<tt:H264ProfilesSupported>${it}</tt:H264ProfilesSupported>`)}
  `
  const rate = xml`<tt:BitrateRange><tt:Min>${least}</tt:Min><tt:Max>${most}</tt:Max></tt:BitrateRange>`
  return xml`
    <tt:QualityRange><tt:Min>5</tt:Min><tt:Max>5</tt:Max></tt:QualityRange>
    <tt:H264>${h264}</tt:H264>
    <tt:Extension><tt:H264>${h264}${rate}</tt:H264></tt:Extension>
  `
}

export function options2(profile: Profile): Xml {
  const [least, most] = KBPS_RANGE[profile.quality]
  return xml`
    <tr2:Options GovLengthRange="1 ${LONGEST_GOP}" FrameRatesSupported="${FRAME_RATES.join(' ')}"
      ProfilesSupported="${H264_PROFILES.join(' ')}" ConstantBitRateSupported="false">
      <tt:Encoding>H264</tt:Encoding>
      <tt:QualityRange><tt:Min>5</tt:Min><tt:Max>5</tt:Max></tt:QualityRange>
      <tt:ResolutionsAvailable>${resolution(profile)}</tt:ResolutionsAvailable>
      <tt:BitrateRange><tt:Min>${least}</tt:Min><tt:Max>${most}</tt:Max></tt:BitrateRange>
    </tr2:Options>
  `
}

/** Writes what the configuration says into the stream; what it does not say stays. */
export function setEncoder(profile: Profile, configuration: XmlElement | undefined) {
  const current = settings(profile)
  const { width, height } = size(profile)
  const encoding = textAt(configuration, 'Encoding') ?? 'H264'
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
    encoding === 'H264' &&
    wantedWidth === width &&
    wantedHeight === height &&
    FRAME_RATES.includes(fps) &&
    Number.isInteger(gopFrames) &&
    gopFrames >= 1 &&
    gopFrames <= LONGEST_GOP &&
    kbps >= least &&
    kbps <= most
  if (!isFine || codecProfile === undefined)
    throw invalidArgument('The encoder cannot do that', 'ter:ConfigModify')
  profile.camera.streams[profile.quality].configure({ fps, gopFrames, kbps, profile: codecProfile })
}
