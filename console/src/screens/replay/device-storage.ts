import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { fetchDeviceStorage, recordDeviceStorage } from '@vedette/contract/calls/device-storage'
import { recordTimeline } from '@vedette/contract/calls/record'
import { useCallback, useEffect, useState } from 'react'

import { deviceFromText } from '../../ui/device-tree/device-text.ts'
import { CallFailure } from '../../wire/failure.ts'
import { ask, send } from '../../wire/send.ts'
import { type Lanes, NO_LANES } from './queries.ts'
import { askedRange, type TimelineView } from './timeline-view.ts'

/** The server asks a device no more often. */
const ASKED_EVERY_MS = 60_000
/** Around the moment that is looked at: the key frame before it, and what one looks at next. */
const [BEFORE_MS, AFTER_MS] = [10_000, 600_000]
const LOOK_EVERY_MS = 2000
/** A device may be late. */
const LATE_MS = 30_000

/** What these cameras keep themselves around what a timeline shows; those without storage of their own are absent. */
export function useDeviceStorage(keys: readonly string[], view: TimelineView): Lanes {
  const { From, To } = askedRange(view)
  const { data } = useQuery({
    queryKey: [recordDeviceStorage.path, keys, From, To],
    queryFn: async ({ signal }): Promise<Lanes> => {
      const asked = keys.map(async (key): Promise<[string, number[]][]> => {
        const camera = deviceFromText(key)
        if (!camera) return []
        const body = { DID: camera.did, Channel: camera.channel, From, To }
        const { HasStorage, Spans } = await ask(recordDeviceStorage, body, { signal })
        return HasStorage ? [[key, Spans]] : []
      })
      return new Map((await Promise.all(asked)).flat())
    },
    enabled: keys.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: ASKED_EVERY_MS,
    retry: false,
  })
  return data ?? NO_LANES
}

/** A stretch that comes from a device as fast as it was taken. */
interface Fetch {
  key: string
  fromMs: number
  toMs: number
  /** By this machine's clock. */
  endsAtMs: number
}

/** Fetches from devices what is not recorded, and lets the timelines follow meanwhile. */
export function useDeviceFetch() {
  const queries = useQueryClient()
  const [fetches, setFetches] = useState<readonly Fetch[]>([])
  const isAny = fetches.length > 0
  useEffect(() => {
    if (!isAny) return undefined
    const timer = setInterval(() => {
      void queries.invalidateQueries({ queryKey: [recordTimeline.path] })
      setFetches((before) => {
        const going = before.filter(({ endsAtMs }) => endsAtMs > Date.now())
        return going.length === before.length ? before : going
      })
    }, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [isAny, queries])
  const fetchAt = useCallback(async (key: string, atMs: number): Promise<void> => {
    const camera = deviceFromText(key)
    if (!camera) return
    const range = { From: Math.round(atMs - BEFORE_MS), To: Math.round(atMs + AFTER_MS) }
    try {
      const { From, To } = await send(fetchDeviceStorage, {
        DID: camera.did,
        Channel: camera.channel,
        ...range,
      })
      const fetch = { key, fromMs: From, toMs: To, endsAtMs: Date.now() + To - From + LATE_MS }
      setFetches((before) => [...before, fetch])
    } catch (cause) {
      // It has been said.
      if (!(cause instanceof CallFailure)) throw cause
    }
  }, [])
  return { fetches, fetchAt }
}

/** Until when what a camera kept of this moment is being fetched. */
export function fetchedTo(
  fetches: readonly Fetch[],
  key: string | undefined,
  atMs: number,
): number | undefined {
  return fetches.find((it) => it.key === key && it.fromMs <= atMs && it.toMs > atMs)?.toMs
}
