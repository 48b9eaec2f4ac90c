/** Microphones and their encoders, for both media services, which differ in names alone. */
import type { AudioStream } from '../../audio-stream.ts'
import type { Camera, Device } from '../../device.ts'
import { AacMicrophone } from '../../microphone.ts'
import { AUDIO_KBPS } from '../../sound.ts'
import type { Operation } from '../service.ts'
import { invalidArgument } from '../soap.ts'
import { find, NOTHING, numberAt, textAt, Xml, xml } from '../xml.ts'

const G711_KBPS = 64
const khzOf = ({ microphone }: AudioStream): number => microphone.sampleRate / 1000
const kbpsOf = ({ microphone }: AudioStream): number =>
  microphone instanceof AacMicrophone ? microphone.kbps : G711_KBPS
const encoderToken = (camera: Camera): string => `encoder-sound${camera.channel}`
const sourceToken = (camera: Camera): string => `microphone${camera.channel}`

interface Heard {
  camera: Camera
  sound: AudioStream
}

const heardOf = (device: Device): Heard[] =>
  device.cameras.flatMap((camera) => (camera.sound === undefined ? [] : [{ camera, sound: camera.sound }]))

function heardBy(device: Device, token: string | undefined): Heard {
  const found = heardOf(device).find(({ camera }) => encoderToken(camera) === token)
  if (found === undefined) throw invalidArgument(`There is no configuration ${token ?? ''}`, 'ter:NoConfig')
  return found
}

/** An element whose name and token are ours. */
const element = (name: string, token: string, content: Xml): Xml =>
  new Xml(`<${name} token="${token}">${content.text}</${name}>`)

const sourceContent = (camera: Camera): Xml =>
  xml`<tt:Name>microphone</tt:Name><tt:UseCount>2</tt:UseCount><tt:SourceToken>${sourceToken(camera)}</tt:SourceToken>`

const MULTICAST = xml`
  <tt:Multicast>
    <tt:Address><tt:Type>IPv4</tt:Type><tt:IPv4Address>0.0.0.0</tt:IPv4Address></tt:Address>
    <tt:Port>0</tt:Port>
    <tt:TTL>0</tt:TTL>
    <tt:AutoStart>false</tt:AutoStart>
  </tt:Multicast>
`

/** The second edition names codecs as MIME does. */
function encodingOf(edition: 'tt' | 'tr2', { microphone }: AudioStream): string {
  if (microphone.codec === 'pcmu') return edition === 'tt' ? 'G711' : 'PCMU'
  return edition === 'tt' ? 'AAC' : 'MP4A-LATM'
}

function encoderContent(edition: 'tt' | 'tr2', sound: AudioStream): Xml {
  const encoding = encodingOf(edition, sound)
  const rates = xml`<tt:Bitrate>${kbpsOf(sound)}</tt:Bitrate><tt:SampleRate>${khzOf(sound)}</tt:SampleRate>`
  const name = xml`<tt:Name>sound</tt:Name><tt:UseCount>2</tt:UseCount>`
  return edition === 'tt'
    ? xml`${name}<tt:Encoding>${encoding}</tt:Encoding>${rates}${MULTICAST}<tt:SessionTimeout>PT60S</tt:SessionTimeout>`
    : xml`${name}<tt:Encoding>${encoding}</tt:Encoding>${MULTICAST}${rates}`
}

export function audioSourceIn(edition: 'tt' | 'tr2', camera: Camera): Xml {
  if (camera.sound === undefined) return NOTHING
  const name = edition === 'tt' ? 'tt:AudioSourceConfiguration' : 'tr2:AudioSource'
  return element(name, `hearing${camera.channel}`, sourceContent(camera))
}

export function audioEncoderIn(edition: 'tt' | 'tr2', camera: Camera): Xml {
  if (camera.sound === undefined) return NOTHING
  const name = edition === 'tt' ? 'tt:AudioEncoderConfiguration' : 'tr2:AudioEncoder'
  return element(name, encoderToken(camera), encoderContent(edition, camera.sound))
}

function options(edition: 'tt' | 'tr2', sound: AudioStream | undefined): Xml {
  if (sound === undefined) return NOTHING
  const items = (values: readonly number[]): Xml[] =>
    values.map((value) => xml`<tt:Items>${value}</tt:Items>`)
  const kbps = sound.microphone instanceof AacMicrophone ? AUDIO_KBPS : [G711_KBPS]
  const lists = xml`<tt:BitrateList>${items(kbps)}</tt:BitrateList><tt:SampleRateList>${items([khzOf(sound)])}</tt:SampleRateList>`
  const content = xml`<tt:Encoding>${encodingOf(edition, sound)}</tt:Encoding>${lists}`
  return edition === 'tt'
    ? xml`<trt:Options><tt:Options>${content}</tt:Options></trt:Options>`
    : xml`<tr2:Options>${content}</tr2:Options>`
}

export function audioOperations(prefix: 'trt' | 'tr2'): Record<string, Operation> {
  const edition = prefix === 'trt' ? 'tt' : 'tr2'
  const configuration = (name: string, { camera, sound }: Heard): Xml =>
    element(`${prefix}:${name}`, encoderToken(camera), encoderContent(edition, sound))
  return {
    GetAudioSources: ({ device }) =>
      xml`${heardOf(device).map(({ camera }) =>
        element(`${prefix}:AudioSources`, sourceToken(camera), xml`<tt:Channels>1</tt:Channels>`),
      )}`,

    GetAudioSourceConfigurations: ({ device }) =>
      xml`${heardOf(device).map(({ camera }) =>
        element(`${prefix}:Configurations`, `hearing${camera.channel}`, sourceContent(camera)),
      )}`,

    GetAudioEncoderConfigurations: ({ device, body }) => {
      const token = textAt(body, 'ConfigurationToken')
      const heard = token === undefined ? heardOf(device) : [heardBy(device, token)]
      return xml`${heard.map((each) => configuration('Configurations', each))}`
    },

    GetAudioEncoderConfiguration: ({ device, body }) =>
      configuration('Configuration', heardBy(device, textAt(body, 'ConfigurationToken'))),

    GetAudioEncoderConfigurationOptions: ({ device }) => options(edition, heardOf(device)[0]?.sound),

    SetAudioEncoderConfiguration: ({ device, body }) => {
      const wanted = find(body, 'Configuration')
      const { sound } = heardBy(device, wanted?.attributes['token'])
      const { microphone } = sound
      const bitrate = numberAt(wanted, 'Bitrate') ?? kbpsOf(sound)
      const encoding = textAt(wanted, 'Encoding') ?? encodingOf('tt', sound)
      const isOurs = [encodingOf('tt', sound), encodingOf('tr2', sound)].includes(encoding.toUpperCase())
      const kbps = AUDIO_KBPS.find((each) => each === bitrate)
      const isPossible = microphone instanceof AacMicrophone ? kbps !== undefined : bitrate === G711_KBPS
      if (!isPossible || !isOurs || (numberAt(wanted, 'SampleRate') ?? khzOf(sound)) !== khzOf(sound)) {
        throw invalidArgument('The encoder cannot do that', 'ter:ConfigModify')
      }
      if (microphone instanceof AacMicrophone && kbps !== undefined) microphone.kbps = kbps
      return NOTHING
    },
  }
}
