import { afterEach, expect, it } from 'vitest'

import { OnvifClient } from './client.ts'
import { getProfiles } from './media.ts'
import { findStoredFootage, footageOfChannel } from './stored-footage.ts'
import {
  PASSWORD,
  type Script,
  scriptedDevice,
  type ScriptedDevice,
  USERNAME,
} from './testing/scripted-device.ts'

let device: ScriptedDevice | undefined
afterEach(() => device?.close())

const SERVICES = ['ver10/device', 'ver10/media', 'ver10/search', 'ver10/replay']
const HOUR_MS = 3_600_000

const services = (paths: readonly string[]): string =>
  paths
    .map(
      (path) =>
        `<Service><Namespace>http://www.onvif.org/${path}/wsdl</Namespace><XAddr>http://10.0.0.9/onvif/${path}</XAddr></Service>`,
    )
    .join('')

const recording = (token: string, source: string, from: string, to: string): string =>
  `<RecordingInformation><RecordingToken>${token}</RecordingToken><Source><SourceId>${source}</SourceId></Source>` +
  `<EarliestRecording>${from}</EarliestRecording><LatestRecording>${to}</LatestRecording></RecordingInformation>`

const results = (state: string, ...recordings: string[]): string =>
  `<ResultList><SearchState>${state}</SearchState>${recordings.join('')}</ResultList>`

const iso = (timeMs: number): string => new Date(timeMs).toISOString()

async function opened(answers: Script['answers'], clockOffsetMs = 0): Promise<OnvifClient> {
  const searchable = {
    GetServices: services(SERVICES),
    FindRecordings: '<SearchToken>T1</SearchToken>',
    EndSearch: '',
  }
  device = await scriptedDevice({ answers: { ...searchable, ...answers }, clockOffsetMs })
  const client = new OnvifClient({
    url: device.url,
    connectHost: '127.0.0.1',
    username: USERNAME,
    password: PASSWORD,
    tls: 'any',
  })
  await client.open()
  return client
}

it('a device without Profile G is asked for nothing', async () => {
  const client = await opened({ GetServices: services(['ver10/device', 'ver10/media']) })
  expect(await findStoredFootage(client)).toBeUndefined()
  expect(device?.asked).not.toContain('FindRecordings')
})

it('a device that lists its services as capabilities alone is searched as well', async () => {
  const at = '<XAddr>http://10.0.0.9/onvif/x</XAddr>'
  const client = await opened({
    GetServices: '',
    GetCapabilities: `<Capabilities><Media>${at}</Media><Extension><Search>${at}</Search><Replay>${at}</Replay></Extension></Capabilities>`,
    GetRecordingSearchResults: results('Completed'),
  })
  expect(await findStoredFootage(client)).toEqual([])
})

it('times are told by our clock, though the device’s own is an hour ahead', async () => {
  const fromMs = Date.now() - 60_000
  const there = iso(fromMs + HOUR_MS)
  const client = await opened(
    {
      GetRecordingSearchResults: results(
        'Completed',
        recording('R1', 'S1', there, iso(fromMs + HOUR_MS + 30_000)),
      ),
    },
    HOUR_MS,
  )
  const [found] = (await findStoredFootage(client)) ?? []
  // The device tells its clock in whole seconds.
  expect(Math.abs((found?.fromMs ?? 0) - fromMs)).toBeLessThan(2000)
  expect((found?.toMs ?? 0) - (found?.fromMs ?? 0)).toBe(30_000)
})

it('ranges that lie are cut to what can be, or left out', async () => {
  const begunMs = Date.now()
  const client = await opened({
    GetRecordingSearchResults: results(
      'Completed',
      recording('future', 'S1', '2101-01-01T00:00:00Z', '2102-01-01T00:00:00Z'),
      recording('backwards', 'S1', '2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z'),
      recording('words', 'S1', 'yesterday', 'today'),
      recording('', 'S1', '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'),
      recording('open', 'S1', '1900-01-01T00:00:00Z', '2101-01-01T00:00:00Z'),
    ),
  })
  const found = (await findStoredFootage(client)) ?? []
  expect(found.map(({ token }) => token)).toEqual(['open'])
  expect(found[0]?.fromMs).toBe(0)
  expect(found[0]?.toMs).toBeGreaterThanOrEqual(begunMs)
  expect(found[0]?.toMs).toBeLessThanOrEqual(Date.now())
})

it('a search that is never over is left, and ended', async () => {
  const one = recording('R1', 'S1', '2026-01-01T00:00:00Z', '2026-01-01T01:00:00Z')
  const client = await opened({ GetRecordingSearchResults: results('Searching', one) })
  expect(await findStoredFootage(client)).toHaveLength(40)
  expect(device?.asked.at(-1)).toBe('EndSearch')
})

it('an NVR that sends more than anybody can want is cut short', async () => {
  const many = Array.from({ length: 900 }, (_, i) =>
    recording(`R${i}`, 'S1', '2026-01-01T00:00:00Z', '2026-01-01T01:00:00Z'),
  )
  const client = await opened({ GetRecordingSearchResults: results('Searching', ...many) })
  expect(await findStoredFootage(client)).toHaveLength(2000)
})

it('of an NVR each channel has its own, and what names no channel is nobody’s', async () => {
  const profile = (token: string, source: string): string =>
    `<Profiles token="${token}"><Name>x</Name><VideoSourceConfiguration><SourceToken>${source}</SourceToken></VideoSourceConfiguration>` +
    `<VideoEncoderConfiguration token="V${token}"><Encoding>H264</Encoding></VideoEncoderConfiguration></Profiles>`
  const range = ['2026-01-01T00:00:00Z', '2026-01-01T01:00:00Z'] as const
  const client = await opened({
    GetProfiles: profile('P1', 'S1') + profile('P2', 'S2'),
    GetRecordingSearchResults: results(
      'Completed',
      recording('R1', 'S1', ...range),
      recording('R2', 'P2', ...range),
      recording('R3', 'elsewhere', ...range),
    ),
  })
  const found = (await findStoredFootage(client)) ?? []
  const profiles = await getProfiles(client)
  const tokensOf = (channel: number) => footageOfChannel(found, profiles, channel).map(({ token }) => token)
  expect([tokensOf(0), tokensOf(1), tokensOf(2)]).toEqual([['R1'], ['R2'], []])
})

const state = (
  token: string,
  atMs: number,
  isRecording: boolean,
  topic = 'tns1:RecordingHistory/Recording/State',
): string =>
  `<Result><RecordingToken>${token}</RecordingToken><Time>${iso(atMs)}</Time><Event><Topic>${topic}</Topic><Message><Message>` +
  `<Data><SimpleItem Name="IsRecording" Value="${isRecording}"/></Data></Message></Message></Event></Result>`

it('the pauses of a recording are told by its events, whatever their order', async () => {
  const atMs = Math.floor((Date.now() - HOUR_MS) / 1000) * 1000
  const client = await opened({
    GetRecordingSearchResults: results(
      'Completed',
      recording('R1', 'S1', iso(atMs), iso(atMs + 60_000)),
      recording('R2', 'S2', iso(atMs), iso(atMs + 60_000)),
    ),
    FindEvents: '<SearchToken>T2</SearchToken>',
    GetEventSearchResults: results(
      'Completed',
      state('R1', atMs + 30_000, true),
      state('R1', atMs, true),
      state('R1', atMs + 10_000, false),
      state('R1', atMs + 20_000, false, 'tns1:RecordingHistory/Track/State'),
      state('R1', atMs + 90_000, false),
      state('elsewhere', atMs + 5000, false),
    ),
  })
  const found = (await findStoredFootage(client)) ?? []
  const lengths = found.map(({ token, fromMs, toMs }) => [token, toMs - fromMs])
  expect(lengths).toEqual([
    ['R1', 10_000],
    ['R1', 30_000],
    ['R2', 60_000],
  ])
  expect((found[1]?.fromMs ?? 0) - (found[0]?.fromMs ?? 0)).toBe(30_000)
})
