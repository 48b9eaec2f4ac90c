/** A gap in the recordings, made as a person makes one: recording is switched off, and on again. */
import { recordPolicy, recordTimeline, setRecordPolicy } from '@vedette/contract/calls/record'
import { vi } from 'vitest'

import { logIn, replied } from './session.ts'

const WAIT = { timeout: 180_000, interval: 1000 }
const GAP_MS = 3000
/** So much is recorded again after it. */
const AFTER_MS = 4000

/** Nothing is recorded of any of these cameras, `DID` or `DID~channel`, for a while. Returns from when to when all of them had nothing. */
export async function makeGap(
  address: string,
  cameras: readonly string[],
): Promise<{ fromMs: number; toMs: number }> {
  const token = await logIn(address)
  const Streams = cameras.map((key) => {
    const [DID = '', channel = '0'] = key.split('~')
    return { DID, Channel: Number(channel) }
  })
  const DIDs = [...new Set(Streams.map(({ DID }) => DID))]
  const { Policy } = await replied(address, token, recordPolicy, { DID: DIDs[0] ?? '' })
  const offMs = Date.now()
  const off = { ...Policy, Main: 'off' as const, Sub: 'off' as const }
  await replied(address, token, setRecordPolicy, { DIDs, Policy: off })
  const spansSince = async (): Promise<number[][]> => {
    const range = { From: offMs - 20_000, To: Date.now() + 3_600_000 }
    const { List } = await replied(address, token, recordTimeline, { Streams, ...range })
    return List.map(({ Spans }) => Spans)
  }
  await vi.waitFor(async () => {
    const ends = (await spansSince()).map((spans) => spans.at(-1) ?? 0)
    if (Math.max(...ends) > Date.now() - GAP_MS) throw new Error('still recorded')
  }, WAIT)
  await replied(address, token, setRecordPolicy, { DIDs, Policy })
  return vi.waitFor(async () => {
    const all = await spansSince()
    if (all.some(([, , start = Infinity, end = 0]) => end - start < AFTER_MS))
      throw new Error('not long enough')
    const [ends, starts] = [all.map(([, end = 0]) => end), all.map(([, , start = 0]) => start)]
    return { fromMs: Math.max(...ends), toMs: Math.min(...starts) }
  }, WAIT)
}
