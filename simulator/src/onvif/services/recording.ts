/** Profile G: what the device has stored, how it is found, and where it is played (ONVIF Recording Control, Recording Search, Replay Control). */
import { randomBytes } from 'node:crypto'
import type { Camera, Device } from '../../device.ts'
import { rangeOf, type Section } from '../../edge/card.ts'
import { type Call, service } from '../service.ts'
import { invalidArgument } from '../soap.ts'
import { childrenOf, find, localName, numberAt, textAt, type Xml, xml } from '../xml.ts'
import { durationMs } from './duration.ts'
import { sourceToken } from './tokens.ts'

/** Each section of a card is told as a recording of its own. */
interface Stored {
  camera: Camera
  section: Section
}

interface Search {
  device: Device
  rest: Stored[]
  endsMs: number
}

const LONGEST_SEARCH_MS = 60_000
const MOST_SEARCHES = 16
const MOST_RESULTS = 100

const hasCard = (device: Device): boolean => device.cameras.some(({ card }) => card !== undefined)
const tokenOf = ({ camera, section }: Stored): string => `recording${camera.channel}-${section.number}`

function storedIn(device: Device): Stored[] {
  return device.cameras.flatMap((camera) =>
    (camera.card?.sections ?? [])
      .filter(({ pictures }) => pictures.length > 0)
      .map((section) => ({ camera, section })),
  )
}

function storedBy({ device, body }: Call): Stored {
  const token = textAt(body, 'RecordingToken')
  const found = storedIn(device).find((stored) => tokenOf(stored) === token)
  if (found === undefined) throw invalidArgument(`There is no recording ${token ?? ''}`, 'ter:NoRecording')
  return found
}

const dateTime = (timeMs: number): string => new Date(timeMs).toISOString()

function sourceElement({ device, channel }: Camera, token: string): Xml {
  return xml`
    <tt:Source>
      <tt:SourceId>${token}</tt:SourceId>
      <tt:Name>${device.name}</tt:Name>
      <tt:Location>${device.place}</tt:Location>
      <tt:Description>Channel ${channel}</tt:Description>
      <tt:Address>${device.hostname}</tt:Address>
    </tt:Source>
    <tt:Content>Memory card</tt:Content>
  `
}

function information(stored: Stored): Xml {
  const { camera, section } = stored
  const { fromMs, toMs } = rangeOf(section)
  const isGrowing = camera.card?.sections.at(-1) === section
  return xml`
    <tt:RecordingToken>${tokenOf(stored)}</tt:RecordingToken>
    ${sourceElement(camera, sourceToken(camera))}
    <tt:EarliestRecording>${dateTime(fromMs)}</tt:EarliestRecording>
    <tt:LatestRecording>${dateTime(toMs)}</tt:LatestRecording>
    <tt:Track>
      <tt:TrackToken>VIDEO001</tt:TrackToken>
      <tt:TrackType>Video</tt:TrackType>
      <tt:Description/>
      <tt:DataFrom>${dateTime(fromMs)}</tt:DataFrom>
      <tt:DataTo>${dateTime(toMs)}</tt:DataTo>
    </tt:Track>
    <tt:RecordingStatus>${isGrowing ? 'Recording' : 'Stopped'}</tt:RecordingStatus>
  `
}

export const recording = service(
  {
    prefix: 'trc',
    namespace: 'http://www.onvif.org/ver10/recording/wsdl',
    path: 'recording_service',
    isFor: hasCard,
    capabilities: xml`<trc:Capabilities DynamicRecordings="false" DynamicTracks="false" Encoding="H264"/>`,
  },
  {
    GetRecordings: ({ device }) =>
      xml`${storedIn(device).map(
        (stored) => xml`
          <trc:RecordingItem>
            <tt:RecordingToken>${tokenOf(stored)}</tt:RecordingToken>
            <tt:Configuration>
              ${sourceElement(stored.camera, sourceToken(stored.camera))}
              <tt:MaximumRetentionTime>PT0S</tt:MaximumRetentionTime>
            </tt:Configuration>
            <tt:Tracks>
              <tt:Track>
                <tt:TrackToken>VIDEO001</tt:TrackToken>
                <tt:Configuration><tt:TrackType>Video</tt:TrackType><tt:Description/></tt:Configuration>
              </tt:Track>
            </tt:Tracks>
          </trc:RecordingItem>
        `,
      )}`,
  },
)

const searches = new Map<string, Search>()

function searchBy({ device, body }: Call): Search {
  const search = searches.get(textAt(body, 'SearchToken') ?? '')
  if (search === undefined || search.device !== device || search.endsMs < Date.now())
    throw invalidArgument('There is no such search', 'ter:InvalidToken')
  return search
}

export const search = service(
  {
    prefix: 'tse',
    namespace: 'http://www.onvif.org/ver10/search/wsdl',
    path: 'search_service',
    isFor: hasCard,
    capabilities: xml`<tse:Capabilities MetadataSearch="false" GeneralStartEvents="false"/>`,
  },
  {
    GetRecordingSummary: ({ device }) => {
      const ranges = storedIn(device).map(({ section }) => rangeOf(section))
      const fromMs = Math.min(...ranges.map((range) => range.fromMs), Date.now())
      const toMs = Math.max(...ranges.map((range) => range.toMs), fromMs)
      return xml`
        <tse:Summary>
          <tt:DataFrom>${dateTime(fromMs)}</tt:DataFrom>
          <tt:DataUntil>${dateTime(toMs)}</tt:DataUntil>
          <tt:NumberRecordings>${ranges.length}</tt:NumberRecordings>
        </tse:Summary>
      `
    },

    GetRecordingInformation: (call) =>
      xml`<tse:RecordingInformation>${information(storedBy(call))}</tse:RecordingInformation>`,

    FindRecordings: ({ device, body }) => {
      const sources = childrenOf(find(body, 'Scope'))
        .filter((child) => localName(child) === 'IncludedSources')
        .map((source) => textAt(source, 'Token'))
      const most = numberAt(body, 'MaxMatches') ?? Number.POSITIVE_INFINITY
      const rest = storedIn(device).filter(
        ({ camera }) => sources.length === 0 || sources.includes(sourceToken(camera)),
      )
      const now = Date.now()
      for (const [token, { endsMs }] of searches) if (endsMs < now) searches.delete(token)
      const [oldest] = searches.keys()
      if (searches.size >= MOST_SEARCHES && oldest !== undefined) searches.delete(oldest)
      const token = randomBytes(8).toString('hex')
      const keptMs = Math.min(durationMs(textAt(body, 'KeepAliveTime')) ?? 0, LONGEST_SEARCH_MS)
      searches.set(token, { device, rest: rest.slice(0, most), endsMs: now + keptMs })
      return xml`<tse:SearchToken>${token}</tse:SearchToken>`
    },

    GetRecordingSearchResults: (call) => {
      const found = searchBy(call)
      const most = Math.min(numberAt(call.body, 'MaxResults') ?? MOST_RESULTS, MOST_RESULTS)
      const results = found.rest.splice(0, most)
      return xml`
        <tse:ResultList>
          <tt:SearchState>${found.rest.length === 0 ? 'Completed' : 'Searching'}</tt:SearchState>
          ${results.map((stored) => xml`<tt:RecordingInformation>${information(stored)}</tt:RecordingInformation>`)}
        </tse:ResultList>
      `
    },

    EndSearch: (call) => {
      searchBy(call)
      searches.delete(textAt(call.body, 'SearchToken') ?? '')
      return xml`<tse:Endpoint>${dateTime(Date.now())}</tse:Endpoint>`
    },
  },
)

export const replay = service(
  {
    prefix: 'trp',
    namespace: 'http://www.onvif.org/ver10/replay/wsdl',
    path: 'replay_service',
    isFor: hasCard,
    capabilities: xml`<trp:Capabilities ReversePlayback="false" SessionTimeoutRange="60 60" RTP_RTSP_TCP="true"/>`,
  },
  {
    GetReplayUri: (call) => {
      const { camera, section } = storedBy(call)
      const path = camera.channel === 1 ? '' : `/${camera.channel}`
      return xml`<trp:Uri>${call.rtspBase}/cam/${camera.device.number}${path}/stored${section.number}</trp:Uri>`
    },

    GetReplayConfiguration: () =>
      xml`<trp:Configuration><tt:SessionTimeout>PT60S</tt:SessionTimeout></trp:Configuration>`,
  },
)
