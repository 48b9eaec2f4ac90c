import {
  fetchDeviceStorage,
  MOST_FETCHED_MS,
  recordDeviceStorage,
  stopFetchDeviceStorage,
} from '@vedette/contract/calls/device-storage'
import { Refusal } from '@vedette/contract/codes'

import { type Route, serve } from '../../http/route.ts'
import type { Video } from '../../video/video.ts'
import { checkRange, type Recording } from '../record/index.ts'
import { DeviceStorage } from './device-storage.ts'
import { GapFiller, type GapFillerNeeds } from './gap-filler.ts'

interface Needs extends Pick<GapFillerNeeds, 'clock' | 'newId' | 'openOnvif' | 'checkAddress' | 'onError'> {
  recording: Recording
  video: Pick<Video, 'streams' | 'fill' | 'stopFill'>
  /** What is to be done at the end is added to it. */
  opened: (() => unknown)[]
}

export function deviceStorageModule({ recording, video, opened, ...needs }: Needs): Route[] {
  const storage = new DeviceStorage(needs)
  const filler = new GapFiller({
    ...needs,
    recording,
    ingested: () => video.streams.ingested(),
    fill: (stream, order) => video.fill(stream, order),
    stopFill: (stream, id) => video.stopFill(stream, id),
  })
  recording.events.onFillOver = (id) => filler.over(id)
  opened.push(() => filler.close())
  return [
    serve(recordDeviceStorage, async ({ Cameras, From, To }, { companyId }) => {
      const asked = Cameras.map(async ({ DID, Channel }) => {
        const kept = await storage.of(companyId, DID)
        const spans = kept?.spansOf(Channel, From, To) ?? []
        const fetch = filler.fetchOf(companyId, DID, Channel)
        if (!kept && !fetch) return []
        return {
          DID,
          Channel,
          Spans: spans.flatMap(({ startMs, endMs }) => [startMs, endMs]),
          Fetching: fetch ? [fetch.fromMs, fetch.toMs] : [],
        }
      })
      const List = (await Promise.all(asked)).flat()
      return { Total: List.length, List }
    }),

    serve(fetchDeviceStorage, async ({ DID, Channel, From, To }, { companyId }) => {
      checkRange(From, To)
      if (To - From > MOST_FETCHED_MS)
        throw new Refusal('badInput', { Field: 'To', Reason: 'at most an hour is fetched at a time' })
      const { fromMs, toMs } = await filler.fetch(companyId, DID, Channel, { fromMs: From, toMs: To })
      return { From: fromMs, To: toMs }
    }),

    serve(stopFetchDeviceStorage, async ({ DID, Channel }, { companyId }) => {
      filler.stop(companyId, DID, Channel)
      return {}
    }),
  ]
}
