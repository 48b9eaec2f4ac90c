/** Profiles, stream addresses and encoders: Media2 where the device has it, else Media1. */
import type { OnvifClient, ServiceName } from './client.ts'
import { plainText } from './plain-text.ts'
import { OnvifFault, orIfMissing } from './fault.ts'
import { child, childrenOf, escapeXml, numberAt, tag, textAt, type XmlElement } from './xml.ts'

export interface VideoEncoder {
  token: string
  name: string
  /** `H264`, `H265`, `JPEG` …, in capitals. */
  encoding: string
  width: number
  height: number
  frameRate: number
  bitrateKbps: number
  /** Pictures from one key frame to the next; undefined where the device does not say. */
  gop: number | undefined
  quality: number
  /** Codec profile, such as `Main`; empty where the device does not say. */
  profile: string
}

export interface AudioEncoder {
  token: string
  name: string
  /** As the device writes it: `G711`, `AAC`, `PCMU`, `MP4A-LATM` … */
  encoding: string
  bitrateKbps: number
  sampleRateKhz: number
}

export interface Profile {
  token: string
  name: string
  /** The video source: one for each channel of an NVR. Empty where it has none. */
  source: string
  video: VideoEncoder | undefined
  audio: AudioEncoder | undefined
  hasPtz: boolean
  /** The configuration by which its picture is analysed; empty where there is none. */
  analytics: string
}

const MAX_PROFILES = 256

/** Which media service the device is asked by. */
function mediaOf(client: OnvifClient): Extract<ServiceName, 'media' | 'media2'> {
  return client.has('media2') ? 'media2' : 'media'
}

export async function getProfiles(client: OnvifClient): Promise<Profile[]> {
  if (mediaOf(client) === 'media2') {
    const answer = await orIfMissing(client.call('media2', 'GetProfiles', '<q:Type>All</q:Type>'), undefined)
    const profiles = childrenOf(answer, 'Profiles').map(profileOfMedia2)
    if (profiles.length > 0 || !client.has('media')) return profiles.slice(0, MAX_PROFILES)
  }
  const answer = await client.call('media', 'GetProfiles')
  return childrenOf(answer, 'Profiles').map(profileOfMedia1).slice(0, MAX_PROFILES)
}

function profileOfMedia2(element: XmlElement): Profile {
  const parts = child(element, 'Configurations')
  return profileOf(element, {
    source: child(parts, 'VideoSource'),
    video: child(parts, 'VideoEncoder'),
    audio: child(parts, 'AudioEncoder'),
    ptz: child(parts, 'PTZ'),
    analytics: child(parts, 'Analytics'),
  })
}

function profileOfMedia1(element: XmlElement): Profile {
  return profileOf(element, {
    source: child(element, 'VideoSourceConfiguration'),
    video: child(element, 'VideoEncoderConfiguration'),
    audio: child(element, 'AudioEncoderConfiguration'),
    ptz: child(element, 'PTZConfiguration'),
    analytics: child(element, 'VideoAnalyticsConfiguration'),
  })
}

type Parts = Record<'source' | 'video' | 'audio' | 'ptz' | 'analytics', XmlElement | undefined>

function profileOf(element: XmlElement, { source, video, audio, ptz, analytics }: Parts): Profile {
  return {
    token: tokenOf(element),
    name: plainText(textAt(element, 'Name')),
    source: textAt(source, 'SourceToken'),
    video: video && videoEncoderOf(video),
    audio: audio && audioEncoderOf(audio),
    hasPtz: ptz !== undefined,
    analytics: analytics ? tokenOf(analytics) : '',
  }
}

function tokenOf(element: XmlElement): string {
  return element.attributes.get('token') ?? ''
}

function videoEncoderOf(element: XmlElement): VideoEncoder {
  const codec = child(element, 'H264') ?? child(element, 'MPEG4')
  const gop = Number(element.attributes.get('GovLength') ?? textAt(codec, 'GovLength'))
  return {
    token: tokenOf(element),
    name: plainText(textAt(element, 'Name')),
    encoding: plainText(textAt(element, 'Encoding'), 20).toUpperCase(),
    width: numberAt(element, 'Resolution', 'Width') ?? 0,
    height: numberAt(element, 'Resolution', 'Height') ?? 0,
    frameRate: numberAt(element, 'RateControl', 'FrameRateLimit') ?? 0,
    bitrateKbps: numberAt(element, 'RateControl', 'BitrateLimit') ?? 0,
    gop: Number.isInteger(gop) && gop > 0 ? gop : undefined,
    quality: numberAt(element, 'Quality') ?? 0,
    profile: plainText(element.attributes.get('Profile') ?? textAt(codec, 'H264Profile'), 40),
  }
}

function audioEncoderOf(element: XmlElement): AudioEncoder {
  return {
    token: tokenOf(element),
    name: plainText(textAt(element, 'Name')),
    encoding: plainText(textAt(element, 'Encoding'), 20),
    bitrateKbps: numberAt(element, 'Bitrate') ?? 0,
    sampleRateKhz: numberAt(element, 'SampleRate') ?? 0,
  }
}

/** The address as the device says it, which may hold a wrong host and even credentials: see `streamUrlAt`. */
export async function getStreamUri(client: OnvifClient, profileToken: string): Promise<string> {
  if (mediaOf(client) === 'media2') {
    const inner = `${tag('q:Protocol', 'RTSP')}${tag('q:ProfileToken', profileToken)}`
    const answer = await orIfMissing(client.call('media2', 'GetStreamUri', inner), undefined)
    const uri = textAt(answer, 'Uri')
    if (uri || !client.has('media')) return uri
  }
  const setup =
    '<q:StreamSetup><tt:Stream>RTP-Unicast</tt:Stream><tt:Transport><tt:Protocol>RTSP</tt:Protocol></tt:Transport></q:StreamSetup>'
  const inner = `${setup}${tag('q:ProfileToken', profileToken)}`
  return textAt(await client.call('media', 'GetStreamUri', inner), 'MediaUri', 'Uri')
}

/** Where a picture of the profile is fetched, as the device says it; empty where it has none. */
export async function getSnapshotUri(client: OnvifClient, profileToken: string): Promise<string> {
  const inner = tag('q:ProfileToken', profileToken)
  if (mediaOf(client) === 'media2') {
    const uri = textAt(await orIfMissing(client.call('media2', 'GetSnapshotUri', inner), undefined), 'Uri')
    if (uri || !client.has('media')) return uri
  }
  const answer = await orIfMissing(client.call('media', 'GetSnapshotUri', inner), undefined)
  return textAt(answer, 'MediaUri', 'Uri')
}

/** Like `streamUrlAt`, for a picture. */
export function pictureUrlAt(said: string, reached: string): string | undefined {
  return urlAt(said, reached, ['http:', 'https:'])
}

/**
 * The stream's address at the host where the device was reached: what it says of itself may be its address behind a
 * router, a name that nobody knows, or the loopback. Its port stays. Undefined for what is no RTSP address.
 */
export function streamUrlAt(said: string, reached: string): string | undefined {
  return urlAt(said, reached, ['rtsp:', 'rtsps:'])
}

function urlAt(said: string, reached: string, schemes: readonly string[]): string | undefined {
  const uri = URL.parse(said)
  const host = URL.parse(reached)?.hostname
  if (!uri || !host || !schemes.includes(uri.protocol)) return undefined
  // `rtsp:0.evil.example/` has no host, and a path that would be read as the rest of ours.
  if (uri.pathname !== '' && !uri.pathname.startsWith('/')) return undefined
  const port = uri.port === '' ? '' : `:${uri.port}`
  return `${uri.protocol}//${host}${port}${uri.pathname}${uri.search}`
}

export async function getVideoEncoders(client: OnvifClient): Promise<VideoEncoder[]> {
  const answer = await client.call(mediaOf(client), 'GetVideoEncoderConfigurations')
  return childrenOf(answer, 'Configurations').map(videoEncoderOf)
}

export async function getAudioEncoders(client: OnvifClient): Promise<AudioEncoder[]> {
  const answer = await client.call(mediaOf(client), 'GetAudioEncoderConfigurations')
  return childrenOf(answer, 'Configurations').map(audioEncoderOf)
}

export interface VideoEncoderOptions {
  encoding: string
  /** Codec profiles, such as `Main`; empty where the device does not say. */
  profiles: string[]
  resolutions: { width: number; height: number }[]
  frameRate: { min: number; max: number }
  /** Undefined where the device does not say. */
  bitrateKbps: { min: number; max: number } | undefined
  gop: { min: number; max: number } | undefined
}

/** What an encoder can be set to, for each codec that it has. */
export async function getVideoEncoderOptions(
  client: OnvifClient,
  encoderToken: string,
): Promise<VideoEncoderOptions[]> {
  const media = mediaOf(client)
  const inner = tag('q:ConfigurationToken', encoderToken)
  const answer = await client.call(media, 'GetVideoEncoderConfigurationOptions', inner)
  if (media === 'media2') return childrenOf(answer, 'Options').map(optionsOfMedia2)
  const options = child(answer, 'Options')
  const extension = child(options, 'Extension')
  return ['H264', 'MPEG4', 'JPEG'].flatMap((encoding) => {
    const one = child(extension, encoding) ?? child(options, encoding)
    return one ? [optionsOfMedia1(encoding, one)] : []
  })
}

function optionsOfMedia2(one: XmlElement): VideoEncoderOptions {
  const rates = (one.attributes.get('FrameRatesSupported') ?? '').split(/\s+/).map(Number).filter(Boolean)
  const [gopMin, gopMax] = (one.attributes.get('GovLengthRange') ?? '').split(/\s+/).map(Number)
  return {
    encoding: plainText(textAt(one, 'Encoding'), 20).toUpperCase(),
    profiles: wordsIn(one.attributes.get('ProfilesSupported') ?? ''),
    resolutions: resolutionsOf(childrenOf(one, 'ResolutionsAvailable')),
    frameRate: { min: Math.min(...rates, 1), max: Math.max(...rates, 1) },
    bitrateKbps: rangeOf(child(one, 'BitrateRange')),
    gop: gopMin && gopMax ? { min: gopMin, max: gopMax } : undefined,
  }
}

function optionsOfMedia1(encoding: string, one: XmlElement): VideoEncoderOptions {
  return {
    encoding,
    profiles: childrenOf(one, 'H264ProfilesSupported').flatMap(({ text }) => wordsIn(text)),
    resolutions: resolutionsOf(childrenOf(one, 'ResolutionsAvailable')),
    frameRate: rangeOf(child(one, 'FrameRateRange')) ?? { min: 1, max: 1 },
    bitrateKbps: rangeOf(child(one, 'BitrateRange')),
    gop: rangeOf(child(one, 'GovLengthRange')),
  }
}

function wordsIn(text: string): string[] {
  return plainText(text)
    .split(/\s+/)
    .filter((word) => word !== '')
}

function resolutionsOf(elements: readonly XmlElement[]): { width: number; height: number }[] {
  return elements.map((it) => ({ width: numberAt(it, 'Width') ?? 0, height: numberAt(it, 'Height') ?? 0 }))
}

function rangeOf(element: XmlElement | undefined): { min: number; max: number } | undefined {
  const [min, max] = [numberAt(element, 'Min'), numberAt(element, 'Max')]
  return min === undefined || max === undefined ? undefined : { min, max }
}

export type VideoEncoderChange = Partial<
  Pick<
    VideoEncoder,
    'encoding' | 'profile' | 'width' | 'height' | 'frameRate' | 'bitrateKbps' | 'gop' | 'quality'
  >
>

/** Changes an encoder; what is not named stays as the device has it. Throws OnvifFault. */
export async function setVideoEncoder(
  client: OnvifClient,
  encoderToken: string,
  change: VideoEncoderChange,
): Promise<void> {
  const media = mediaOf(client)
  const answer = await client.call(media, 'GetVideoEncoderConfigurations')
  const element = childrenOf(answer, 'Configurations').find((it) => tokenOf(it) === encoderToken)
  if (!element) throw new OnvifFault('refused', 'The device no longer has this encoder')
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const was = videoEncoderOf(element)
  // A profile is one of its codec's, and so is the way from key frame to key frame: of another the device chooses, unless it is said.
  const isOtherCodec = change.encoding !== undefined && change.encoding !== was.encoding
  const next: VideoEncoder = { ...was, ...(isOtherCodec ? { profile: '', gop: undefined } : {}), ...given }
  const isMedia1 = media === 'media'
  const inner = isMedia1 ? configurationForMedia1(element, next) : configurationForMedia2(element, next)
  const persistence = isMedia1 ? '<q:ForcePersistence>true</q:ForcePersistence>' : ''
  await client.call(media, 'SetVideoEncoderConfiguration', `${inner}${persistence}`)
}

function configurationForMedia2(was: XmlElement, next: VideoEncoder): string {
  const attributes = `token=${quoted(next.token)}${attribute('GovLength', next.gop)}${attribute('Profile', next.profile || undefined)}`
  return (
    `<q:Configuration ${attributes}>${tag('tt:Name', next.name)}${tag('tt:UseCount', textAt(was, 'UseCount') || 1)}` +
    `${tag('tt:Encoding', next.encoding)}${resolution(next)}` +
    `<tt:RateControl>${tag('tt:FrameRateLimit', next.frameRate)}${tag('tt:BitrateLimit', next.bitrateKbps)}</tt:RateControl>` +
    `${multicast(was)}${tag('tt:Quality', next.quality)}</q:Configuration>`
  )
}

function configurationForMedia1(was: XmlElement, next: VideoEncoder): string {
  const codec =
    next.encoding === 'H264'
      ? `<tt:H264>${tag('tt:GovLength', next.gop ?? 50)}${tag('tt:H264Profile', next.profile || 'Main')}</tt:H264>`
      : ''
  return (
    `<q:Configuration token=${quoted(next.token)}>${tag('tt:Name', next.name)}${tag('tt:UseCount', textAt(was, 'UseCount') || 1)}` +
    `${tag('tt:Encoding', next.encoding)}${resolution(next)}${tag('tt:Quality', next.quality)}` +
    `<tt:RateControl>${tag('tt:FrameRateLimit', next.frameRate)}` +
    tag('tt:EncodingInterval', textAt(was, 'RateControl', 'EncodingInterval') || 1) +
    `${tag('tt:BitrateLimit', next.bitrateKbps)}</tt:RateControl>` +
    `${codec}${multicast(was)}${tag('tt:SessionTimeout', textAt(was, 'SessionTimeout') || 'PT60S')}</q:Configuration>`
  )
}

function resolution({ width, height }: VideoEncoder): string {
  return `<tt:Resolution>${tag('tt:Width', width)}${tag('tt:Height', height)}</tt:Resolution>`
}

/** Both media services require it when an encoder is set, though nothing here uses it. */
function multicast(was: XmlElement): string {
  const said = child(was, 'Multicast')
  const address = textAt(said, 'Address', 'IPv4Address') || '0.0.0.0'
  const of = (name: string) => tag(`tt:${name}`, textAt(said, name) || 0)
  const isStarted = tag('tt:AutoStart', textAt(said, 'AutoStart') || false)
  return `<tt:Multicast><tt:Address><tt:Type>IPv4</tt:Type>${tag('tt:IPv4Address', address)}</tt:Address>${of('Port')}${of('TTL')}${isStarted}</tt:Multicast>`
}

export type AudioEncoderChange = Partial<Pick<AudioEncoder, 'encoding' | 'bitrateKbps' | 'sampleRateKhz'>>

/** Like `setVideoEncoder`, for sound. */
export async function setAudioEncoder(
  client: OnvifClient,
  encoderToken: string,
  change: AudioEncoderChange,
): Promise<void> {
  const media = mediaOf(client)
  const answer = await client.call(media, 'GetAudioEncoderConfigurations')
  const element = childrenOf(answer, 'Configurations').find((it) => tokenOf(it) === encoderToken)
  if (!element) throw new OnvifFault('refused', 'The device no longer has this encoder')
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const next: AudioEncoder = { ...audioEncoderOf(element), ...given }
  const common = `${tag('tt:Name', next.name)}${tag('tt:UseCount', textAt(element, 'UseCount') || 1)}${tag('tt:Encoding', next.encoding)}`
  const rates = `${tag('tt:Bitrate', next.bitrateKbps)}${tag('tt:SampleRate', next.sampleRateKhz)}`
  const inner =
    media === 'media2'
      ? `${common}${multicast(element)}${rates}`
      : `${common}${rates}${multicast(element)}${tag('tt:SessionTimeout', textAt(element, 'SessionTimeout') || 'PT60S')}`
  const persistence = media === 'media' ? '<q:ForcePersistence>true</q:ForcePersistence>' : ''
  await client.call(
    media,
    'SetAudioEncoderConfiguration',
    `<q:Configuration token=${quoted(next.token)}>${inner}</q:Configuration>${persistence}`,
  )
}

function quoted(value: string): string {
  return `"${escapeXml(value)}"`
}

function attribute(name: string, value: string | number | undefined): string {
  return value === undefined ? '' : ` ${name}=${quoted(String(value))}`
}
