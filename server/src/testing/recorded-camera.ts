import { recordTimeline } from '@vedette/contract/calls/record'
import { replayUrl } from '@vedette/contract/calls/replay'
import type { SegmentRow } from '@vedette/media/record/segment-row'

import type { TestApp, TestCompany } from './app.ts'
import { recordFile } from './record-file.ts'

/** Length of each file that a recorded camera leaves. */
export const FILE_MS = 10_000

/** A camera of a company of its own, and what a test asks of its archive again and again. */
export interface RecordedCamera {
  company: TestCompany
  did: string
  /** Start of the first recording. */
  start: number
  /** Leaves a file of ten seconds. */
  record: (startMs: number, did?: string, quality?: 'main' | 'sub') => Promise<SegmentRow>
  timeline: (from: number, to: number, Step?: number) => Promise<number[]>
  urlOf: (from: number, to: number, more?: Record<string, unknown>) => Promise<string>
  bytesOf: (url: string, headers?: Record<string, string>) => Promise<Buffer>
}

export async function recordedCamera(app: TestApp): Promise<RecordedCamera> {
  const company = await app.company()
  const did = await app.device(company)
  return {
    company,
    did,
    start: app.clock.now(),
    record: (startMs, of = did, quality = 'main') =>
      recordFile(app, { company: company.companyId, did: of, channel: 0, quality }, startMs, FILE_MS / 1000),
    async timeline(From, To, Step = 0) {
      const body = { Streams: [{ DID: did }], From, To, Step }
      return (await app.ask(recordTimeline, body, company.token)).List[0]?.Spans ?? []
    },
    async urlOf(From, To, more = {}) {
      const { Parts } = await app.ask(replayUrl, { DID: did, From, To, ...more }, company.token)
      return Parts[0]?.Url ?? ''
    },
    bytesOf: async (url, headers = {}) =>
      Buffer.from(await (await app.fetch(url, { headers })).arrayBuffer()),
  }
}
