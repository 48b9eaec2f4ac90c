import { recordDeviceStorage } from '@vedette/contract/calls/record'

import { type Route, serve } from '../../http/route.ts'
import type { Video } from '../../video/video.ts'
import type { Recording } from '../record/index.ts'
import { DeviceStorage } from './device-storage.ts'
import { GapFiller, type GapFillerNeeds } from './gap-filler.ts'

interface Needs extends Pick<GapFillerNeeds, 'clock' | 'openOnvif' | 'checkAddress' | 'onError'> {
  recording: Recording
  video: Pick<Video, 'streams' | 'fill'>
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
  })
  recording.events.onFillOver = () => filler.over()
  opened.push(() => filler.close())
  return [
    serve(recordDeviceStorage, async ({ DID, Channel, From, To }, { companyId }) => {
      const kept = await storage.of(companyId, DID)
      const spans = kept?.spansOf(Channel, From, To) ?? []
      return {
        HasStorage: kept !== undefined,
        Spans: spans.flatMap(({ startMs, endMs }) => [startMs, endMs]),
      }
    }),
  ]
}
