/** A camera of ONVIF that keeps what it is set to, as a real one does. */
import {
  type Answers,
  type ScriptedDevice,
  scriptedDevice,
} from '@vedette/devices/onvif/testing/scripted-device'
import { childrenOf, child, numberAt, textAt, type XmlElement } from '@vedette/devices/onvif/xml'

import { type OwnDetection, ownDetection } from './own-detection.ts'

export interface SettableCamera extends ScriptedDevice {
  /** What it has now. */
  now: {
    brightness: number
    name: string
    encoding: string
    gop: number
    frameRate: number
    profile: string
    timeZone: string
    version: string
    /** How long it wants to be waited for before its firmware comes. */
    uploadDelay: string
    isAsleep: boolean
    /** Undefined: it says nothing of motion. */
    isMotion: boolean | undefined
    /** What it answers to who fetches its picture, one after the other; without any it gives out none. */
    pictures: (Buffer | 'busy')[]
  }
  /** Used by one that detects motion itself. */
  detection: OwnDetection
  /** What was uploaded, whole; a file that says `broken` is not installed. */
  uploads: Buffer[]
  /** Cuts every connection until it is plugged in again. */
  unplug(): void
  /** How many questions met nobody since it was unplugged last. */
  cutOff(): number
  plug(): void
}

const service = (name: string, path: string) =>
  `<Service><Namespace>http://www.onvif.org/${name}/wsdl</Namespace><XAddr>http://10.0.0.9/onvif/${path}</XAddr></Service>`

let made = 0

export async function settableCamera(model = 'Eye 3', { detects = false } = {}): Promise<SettableCamera> {
  const detection = ownDetection()
  const serial = `A-${++made}`
  const now: SettableCamera['now'] = {
    brightness: 50,
    name: 'Factory name',
    encoding: 'H264',
    gop: 50,
    frameRate: 25,
    profile: 'Main',
    timeZone: 'UTC0',
    version: '1.2.3',
    uploadDelay: 'PT0S',
    isAsleep: false,
    isMotion: undefined,
    pictures: [],
  }
  const uploads: Buffer[] = []
  let isUnplugged = false
  let cutOff = 0
  const encoder = (of: string) =>
    `<${of} token="V1"><Name>Main</Name><UseCount>1</UseCount><Encoding>${now.encoding}</Encoding><Resolution>` +
    '<Width>1920</Width><Height>1080</Height></Resolution><Quality>5</Quality>' +
    `<RateControl><FrameRateLimit>${now.frameRate}</FrameRateLimit><EncodingInterval>1</EncodingInterval><BitrateLimit>4096</BitrateLimit></RateControl>` +
    `<H264><GovLength>${now.gop}</GovLength><H264Profile>${now.profile}</H264Profile></H264></${of}>`
  const said = (request: XmlElement, ...path: string[]): string => textAt(request, ...path)
  const answers: Answers = {
    GetServices:
      service('ver10/media', 'media') +
      service('ver20/imaging', 'imaging') +
      service('ver10/events', 'events') +
      service('ver10/device', 'device') +
      (detects ? service('ver20/analytics', 'analytics') : ''),
    GetDeviceInformation: () =>
      `<Manufacturer>Acme</Manufacturer><Model>${model}</Model><FirmwareVersion>${now.version}</FirmwareVersion>` +
      `<SerialNumber>${serial}</SerialNumber><HardwareId>1</HardwareId>`,
    StartFirmwareUpgrade: () =>
      `<UploadUri>http://10.0.0.9/upload</UploadUri><UploadDelay>${now.uploadDelay}</UploadDelay><ExpectedDownTime>PT5S</ExpectedDownTime>`,
    GetScopes: () =>
      `<Scopes><ScopeDef>Configurable</ScopeDef><ScopeItem>onvif://www.onvif.org/name/${encodeURIComponent(now.name)}</ScopeItem></Scopes>`,
    SetScopes: (request) => {
      const scope = childrenOf(request, 'Scopes').at(-1)
      now.name = decodeURIComponent((scope?.text ?? '').replace('onvif://www.onvif.org/name/', ''))
      return ''
    },
    CreatePullPointSubscription:
      '<SubscriptionReference><Address>http://10.0.0.9/onvif/pull</Address></SubscriptionReference>',
    PullMessages: () =>
      '<NotificationMessage><Topic>tns1:Device/OperationMode/Sleep</Topic><Message>' +
      `<Message PropertyOperation="Initialized"><Data><SimpleItem Name="State" Value="${now.isAsleep}"/></Data>` +
      '</Message></Message></NotificationMessage>' +
      (now.isMotion === undefined
        ? ''
        : '<NotificationMessage><Topic>tns1:RuleEngine/CellMotionDetector/Motion</Topic><Message>' +
          '<Message PropertyOperation="Changed"><Source><SimpleItem Name="Rule" Value="Motion"/></Source>' +
          `<Data><SimpleItem Name="IsMotion" Value="${now.isMotion}"/></Data></Message></Message></NotificationMessage>`),
    GetServiceCapabilities:
      '<Capabilities><Misc AuxiliaryCommands="tt:Wiper|On acme:WakeUp|On"/></Capabilities>',
    SendAuxiliaryCommand: (request) => {
      if (said(request, 'AuxiliaryCommand') === 'acme:WakeUp|On') now.isAsleep = false
      return ''
    },
    GetProfiles: () =>
      '<Profiles token="P1"><Name>Main</Name><VideoSourceConfiguration><SourceToken>S1</SourceToken>' +
      `</VideoSourceConfiguration>${encoder('VideoEncoderConfiguration')}${detects ? '<VideoAnalyticsConfiguration token="VA1"/>' : ''}</Profiles>`,
    GetSnapshotUri: () =>
      now.pictures.length === 0
        ? ''
        : `<MediaUri><Uri>http://10.0.0.9:${device.port}/picture</Uri></MediaUri>`,
    GetStreamUri: '<MediaUri><Uri>rtsp://10.0.0.9:1/main</Uri></MediaUri>',
    GetVideoEncoderConfigurations: () => encoder('Configurations'),
    GetVideoEncoderConfigurationOptions:
      '<Options><H264><H264ProfilesSupported>Main</H264ProfilesSupported><H264ProfilesSupported>High</H264ProfilesSupported></H264></Options>',
    SetVideoEncoderConfiguration: (request) => {
      const wanted = child(request, 'Configuration')
      now.gop = numberAt(wanted, 'H264', 'GovLength') ?? 0
      now.profile = said(request, 'Configuration', 'H264', 'H264Profile')
      now.frameRate = numberAt(wanted, 'RateControl', 'FrameRateLimit') ?? 0
      return ''
    },
    GetImagingSettings: () => `<ImagingSettings><Brightness>${now.brightness}</Brightness></ImagingSettings>`,
    GetOptions: '<ImagingOptions><Brightness><Min>0</Min><Max>100</Max></Brightness></ImagingOptions>',
    SetImagingSettings: (request) => {
      now.brightness = numberAt(request, 'ImagingSettings', 'Brightness') ?? 0
      return ''
    },
    SetSystemDateAndTime: (request) => {
      now.timeZone = said(request, 'TimeZone', 'TZ')
      return ''
    },
    ...(detects ? detection.answers : {}),
  }
  const device: ScriptedDevice = await scriptedDevice({
    answers,
    get: (request, response) => {
      const picture = now.pictures.shift()
      if (picture instanceof Buffer) response.end(picture)
      else request.socket.destroy()
    },
    upload: (file) => {
      uploads.push(file)
      const version = /^version=(\S+)/.exec(file.toString('latin1'))?.[1]
      if (version !== undefined && !file.includes('broken')) now.version = version
    },
    instead: (action, request, response) => {
      if (isUnplugged) request.socket.destroy()
      if (isUnplugged) cutOff++
      return isUnplugged || detection.refuses(action, response)
    },
  })
  return {
    ...device,
    now,
    detection,
    uploads,
    unplug() {
      isUnplugged = true
      cutOff = 0
    },
    cutOff: () => cutOff,
    plug: () => void (isUnplugged = false),
  }
}
