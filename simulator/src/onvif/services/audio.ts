/** Microphones and their encoders, for both media services, which differ in names alone. */
import type { AudioStream } from '../../audio-stream.ts'
import type { Camera, Device } from '../../device.ts'
import { AUDIO_KBPS, SAMPLE_RATE } from '../../sound.ts'
import type { Operation } from '../service.ts'
import { invalidArgument } from '../soap.ts'
import { find, NOTHING, numberAt, textAt, Xml, xml } from '../xml.ts'

const KHZ = SAMPLE_RATE / 1000
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
function encoderContent(edition: 'tt' | 'tr2', { kbps }: AudioStream): Xml {
  const rates = xml`<tt:Bitrate>${kbps}</tt:Bitrate><tt:SampleRate>${KHZ}</tt:SampleRate>`
  const name = xml`<tt:Name>sound</tt:Name><tt:UseCount>2</tt:UseCount>`
  return edition === 'tt'
    ? xml`${name}<tt:Encoding>AAC</tt:Encoding>${rates}${MULTICAST}<tt:SessionTimeout>PT60S</tt:SessionTimeout>`
    : xml`${name}<tt:Encoding>MP4A-LATM</tt:Encoding>${MULTICAST}${rates}`
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

function options(edition: 'tt' | 'tr2'): Xml {
  const items = (values: readonly number[]): Xml[] =>
    values.map((value) => xml`<tt:Items>${value}</tt:Items>`)
  const lists = xml`<tt:BitrateList>${items(AUDIO_KBPS)}</tt:BitrateList><tt:SampleRateList>${items([KHZ])}</tt:SampleRateList>`
  return edition === 'tt'
    ? xml`<trt:Options><tt:Options><tt:Encoding>AAC</tt:Encoding>${lists}</tt:Options></trt:Options>`
    : xml`<tr2:Options><tt:Encoding>MP4A-LATM</tt:Encoding>${lists}</tr2:Options>`
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

    GetAudioEncoderConfigurationOptions: () => options(edition),

    SetAudioEncoderConfiguration: ({ device, body }) => {
      const wanted = find(body, 'Configuration')
      const { sound } = heardBy(device, wanted?.attributes['token'])
      const bitrate = numberAt(wanted, 'Bitrate') ?? sound.kbps
      const kbps = AUDIO_KBPS.find((each) => each === bitrate)
      const isOurs = /^(AAC|MP4A-LATM)$/i.test(textAt(wanted, 'Encoding') ?? 'AAC')
      if (kbps === undefined || !isOurs || (numberAt(wanted, 'SampleRate') ?? KHZ) !== KHZ) {
        throw invalidArgument('The encoder cannot do that', 'ter:ConfigModify')
      }
      sound.kbps = kbps
      return NOTHING
    },
  }
}
