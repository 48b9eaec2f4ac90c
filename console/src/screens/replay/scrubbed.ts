/** The picture of the moment under the pointer, while that moves. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { recordPictureUrl, replayUrl } from '@vedette/contract/calls/record'
import { useEffect, useRef, useState } from 'react'

import { type DeviceChannel, deviceFromText, deviceToText } from '../../ui/device-tree/device-text.ts'
import { partsOf, pictureOf, SMALL_FIRST } from './queries.ts'

/**
 * Loads one after the other: what has come is shown though something else is wanted by now, and what was wanted last is loaded next.
 * So something is seen all the time, and what was passed over costs nothing.
 */
export class Latest<Key, Found> {
  readonly #load: (key: Key) => Promise<Found>
  readonly #show: (found: Found) => void
  #next: { key: Key } | undefined
  #isLoading = false
  #isOver = false

  constructor(load: (key: Key) => Promise<Found>, show: (found: Found) => void) {
    this.#load = load
    this.#show = show
  }

  want(key: Key): void {
    this.#next = { key }
    if (!this.#isLoading) void this.#go()
  }

  stop(): void {
    this.#isOver = true
  }

  async #go(): Promise<void> {
    this.#isLoading = true
    for (let next = this.#next; next && !this.#isOver; next = this.#next) {
      this.#next = undefined
      const found = await this.#load(next.key)
      if (!this.#isOver) this.#show(found)
    }
    this.#isLoading = false
  }
}

/** Pictures are key frames, which stand seconds apart. */
const GRID_MS = 2000
/** The address of a picture is good for five minutes. */
const GOOD_MS = 240_000

/** A picture, or where the server has nothing to decode with the key frame, which the browser paints itself. */
export interface Scrubbed {
  /** Whose it is. */
  key: string
  kind: 'picture' | 'keyFrame'
  url: string
}

interface Wanted {
  camera: DeviceChannel
  atMs: number
}

export function useScrubbed(camera: DeviceChannel | undefined, atMs: number): Scrubbed | undefined {
  const queries = useQueryClient()
  const [shown, setShown] = useState<Scrubbed | undefined>()
  const latest = useRef<Latest<Wanted, Scrubbed | undefined> | undefined>(undefined)
  useEffect(() => {
    const own = new Latest((wanted: Wanted) => scrubbed(queries, wanted), setShown)
    latest.current = own
    return () => own.stop()
  }, [queries])
  const wantedMs = Math.floor(atMs / GRID_MS) * GRID_MS
  const wantedOf = camera && deviceToText(camera)
  useEffect(() => {
    const of = wantedOf === undefined ? undefined : deviceFromText(wantedOf)
    if (of) latest.current?.want({ camera: of, atMs: wantedMs })
  }, [wantedMs, wantedOf])
  return shown?.key === wantedOf ? shown : undefined
}

async function scrubbed(queries: QueryClient, { camera, atMs }: Wanted): Promise<Scrubbed | undefined> {
  const key = deviceToText(camera)
  const asked = <T>(name: string, find: () => Promise<T>): Promise<T | null> =>
    queries
      .fetchQuery({ queryKey: [name, 'hover', key, atMs], queryFn: find, staleTime: GOOD_MS, retry: false })
      .catch(() => null)
  const picture = await asked(recordPictureUrl.path, async () => (await pictureOf(camera, atMs)) ?? null)
  if (!picture) return undefined
  if (await isLoaded(picture.Url)) return { key, kind: 'picture', url: picture.Url }
  const range = { From: atMs, To: atMs + 1, Form: 'keys' as const, Speed: 1 }
  const parts = await asked(replayUrl.path, () => partsOf(camera, SMALL_FIRST, range))
  const url = parts?.[0]?.Url
  return url === undefined ? undefined : { key, kind: 'keyFrame', url }
}

/** Fetched and decoded, so that it is painted at once. */
async function isLoaded(url: string): Promise<boolean> {
  const image = new Image()
  image.src = url
  return image.decode().then(
    () => true,
    () => false,
  )
}
