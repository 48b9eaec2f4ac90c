/** What a device keeps itself (Profile G): found by ONVIF Recording Search. All that it says is limited and checked. */
import { sourcesOf } from './choice.ts'
import type { OnvifClient } from './client.ts'
import { OnvifFault, outcomeOf } from './fault.ts'
import type { Profile } from './media.ts'
import { child, childrenOf, tag, textAt, type XmlElement } from './xml.ts'

/** One stretch of a recording of the device. */
export interface StoredFootage {
  token: string
  /** What it was taken from, in the device's own words. */
  source: string
  /** By our clock, ms since 1970. */
  fromMs: number
  toMs: number
}

interface StateEvent {
  token: string
  atMs: number
  isRecording: boolean
}

const MOST_RECORDINGS = 2000
const MOST_EVENTS = 5000
const RESULTS_AT_ONCE = 100
/** A search that isn't over by then is left with what it found. */
const MOST_ROUNDS = 40
const STATE_TOPIC = 'RecordingHistory/Recording/State'
const TOPIC_DIALECT = 'http://www.onvif.org/ver10/tev/topicExpression/ConcreteSet'

/** What a device keeps, of at most 2000 recordings; undefined where it keeps none itself. Throws OnvifFault. */
export async function findStoredFootage(client: OnvifClient): Promise<StoredFootage[] | undefined> {
  if (!client.has('search') || !client.has('replay')) return undefined
  const recordings = await findRecordings(client)
  if (recordings.length === 0) return []
  // An NVR tells one recording for each channel, from its first picture to its last: where it paused is told as events.
  const events = await outcomeOf(findStateEvents(client, recordings))
  const byToken = Map.groupBy(events.ok ? events.value : [], ({ token }) => token)
  return recordings.flatMap((recording) => stretchesOf(recording, byToken.get(recording.token) ?? []))
}

async function findRecordings(client: OnvifClient): Promise<StoredFootage[]> {
  const inner = `<q:Scope/>${tag('q:MaxMatches', MOST_RECORDINGS)}${tag('q:KeepAliveTime', 'PT30S')}`
  const token = textAt(await client.call('search', 'FindRecordings', inner), 'SearchToken')
  const read = (list: XmlElement | undefined): StoredFootage[] =>
    childrenOf(list, 'RecordingInformation').flatMap((one) => footageOf(one, client.clockOffsetMs) ?? [])
  return searched(client, 'GetRecordingSearchResults', { token, most: MOST_RECORDINGS, read })
}

async function findStateEvents(
  client: OnvifClient,
  recordings: readonly StoredFootage[],
): Promise<StateEvent[]> {
  const offsetMs = client.clockOffsetMs
  const fromMs = Math.min(...recordings.map((it) => it.fromMs))
  const inner =
    `${tag('q:StartPoint', new Date(fromMs + offsetMs).toISOString())}<q:Scope/><q:SearchFilter>` +
    `<wsnt:TopicExpression Dialect="${TOPIC_DIALECT}" xmlns:tns1="http://www.onvif.org/ver10/topics">tns1:${STATE_TOPIC}` +
    `</wsnt:TopicExpression></q:SearchFilter>${tag('q:IncludeStartState', true)}` +
    `${tag('q:MaxMatches', MOST_EVENTS)}${tag('q:KeepAliveTime', 'PT30S')}`
  const token = textAt(await client.call('search', 'FindEvents', inner), 'SearchToken')
  const read = (list: XmlElement | undefined): StateEvent[] =>
    childrenOf(list, 'Result').flatMap((one) => eventOf(one, offsetMs) ?? [])
  return searched(client, 'GetEventSearchResults', { token, most: MOST_EVENTS, read })
}

/** The results of a search that was begun. */
async function searched<T>(
  client: OnvifClient,
  action: string,
  { token, most, read }: { token: string; most: number; read: (list: XmlElement | undefined) => T[] },
): Promise<T[]> {
  const search = tag('q:SearchToken', token)
  const limits = `${tag('q:MinResults', 1)}${tag('q:MaxResults', RESULTS_AT_ONCE)}${tag('q:WaitTime', 'PT1S')}`
  const found: T[] = []
  for (let round = 0; round < MOST_ROUNDS && found.length < most; round++) {
    const list = child(await client.call('search', action, search + limits), 'ResultList')
    found.push(...read(list))
    const state = textAt(list, 'SearchState')
    // It is over by itself; only a search that is left has to be ended.
    if (state === 'Completed') return found.slice(0, most)
    if (state !== 'Queued' && state !== 'Searching')
      throw new OnvifFault('protocol', 'The device does not say how its search goes')
  }
  await outcomeOf(client.call('search', 'EndSearch', search))
  return found.slice(0, most)
}

/** The device tells times by its own clock. Nothing lies in the future, whatever it says; undefined for what is no range. */
function footageOf(element: XmlElement, clockOffsetMs: number): StoredFootage | undefined {
  const timeOf = (name: string): number => Date.parse(textAt(element, name)) - clockOffsetMs
  const token = textAt(element, 'RecordingToken')
  const fromMs = Math.round(Math.max(0, timeOf('EarliestRecording')))
  const toMs = Math.round(Math.min(Date.now(), timeOf('LatestRecording')))
  // Neither holds for a time that could not be read.
  return token !== '' && fromMs < toMs
    ? { token, source: textAt(element, 'Source', 'SourceId'), fromMs, toMs }
    : undefined
}

function eventOf(result: XmlElement, clockOffsetMs: number): StateEvent | undefined {
  const atMs = Math.round(Date.parse(textAt(result, 'Time')) - clockOffsetMs)
  const event = child(result, 'Event')
  const data = child(event, 'Message', 'Message', 'Data')
  const item = childrenOf(data, 'SimpleItem').find((it) => it.attributes.get('Name') === 'IsRecording')
  // A device that pays the filter no heed tells of other things as well.
  if (!item || !Number.isFinite(atMs) || !textAt(event, 'Topic').endsWith(STATE_TOPIC)) return undefined
  const isRecording = ['true', '1'].includes(item.attributes.get('Value') ?? '')
  return { token: textAt(result, 'RecordingToken'), atMs, isRecording }
}

/** What of a recording is between its pauses; all of it where nothing is told of pauses. */
function stretchesOf(recording: StoredFootage, events: readonly StateEvent[]): StoredFootage[] {
  const stretches: StoredFootage[] = []
  let fromMs: number | undefined = recording.fromMs
  const endAt = (atMs: number): void => {
    const toMs = Math.min(atMs, recording.toMs)
    if (fromMs !== undefined && fromMs < toMs) stretches.push({ ...recording, fromMs, toMs })
    fromMs = undefined
  }
  for (const { atMs, isRecording } of events.toSorted((a, b) => a.atMs - b.atMs)) {
    if (!isRecording) endAt(atMs)
    else fromMs ??= Math.max(atMs, recording.fromMs)
  }
  endAt(recording.toMs)
  return stretches
}

/**
 * Those of one channel. A device with one channel has no others; of an NVR it is told by the video source's token or a profile's,
 * and what names neither belongs to nobody.
 */
export function footageOfChannel(
  footage: readonly StoredFootage[],
  profiles: readonly Profile[],
  channel: number,
): StoredFootage[] {
  const sources = sourcesOf(profiles)
  const own = sources[channel]
  if (!own) return []
  if (sources.length === 1) return [...footage]
  const names = new Set(own.flatMap(({ source, token }) => [source, token]))
  return footage.filter(({ source }) => names.has(source))
}

/** The RTSP address of a recording as the device says it: see `streamUrlAt`. */
export async function getReplayUri(client: OnvifClient, recording: string): Promise<string> {
  const setup =
    '<q:StreamSetup><tt:Stream>RTP-Unicast</tt:Stream><tt:Transport><tt:Protocol>RTSP</tt:Protocol></tt:Transport></q:StreamSetup>'
  return textAt(
    await client.call('replay', 'GetReplayUri', `${setup}${tag('q:RecordingToken', recording)}`),
    'Uri',
  )
}
