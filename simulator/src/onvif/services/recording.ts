/** Profile G: what the device has stored, how it is found, and where it is played (ONVIF Recording Control, Recording Search, Replay Control). */
import { randomBytes } from 'node:crypto'
import type { Camera, Device } from '../../device.ts'
import { type Range, rangeOf, stretchesOf } from '../../edge/card.ts'
import { type Call, service } from '../service.ts'
import { invalidArgument } from '../soap.ts'
import { childrenOf, find, localName, numberAt, textAt, type Xml, xml } from '../xml.ts'
import { durationMs } from './duration.ts'
import { sourceToken } from './tokens.ts'

/** A card is told as one recording, with its pauses in it. */
interface Stored {
  camera: Camera
  range: Range
}

interface Search {
  device: Device
  /** Results that were not told yet. */
  rest: Xml[]
  endsMs: number
}

const LONGEST_SEARCH_MS = 60_000
const MOST_SEARCHES = 16
const MOST_RESULTS = 100

const hasCard = (device: Device): boolean => device.cameras.some(({ card }) => card !== undefined)
const tokenOf = ({ camera }: Stored): string => `recording${camera.channel}`

function storedIn(device: Device): Stored[] {
  return device.cameras.flatMap((camera) => {
    const range = camera.card && rangeOf(camera.card)
    return range ? [{ camera, range }] : []
  })
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
  const { camera, range } = stored
  const { fromMs, toMs } = range
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
    <tt:RecordingStatus>Recording</tt:RecordingStatus>
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

const STATE_TOPIC = 'tns1:RecordingHistory/Recording/State'

/** When a card's recording began and paused. */
function stateEvents(stored: Stored): { atMs: number; event: Xml }[] {
  const stretches = stretchesOf(stored.camera.card?.sections ?? [])
  const changes = stretches.flatMap(({ fromMs, toMs }, i) => [
    { atMs: fromMs, isRecording: true },
    ...(i === stretches.length - 1 ? [] : [{ atMs: toMs, isRecording: false }]),
  ])
  return changes.map(({ atMs, isRecording }) => ({
    atMs,
    event: xml`
      <tt:Result>
        <tt:RecordingToken>${tokenOf(stored)}</tt:RecordingToken>
        <tt:TrackToken/>
        <tt:Time>${dateTime(atMs)}</tt:Time>
        <tt:Event>
          <wsnt:Topic Dialect="http://www.onvif.org/ver10/tev/topicExpression/ConcreteSet">${STATE_TOPIC}</wsnt:Topic>
          <wsnt:Message>
            <tt:Message UtcTime="${dateTime(atMs)}" PropertyOperation="Changed">
              <tt:Source><tt:SimpleItem Name="RecordingToken" Value="${tokenOf(stored)}"/></tt:Source>
              <tt:Data><tt:SimpleItem Name="IsRecording" Value="${isRecording}"/></tt:Data>
            </tt:Message>
          </wsnt:Message>
        </tt:Event>
        <tt:StartStateEvent>false</tt:StartStateEvent>
      </tt:Result>
    `,
  }))
}

const searches = new Map<string, Search>()

/** Begins a search that has all its results already. */
function begun({ device, body }: Call, results: readonly Xml[]): Xml {
  const most = numberAt(body, 'MaxMatches') ?? Number.POSITIVE_INFINITY
  const now = Date.now()
  for (const [token, { endsMs }] of searches) if (endsMs < now) searches.delete(token)
  const [oldest] = searches.keys()
  if (searches.size >= MOST_SEARCHES && oldest !== undefined) searches.delete(oldest)
  const token = randomBytes(8).toString('hex')
  const keptMs = Math.min(durationMs(textAt(body, 'KeepAliveTime')) ?? 0, LONGEST_SEARCH_MS)
  searches.set(token, { device, rest: results.slice(0, most), endsMs: now + keptMs })
  return xml`<tse:SearchToken>${token}</tse:SearchToken>`
}

function nextResults(call: Call): Xml {
  const found = searchBy(call)
  const most = Math.min(numberAt(call.body, 'MaxResults') ?? MOST_RESULTS, MOST_RESULTS)
  const results = found.rest.splice(0, most)
  return xml`
    <tse:ResultList>
      <tt:SearchState>${found.rest.length === 0 ? 'Completed' : 'Searching'}</tt:SearchState>
      ${results}
    </tse:ResultList>
  `
}

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
      const ranges = storedIn(device).map(({ range }) => range)
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

    FindRecordings: (call) => {
      const sources = childrenOf(find(call.body, 'Scope'))
        .filter((child) => localName(child) === 'IncludedSources')
        .map((source) => textAt(source, 'Token'))
      const found = storedIn(call.device).filter(
        ({ camera }) => sources.length === 0 || sources.includes(sourceToken(camera)),
      )
      const told = found.map(
        (stored) => xml`<tt:RecordingInformation>${information(stored)}</tt:RecordingInformation>`,
      )
      return begun(call, told)
    },

    GetRecordingSearchResults: nextResults,

    FindEvents: (call) => {
      const fromMs = Date.parse(textAt(call.body, 'StartPoint') ?? '')
      if (Number.isNaN(fromMs)) throw invalidArgument('There is no start')
      const toMs = Date.parse(textAt(call.body, 'EndPoint') ?? '') || Number.POSITIVE_INFINITY
      const events = storedIn(call.device)
        .flatMap((stored) => stateEvents(stored))
        .filter(({ atMs }) => atMs >= fromMs && atMs <= toMs)
      return begun(
        call,
        events.map(({ event }) => event),
      )
    },

    GetEventSearchResults: nextResults,

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
      const { camera } = storedBy(call)
      const path = camera.channel === 1 ? '' : `/${camera.channel}`
      return xml`<trp:Uri>${call.rtspBase}/cam/${camera.device.number}${path}/stored</trp:Uri>`
    },

    GetReplayConfiguration: () =>
      xml`<trp:Configuration><tt:SessionTimeout>PT60S</tt:SessionTimeout></trp:Configuration>`,
  },
)
