/** What a device keeps itself (Profile G): found by ONVIF Recording Search. All that it says is limited and checked. */
import { sourcesOf } from './choice.ts'
import type { OnvifClient } from './client.ts'
import { outcomeOf } from './fault.ts'
import type { Profile } from './media.ts'
import { childrenOf, child, tag, textAt, type XmlElement } from './xml.ts'

/** One recording of the device. */
export interface StoredFootage {
  token: string
  /** What it was taken from, in the device's own words. */
  source: string
  /** By our clock, ms since 1970. */
  fromMs: number
  toMs: number
}

const MOST_RECORDINGS = 2000
const RESULTS_AT_ONCE = 100
/** A search that isn't over by then is left with what it found. */
const MOST_ROUNDS = 40

/** All recordings of a device, at most 2000; undefined where it keeps none itself. Throws OnvifFault. */
export async function findStoredFootage(client: OnvifClient): Promise<StoredFootage[] | undefined> {
  if (!client.has('search') || !client.has('replay')) return undefined
  const begun = await client.call(
    'search',
    'FindRecordings',
    `<q:Scope/>${tag('q:MaxMatches', MOST_RECORDINGS)}${tag('q:KeepAliveTime', 'PT30S')}`,
  )
  const token = tag('q:SearchToken', textAt(begun, 'SearchToken'))
  const found: StoredFootage[] = []
  for (let round = 0; round < MOST_ROUNDS && found.length < MOST_RECORDINGS; round++) {
    const inner = `${token}${tag('q:MinResults', 1)}${tag('q:MaxResults', RESULTS_AT_ONCE)}${tag('q:WaitTime', 'PT1S')}`
    const list = child(await client.call('search', 'GetRecordingSearchResults', inner), 'ResultList')
    for (const one of childrenOf(list, 'RecordingInformation')) {
      const footage = footageOf(one, client.clockOffsetMs)
      if (footage) found.push(footage)
    }
    const state = textAt(list, 'SearchState')
    // It is over by itself; only a search that is left has to be ended.
    if (state === 'Completed') return found.slice(0, MOST_RECORDINGS)
    if (state !== 'Queued' && state !== 'Searching') break
  }
  await outcomeOf(client.call('search', 'EndSearch', token))
  return found.slice(0, MOST_RECORDINGS)
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
