/** What several windows ask for in one moment goes to the server as one call: a browser has only six connections to it. */
import type { BodyOf, ReplyOf } from '@vedette/contract/call'
import { MAX_TOGETHER, replayUrls } from '@vedette/contract/calls/replay'
import type { CodeName } from '@vedette/contract/codes'
import type { Quality } from '@vedette/contract/live-message'

import type { DeviceChannel } from '../../ui/device-tree/device-text.ts'
import { CallFailure } from '../../wire/failure.ts'
import { ask } from '../../wire/send.ts'

type AskedRange = Omit<BodyOf<typeof replayUrls>, 'Streams'>
type Parts = ReplyOf<typeof replayUrls>['List'][number]['Parts']

/** Refusals for the sake of one camera. */
const OF_ONE: ReadonlySet<CodeName | undefined> = new Set([
  'noPermission',
  'noDataAuthority',
  'gatewayNoPlayback',
])

interface Asked {
  camera: DeviceChannel
  /** The first that is recorded then. */
  qualities: readonly Quality[]
  range: AskedRange
  signal: AbortSignal | undefined
  resolve: (parts: Parts) => void
  reject: (cause: unknown) => void
}

let waiting: Asked[] = []

/** Where a range of a camera is fetched; none where nothing is recorded. */
export function partsOf(
  camera: DeviceChannel,
  qualities: readonly Quality[],
  range: AskedRange,
  signal?: AbortSignal,
): Promise<Parts> {
  return new Promise((resolve, reject) => {
    if (waiting.length === 0) queueMicrotask(sendWaiting)
    waiting.push({ camera, qualities, range, signal, resolve, reject })
  })
}

function sendWaiting(): void {
  const all = waiting
  waiting = []
  for (const group of Map.groupBy(all, ({ range }) => JSON.stringify(range)).values())
    for (let from = 0; from < group.length; from += MAX_TOGETHER)
      void answer(group.slice(from, from + MAX_TOGETHER))
}

async function answer(group: readonly Asked[]): Promise<void> {
  const [first] = group
  if (!first) return
  const Streams = group.map(({ camera: { did, channel }, qualities }) => ({
    DID: did,
    Channel: channel,
    Qualities: [...qualities],
  }))
  const signal = endOfAll(group.map((it) => it.signal))
  try {
    const { List } = await ask(replayUrls, { Streams, ...first.range }, { signal })
    group.forEach(({ resolve }, i) => resolve(List[i]?.Parts ?? []))
  } catch (cause) {
    // The others are shown all the same.
    if (group.length > 1 && cause instanceof CallFailure && OF_ONE.has(cause.reason))
      await Promise.all(group.map((it) => answer([it])))
    else for (const { reject } of group) reject(cause)
  }
}

/** Aborted once all of these are. */
function endOfAll(signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  const aborter = new AbortController()
  const left = new Set(signals)
  const end = (signal: AbortSignal): void => {
    left.delete(signal)
    if (left.size === 0) aborter.abort(signal.reason)
  }
  for (const signal of left) {
    if (signal?.aborted) end(signal)
    else signal?.addEventListener('abort', () => end(signal), { once: true })
  }
  return aborter.signal
}
