/** What stands at an http(s):// address, asked by ONVIF. */
import type { Advice } from '../advice.ts'
import type {
  Access,
  AllowedAddress,
  DeviceFacts,
  Driver,
  AddressCheck,
  ProbedChannel,
  ProbedStream,
  ProbeOutcome,
  ProbeRefusal,
} from '../driver.ts'
import { rtspDriver } from '../rtsp/probe.ts'
import { type Choice, chooseStreams, refusalOf, SMALL_WIDTH, sourcesOf } from './choice.ts'
import { OnvifClient } from './client.ts'
import { type DeviceInformation, getEndpoint, getName, getScopeItems, informationOf } from './device.ts'
import { OnvifFault, outcomeOf } from './fault.ts'
import { type DeviceKind, kindOfDevice } from './kind.ts'
import { getProfiles, getStreamUri, type Profile, streamUrlAt } from './media.ts'
import { takeSnapshot } from './snapshot.ts'

/** A console waits for 10 s; the rest is for the try of a stream. */
const LIMITS = { deadlineMs: 4000, totalMs: 6000 }
const STREAM_TRY_MS = 2500
const URIS_AT_ONCE = 4
/** A window need not wait longer for its first picture. */
const LONG_GOP_S = 4
const CLOCK_TOLERANCE_S = 30

export const onvifDriver: Driver = {
  async probe(address, access, check): Promise<ProbeOutcome> {
    const { username, password, tls } = access
    const client = new OnvifClient({ ...address, username, password, tls }, LIMITS)
    const outcome = await outcomeOf(ask(client, check))
    if (!outcome.ok) return refusalOf(outcome)
    return finish(outcome.value, access, check)
  },

  snapshot: takeSnapshot,
}

interface Asked {
  facts: DeviceFacts
  kind: DeviceKind
  channels: ProbedChannel[]
  hasPtz: boolean
  advice: Advice[]
}

async function ask(client: OnvifClient, check: AddressCheck): Promise<Asked> {
  const information = informationOf(await answered(client.open()))
  const endpoint = await getEndpoint(client)
  const scopes = await getScopeItems(client)
  const name = await getName(client, scopes)
  const profiles = await getProfiles(client)
  const advice: Advice[] = []
  const chosen = sourcesOf(profiles).map(chooseStreams)
  const channels = await channelsOf(chosen, client, check, advice)
  const [first] = chosen
  const offSeconds = Math.round(client.clockOffsetMs / 1000)
  if (Math.abs(offSeconds) > CLOCK_TOLERANCE_S)
    advice.push({ word: 'clockOff', values: { seconds: Math.abs(offSeconds) } })
  if (first) advice.push(...adviceOn(first, profiles))
  return {
    facts: {
      ...information,
      sdkVersion: client.coreVersion === '' ? '' : `ONVIF ${client.coreVersion}`,
      name,
      identity: identityOf(endpoint, information),
    },
    kind: kindOfDevice([...scopes, information.model, information.hardware], chosen.length),
    channels,
    hasPtz: profiles.some((profile) => profile.hasPtz),
    advice,
  }
}

/** Anyone who does not know the first question is no ONVIF device, but some web server. */
async function answered<T>(question: Promise<T>): Promise<T> {
  try {
    return await question
  } catch (error) {
    if (!(error instanceof OnvifFault) || error.reason !== 'notSupported') throw error
    throw new OnvifFault('protocol', error.message)
  }
}

/** The endpoint is made to stay the same (WS-Discovery 2.6); some makers ship the same one in every device, so the serial counts too. */
function identityOf(endpoint: string, { vendor, model, serial }: DeviceInformation): string {
  const parts = [endpoint, serial === '' ? '' : `${vendor}/${model}/${serial}`].filter(Boolean)
  return parts.join(' ').toLowerCase().slice(0, 300)
}

async function channelsOf(
  choices: readonly Choice[],
  client: OnvifClient,
  check: AddressCheck,
  advice: Advice[],
): Promise<ProbedChannel[]> {
  const channels: ProbedChannel[] = []
  const waiting = choices.map((choice, channel) => ({ choice, channel }))
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { choice, channel } = next
      const streams: ProbedStream[] = []
      for (const quality of ['main', 'sub'] as const) {
        const profile = choice[quality]
        const stream = profile && (await streamOf(quality, profile, client, check, advice))
        if (stream) streams.push(stream)
      }
      const isMainThere = streams.some(({ quality }) => quality === 'main')
      if (isMainThere) channels.push({ channel, name: choice.main?.name ?? '', streams })
    }
  }
  await Promise.all(Array.from({ length: URIS_AT_ONCE }, work))
  return channels.toSorted((a, b) => a.channel - b.channel)
}

async function streamOf(
  quality: 'main' | 'sub',
  profile: Profile,
  client: OnvifClient,
  check: AddressCheck,
  advice: Advice[],
): Promise<ProbedStream | undefined> {
  const said = await getStreamUri(client, profile.token)
  const url = streamUrlAt(said, client.target.url)
  if (url === undefined) return undefined
  const saidHost = URL.parse(said)?.host ?? ''
  const isElsewhere = saidHost !== '' && saidHost !== URL.parse(url)?.host
  if (isElsewhere && !advice.some(({ word }) => word === 'wrongOwnAddress'))
    advice.push({ word: 'wrongOwnAddress', values: { said: saidHost.slice(0, 80) } })
  const checked = await check(url)
  if (!checked.ok) throw new OnvifFault('refused', checked.detail)
  const { video } = profile
  return {
    quality,
    url: checked.url,
    codec: video?.encoding ?? '',
    width: video?.width ?? 0,
    height: video?.height ?? 0,
    frameRate: video?.frameRate ?? 0,
    bitrateKbps: video?.bitrateKbps ?? 0,
  }
}

function adviceOn({ main, sub }: Choice, profiles: readonly Profile[]): Advice[] {
  const advice: Advice[] = []
  if (!main) {
    const codec = profiles.find(({ video }) => video)?.video?.encoding
    return codec === undefined ? [] : [{ word: 'unplayableCodec', values: { codec } }]
  }
  if (!sub && (main.video?.width ?? 0) > SMALL_WIDTH) advice.push({ word: 'noSubStream' })
  const { gop = 0, frameRate = 0 } = main.video ?? {}
  const seconds = frameRate > 0 ? Math.round(gop / frameRate) : 0
  if (seconds > LONG_GOP_S) advice.push({ word: 'longGop', values: { seconds } })
  return advice
}

/** Tries the first stream, since a device that talks ONVIF may still keep its pictures to itself. */
async function finish(
  { facts, kind, channels, hasPtz, advice }: Asked,
  access: Access,
  check: AddressCheck,
): Promise<ProbeOutcome> {
  const main = channels[0]?.streams[0]
  if (!main) {
    const detail = 'The device offers no H.264 or H.265 stream by ONVIF'
    return { ok: false, reason: 'noUsableStream', detail }
  }
  const device = { protocol: 'onvif' as const, facts, kind, server: '', channels, hasPtz }
  const address = await check(main.url)
  const tried = address.ok ? await withinTime(tryStream(address, access, check)) : undefined
  if (tried?.ok) {
    const { streams, server } = tried.device
    const sub = channels[0]?.streams.find(({ quality, codec }) => quality === 'sub' && codec === 'H264')
    const more = tried.device.advice.map((it) => (it.word === 'h265' && sub ? besides(sub) : it))
    return { ok: true, device: { ...device, server, streams, advice: [...advice, ...more] } }
  }
  const streams = [{ kind: 'video' as const, codec: main.codec, isPlayable: true }]
  const word = wordOnStreams(tried?.reason)
  return { ok: true, device: { ...device, streams, advice: [...advice, { word }] } }
}

function wordOnStreams(reason: ProbeRefusal | undefined) {
  if (reason === 'credentials') return 'streamsRefuse'
  return reason === 'certificate' ? 'streamsUntrusted' : 'streamsSilent'
}

/** H.265 that has a second stream for those who cannot play it. */
function besides({ width, height }: ProbedStream): Advice {
  return { word: 'h265Main', values: { width, height } }
}

function tryStream(address: AllowedAddress, access: Access, check: AddressCheck): Promise<ProbeOutcome> {
  return rtspDriver.probe(address, access, check)
}

function withinTime<T>(work: Promise<T>): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), STREAM_TRY_MS)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
