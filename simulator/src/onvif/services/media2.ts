/** The media service, second edition (ONVIF Media 2). */
import { type Call, service } from '../service.ts'
import { analyticsIn } from './analytics.ts'
import { audioEncoderIn, audioOperations, audioSourceIn } from './audio.ts'
import { encoder2Element, options2, setEncoder } from './encoder.ts'
import { snapshotUri, streamUri, viewContent } from './media.ts'
import { CONFIGURATION_CONTENT, NODE } from './ptz.ts'
import {
  encoderBy,
  type Profile,
  profileBy,
  profilesOf,
  profileToken,
  sourceConfigurationBy,
  sourceConfigurationToken,
} from './tokens.ts'
import { childrenOf, find, localName, NOTHING, textAt, type Xml, xml } from '../xml.ts'

function profileElement(profile: Profile, wanted: readonly string[]): Xml {
  const has = (type: string): boolean => wanted.includes(type) || wanted.includes('All')
  const { camera } = profile
  const view = has('VideoSource')
    ? xml`<tr2:VideoSource token="${sourceConfigurationToken(camera)}">${viewContent(camera)}</tr2:VideoSource>`
    : NOTHING
  const encoder = has('VideoEncoder') ? encoder2Element('tr2:VideoEncoder', profile) : NOTHING
  const source = has('AudioSource') ? audioSourceIn('tr2', camera) : NOTHING
  const sound = has('AudioEncoder') ? audioEncoderIn('tr2', camera) : NOTHING
  const detection = has('Analytics') ? analyticsIn('tr2', camera) : NOTHING
  const ptz =
    has('PTZ') && camera.device.features.ptz
      ? xml`<tr2:PTZ token="${NODE}">${CONFIGURATION_CONTENT}</tr2:PTZ>`
      : NOTHING
  const configurations =
    wanted.length === 0
      ? NOTHING
      : xml`<tr2:Configurations>${view}${source}${encoder}${sound}${detection}${ptz}</tr2:Configurations>`
  return xml`<tr2:Profiles token="${profileToken(profile)}" fixed="true"><tr2:Name>${profileToken(profile)}</tr2:Name>${configurations}</tr2:Profiles>`
}

/** The encoders that the request means: one by its token, that of a profile, or all. */
function encodersMeant({ device, body }: Call): Profile[] {
  const configuration = textAt(body, 'ConfigurationToken')
  if (configuration !== undefined) return [encoderBy(device, configuration)]
  const profile = textAt(body, 'ProfileToken')
  return profile === undefined ? profilesOf(device) : [profileBy(device, profile)]
}

export const media2 = service(
  {
    prefix: 'tr2',
    namespace: 'http://www.onvif.org/ver20/media/wsdl',
    path: 'media2_service',
    capabilities: xml`
      <tr2:Capabilities SnapshotUri="true" Rotation="false">
        <tr2:ProfileCapabilities MaximumNumberOfProfiles="8" ConfigurationsSupported="VideoSource VideoEncoder AudioSource AudioEncoder Analytics PTZ"/>
        <tr2:StreamingCapabilities RTSPStreaming="true" RTPMulticast="false" RTP_RTSP_TCP="true"/>
      </tr2:Capabilities>
    `,
  },
  {
    GetProfiles: ({ device, body }) => {
      const token = textAt(body, 'Token')
      const wanted = childrenOf(body)
        .filter((child) => localName(child) === 'Type')
        .map((type) => type.text.trim())
      const profiles = token === undefined ? profilesOf(device) : [profileBy(device, token)]
      return xml`${profiles.map((profile) => profileElement(profile, wanted))}`
    },

    GetVideoSourceConfigurations: ({ device, body }) => {
      const token = textAt(body, 'ConfigurationToken')
      const profile = textAt(body, 'ProfileToken')
      let cameras = device.cameras
      if (token !== undefined) cameras = [sourceConfigurationBy(device, token)]
      else if (profile !== undefined) cameras = [profileBy(device, profile).camera]
      return xml`${cameras.map(
        (camera) =>
          xml`<tr2:Configurations token="${sourceConfigurationToken(camera)}">${viewContent(camera)}</tr2:Configurations>`,
      )}`
    },

    GetVideoEncoderConfigurations: (call) =>
      xml`${encodersMeant(call).map((profile) => encoder2Element('tr2:Configurations', profile))}`,

    GetVideoEncoderConfigurationOptions: (call) => {
      const [profile] = encodersMeant(call)
      return profile === undefined ? NOTHING : options2(profile)
    },

    SetVideoEncoderConfiguration: ({ device, body }) => {
      const configuration = find(body, 'Configuration')
      setEncoder(encoderBy(device, configuration?.attributes['token']), configuration)
      return NOTHING
    },

    ...audioOperations('tr2'),

    GetStreamUri: (call) =>
      xml`<tr2:Uri>${streamUri(call, profileBy(call.device, textAt(call.body, 'ProfileToken')))}</tr2:Uri>`,

    GetSnapshotUri: (call) =>
      xml`<tr2:Uri>${snapshotUri(call, profileBy(call.device, textAt(call.body, 'ProfileToken')))}</tr2:Uri>`,
  },
)
