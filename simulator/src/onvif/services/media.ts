/** The media service, first edition (ONVIF Media 1). */
import type { Camera } from '../../device.ts'
import { type Call, service } from '../service.ts'
import { analyticsContent, analyticsIn, analyticsToken, detectingBy, detectingOf } from './analytics.ts'
import { audioEncoderIn, audioOperations, audioSourceIn } from './audio.ts'
import { encoderContent, optionsContent, setEncoder } from './encoder.ts'
import { CONFIGURATION_CONTENT, NODE } from './ptz.ts'
import {
  encoderBy,
  encoderToken,
  type Profile,
  profileBy,
  profilesOf,
  profileToken,
  sourceConfigurationBy,
  sourceConfigurationToken,
  sourceToken,
} from './tokens.ts'
import { find, NOTHING, textAt, type Xml, xml } from '../xml.ts'

const MAIN = 'main'

export function sizeOf(camera: Camera): { width: number; height: number } {
  return camera.streams[MAIN].source.size
}

/** Content of a `tt:VideoSourceConfiguration`. */
export function viewContent(camera: Camera): Xml {
  const { width, height } = sizeOf(camera)
  return xml`
    <tt:Name>view</tt:Name>
    <tt:UseCount>2</tt:UseCount>
    <tt:SourceToken>${sourceToken(camera)}</tt:SourceToken>
    <tt:Bounds x="0" y="0" width="${width}" height="${height}"/>
  `
}

function profileContent(profile: Profile): Xml {
  const { camera } = profile
  const view = xml`<tt:VideoSourceConfiguration token="${sourceConfigurationToken(camera)}">${viewContent(camera)}</tt:VideoSourceConfiguration>`
  const encoder = xml`<tt:VideoEncoderConfiguration token="${encoderToken(profile)}">${encoderContent(profile)}</tt:VideoEncoderConfiguration>`
  const ptz = camera.device.features.ptz
    ? xml`<tt:PTZConfiguration token="${NODE}">${CONFIGURATION_CONTENT}</tt:PTZConfiguration>`
    : NOTHING
  const [audio, audioEncoder] = [audioSourceIn('tt', camera), audioEncoderIn('tt', camera)]
  const name = xml`<tt:Name>${profileToken(profile)}</tt:Name>`
  return xml`${name}${view}${audio}${encoder}${audioEncoder}${analyticsIn('tt', camera)}${ptz}`
}

export function streamUri({ device, rtspBase }: Call, { camera, quality }: Profile): string {
  const channel = camera.channel === 1 ? '' : `${camera.channel}/`
  return `${rtspBase}/cam/${device.number}/${channel}${quality}`
}

/** Where the picture of a profile is fetched, with the login of HTTP Digest. */
export function snapshotUri({ base }: Call, profile: Profile): string {
  return `${base}/snapshot/${profileToken(profile)}`
}

const uriContent = (uri: string): Xml => xml`
  <trt:MediaUri>
    <tt:Uri>${uri}</tt:Uri>
    <tt:InvalidAfterConnect>false</tt:InvalidAfterConnect>
    <tt:InvalidAfterReboot>false</tt:InvalidAfterReboot>
    <tt:Timeout>PT0S</tt:Timeout>
  </trt:MediaUri>
`

export const media = service(
  {
    prefix: 'trt',
    namespace: 'http://www.onvif.org/ver10/media/wsdl',
    path: 'media_service',
    capabilities: xml`
      <trt:Capabilities SnapshotUri="true" Rotation="false">
        <trt:ProfileCapabilities MaximumNumberOfProfiles="8"/>
        <trt:StreamingCapabilities RTPMulticast="false" RTP_TCP="true" RTP_RTSP_TCP="true"/>
      </trt:Capabilities>
    `,
  },
  {
    GetVideoSources: ({ device }) =>
      xml`${device.cameras.map((camera) => {
        const { width, height } = sizeOf(camera)
        const { fps } = camera.streams[MAIN].settings
        return xml`
          <trt:VideoSources token="${sourceToken(camera)}">
            <tt:Framerate>${fps}</tt:Framerate>
            <tt:Resolution><tt:Width>${width}</tt:Width><tt:Height>${height}</tt:Height></tt:Resolution>
          </trt:VideoSources>
        `
      })}`,

    GetProfiles: ({ device }) =>
      xml`${profilesOf(device).map(
        (profile) =>
          xml`<trt:Profiles token="${profileToken(profile)}" fixed="true">${profileContent(profile)}</trt:Profiles>`,
      )}`,

    GetProfile: ({ device, body }) => {
      const profile = profileBy(device, textAt(body, 'ProfileToken'))
      return xml`<trt:Profile token="${profileToken(profile)}" fixed="true">${profileContent(profile)}</trt:Profile>`
    },

    GetVideoSourceConfigurations: ({ device }) =>
      xml`${device.cameras.map(
        (camera) =>
          xml`<trt:Configurations token="${sourceConfigurationToken(camera)}">${viewContent(camera)}</trt:Configurations>`,
      )}`,

    GetVideoSourceConfiguration: ({ device, body }) => {
      const camera = sourceConfigurationBy(device, textAt(body, 'ConfigurationToken'))
      return xml`<trt:Configuration token="${sourceConfigurationToken(camera)}">${viewContent(camera)}</trt:Configuration>`
    },

    GetVideoEncoderConfigurations: ({ device }) =>
      xml`${profilesOf(device).map(
        (profile) =>
          xml`<trt:Configurations token="${encoderToken(profile)}">${encoderContent(profile)}</trt:Configurations>`,
      )}`,

    GetVideoEncoderConfiguration: ({ device, body }) => {
      const profile = encoderBy(device, textAt(body, 'ConfigurationToken'))
      return xml`<trt:Configuration token="${encoderToken(profile)}">${encoderContent(profile)}</trt:Configuration>`
    },

    GetCompatibleVideoEncoderConfigurations: ({ device, body }) => {
      const profile = profileBy(device, textAt(body, 'ProfileToken'))
      return xml`<trt:Configurations token="${encoderToken(profile)}">${encoderContent(profile)}</trt:Configurations>`
    },

    GetVideoEncoderConfigurationOptions: ({ device, body }) => {
      const configuration = textAt(body, 'ConfigurationToken')
      const wanted = textAt(body, 'ProfileToken')
      let profile = profilesOf(device)[0]
      if (configuration !== undefined) profile = encoderBy(device, configuration)
      else if (wanted !== undefined) profile = profileBy(device, wanted)
      return profile === undefined ? NOTHING : xml`<trt:Options>${optionsContent(profile)}</trt:Options>`
    },

    SetVideoEncoderConfiguration: ({ device, body }) => {
      const configuration = find(body, 'Configuration')
      setEncoder(encoderBy(device, configuration?.attributes['token']), configuration)
      return NOTHING
    },

    ...audioOperations('trt'),

    GetVideoAnalyticsConfigurations: ({ device }) =>
      xml`${detectingOf(device).map(
        (each) =>
          xml`<trt:Configurations token="${analyticsToken(each.camera)}">${analyticsContent(each)}</trt:Configurations>`,
      )}`,

    GetVideoAnalyticsConfiguration: ({ device, body }) => {
      const each = detectingBy(device, textAt(body, 'ConfigurationToken'))
      return xml`<trt:Configuration token="${analyticsToken(each.camera)}">${analyticsContent(each)}</trt:Configuration>`
    },

    GetStreamUri: (call) =>
      uriContent(streamUri(call, profileBy(call.device, textAt(call.body, 'ProfileToken')))),

    GetSnapshotUri: (call) =>
      uriContent(snapshotUri(call, profileBy(call.device, textAt(call.body, 'ProfileToken')))),
  },
)
