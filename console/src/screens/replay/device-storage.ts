import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  fetchDeviceStorage,
  recordDeviceStorage,
  stopFetchDeviceStorage,
} from '@vedette/contract/calls/device-storage'
import { recordTimeline } from '@vedette/contract/calls/record'
import { useCallback, useEffect, useRef } from 'react'

import { useCompanyTime } from '../../app/company-time.ts'
import { useT } from '../../i18n/language.ts'
import { type Lanes, lanesOf } from '../../ui/coverage/lanes.ts'
import { deviceFromText, deviceToText } from '../../ui/device-tree/device-text.ts'
import { say } from '../../ui/toasts.ts'
import { succeeds } from '../../wire/failure.ts'
import { ask, send } from '../../wire/send.ts'
import { camerasOf, NO_LANES } from './queries.ts'
import { askedRange, type TimelineView } from './timeline-view.ts'

/** The server asks a device no more often. */
const ASKED_EVERY_MS = 60_000
/** While something is being fetched. */
const FETCHING_EVERY_MS = 2000
/** Around the moment that is looked at: the key frame before it, and what one looks at next. */
const [BEFORE_MS, AFTER_MS] = [10_000, 600_000]
/** Files of a stretch that was fetched at once follow each other more closely. */
const MERGED_MS = 2000
/** What a device may leave out at the end of a fetch: a GOP that did not get whole. */
const LEFT_OUT_MS = 12_000

interface Fetch {
  fromMs: number
  toMs: number
}

export type Fetches = ReadonlyMap<string, Fetch>

export interface DeviceFetch {
  /** Fetches what is missing around a moment; false where that was refused. */
  fetchAt: (key: string, atMs: number) => Promise<boolean>
  stopFetch: (key: string) => Promise<void>
}

interface OnDevices {
  onDevices: Lanes
  fetching: Fetches
}

const NOTHING: OnDevices = { onDevices: NO_LANES, fetching: new Map() }

/**
 * What these cameras keep themselves around what a timeline shows, and what is being fetched from them; cameras without storage of
 * their own are absent.
 */
export function useDeviceStorage(keys: readonly string[], view: TimelineView): OnDevices {
  const { From, To } = askedRange(view)
  const { data } = useQuery({
    queryKey: [recordDeviceStorage.path, keys, From, To],
    queryFn: async ({ signal }): Promise<OnDevices> => {
      const fetching = new Map<string, Fetch>()
      const onDevices = new Map<string, number[]>()
      const { List } = await ask(recordDeviceStorage, { Cameras: camerasOf(keys), From, To }, { signal })
      for (const { DID, Channel, Spans, Fetching } of List) {
        const key = deviceToText({ did: DID, channel: Channel })
        const [fromMs, toMs] = Fetching
        if (fromMs !== undefined && toMs !== undefined) fetching.set(key, { fromMs, toMs })
        onDevices.set(key, Spans)
      }
      return { onDevices, fetching }
    },
    enabled: keys.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.fetching.size ? FETCHING_EVERY_MS : ASKED_EVERY_MS),
    retry: false,
  })
  return data ?? NOTHING
}

/** Fetches from devices what is not recorded, lets the timelines follow meanwhile, and says when a device breaks off. */
export function useDeviceFetch(fetching: Fetches): DeviceFetch {
  const queries = useQueryClient()
  const t = useT()
  const time = useCompanyTime()
  /** What was begun here and has not been ended here. */
  const begun = useRef(new Map<string, Fetch>())
  const isAny = fetching.size > 0

  useEffect(() => {
    if (!isAny) return undefined
    const look = (): void => void queries.invalidateQueries({ queryKey: [recordTimeline.path] })
    const timer = setInterval(look, FETCHING_EVERY_MS)
    return () => {
      clearInterval(timer)
      look()
    }
  }, [isAny, queries])

  useEffect(() => {
    for (const [key, fetch] of begun.current) {
      if (fetching.get(key)?.fromMs === fetch.fromMs) continue
      begun.current.delete(key)
      void succeeds(async () => {
        const endMs = await cameTo(key, fetch)
        if (endMs === undefined) say('warning', t('replay.fetchedNothing'))
        else if (endMs < fetch.toMs - LEFT_OUT_MS)
          say('warning', t('replay.fetchEnded', { time: time.since(endMs, Date.now()) }))
      })
    }
  }, [fetching, t, time])

  const askAgain = useCallback(
    () => queries.invalidateQueries({ queryKey: [recordDeviceStorage.path] }),
    [queries],
  )
  const fetchAt = useCallback(
    async (key: string, atMs: number): Promise<boolean> => {
      const camera = deviceFromText(key)
      if (!camera) return false
      const range = { From: Math.round(atMs - BEFORE_MS), To: Math.round(atMs + AFTER_MS) }
      const body = { DID: camera.did, Channel: camera.channel, ...range }
      return succeeds(async () => {
        const { From, To } = await send(fetchDeviceStorage, body)
        await askAgain()
        begun.current.set(key, { fromMs: From, toMs: To })
      })
    },
    [askAgain],
  )
  const stopFetch = useCallback(
    async (key: string): Promise<void> => {
      const camera = deviceFromText(key)
      if (!camera) return
      begun.current.delete(key)
      await succeeds(() => send(stopFetchDeviceStorage, { DID: camera.did, Channel: camera.channel }))
      await askAgain()
    },
    [askAgain],
  )
  return { fetchAt, stopFetch }
}

/** Up to which moment something is recorded of a stretch; undefined where nothing is. */
async function cameTo(key: string, { fromMs, toMs }: Fetch): Promise<number | undefined> {
  const range = { From: fromMs, To: toMs, Step: MERGED_MS }
  return (await lanesOf([key], range, new AbortController().signal)).get(key)?.[1]
}
