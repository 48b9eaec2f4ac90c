/** The picture of the moment under the pointer, while that moves. */
import { useEffect, useRef, useState } from 'react'

import { type DeviceChannel, deviceFromText, deviceToText } from '../../ui/device-tree/device-text.ts'
import { serverNow } from '../../wire/server-clock.ts'
import { requestBase } from '../../wire/settings.ts'
import { Ahead, type Moment, momentsAhead } from './ahead.ts'
import { partsOf } from './parts-together.ts'
import { pictureOf, SMALL_FIRST } from './queries.ts'

/**
 * Loads one after the other: what has come is shown though something else is wanted by now, and what was wanted last is loaded next.
 * So something is seen all the time, and what was passed over costs nothing.
 */
export class Latest<Key, Found> {
  readonly #load: (key: Key) => Promise<Found>
  readonly #show: (found: Found) => void
  #next: { key: Key } | undefined
  #isLoading = false
  /** What is loading now is older than what is shown. */
  #isPassed = false
  #isOver = false

  constructor(load: (key: Key) => Promise<Found>, show: (found: Found) => void) {
    this.#load = load
    this.#show = show
  }

  /** Shows what is there already; what was wanted before is not shown any more. */
  showAtOnce(found: Found): void {
    this.#next = undefined
    this.#isPassed = this.#isLoading
    this.#show(found)
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
      if (!this.#isOver && !this.#isPassed) this.#show(found)
      this.#isPassed = false
    }
    this.#isLoading = false
  }
}

/** Pictures are key frames, which stand seconds apart. */
const GRID_MS = 2000
/** In a long view a hand does not tell nearer moments apart. */
const GRID_PX = 2
/** The recorder tells of a key frame within this time. */
const SETTLES_MS = 15_000

/** A picture, or where the server has nothing to decode with the key frame, which the browser paints itself. */
interface Picture {
  kind: 'picture' | 'keyFrame'
  url: string
}

/** A moment of the grid. */
interface Wanted extends Moment {
  /** Where the pointer is: footage may begin between the two. */
  pointerMs: number
}

interface Shown {
  moment: Moment
  picture: Picture | undefined
}

/** A picture, and the moment that it was fetched for. */
type Scrubbed = Picture & { atMs: number }

/** `perPxMs`: how long a pixel of the timeline is. */
export function useScrubbed(
  camera: DeviceChannel | undefined,
  atMs: number,
  perPxMs: number,
): Scrubbed | undefined {
  const [shown, setShown] = useState<Shown | undefined>()
  const its = useRef<{ ahead: Ahead<Picture>; latest: Latest<Wanted, Shown>; before?: Moment } | undefined>(
    undefined,
  )
  useEffect(() => {
    const ahead = new Ahead<Picture>({
      find,
      giveBack: ({ url }) => URL.revokeObjectURL(url),
      settledMs: () => serverNow() - SETTLES_MS,
    })
    const load = async ({ pointerMs, ...moment }: Wanted): Promise<Shown> => ({
      moment,
      picture: await pictureNear((atMs) => ahead.want({ ...moment, atMs }), moment.atMs, pointerMs),
    })
    const latest = new Latest(load, setShown)
    its.current = { ahead, latest }
    return () => {
      latest.stop()
      ahead.close()
    }
  }, [])
  const stepMs = Math.max(GRID_MS, Math.ceil(GRID_PX * perPxMs))
  const wantedMs = Math.floor(atMs / stepMs) * stepMs
  const pointerMs = useRef(0)
  useEffect(() => {
    pointerMs.current = Math.floor(atMs)
  }, [atMs])
  const wantedOf = camera && deviceToText(camera)
  const direction = useRef<number[]>([])
  useEffect(() => {
    if (wantedOf === undefined || !its.current) return
    const { ahead, latest, before } = its.current
    const moment = { of: wantedOf, atMs: wantedMs }
    its.current.before = moment
    direction.current = momentsAhead(before?.of === wantedOf ? before.atMs : undefined, wantedMs, stepMs)
    const picture = ahead.ready(moment)
    if (picture) latest.showAtOnce({ moment, picture })
    else latest.want({ ...moment, pointerMs: pointerMs.current })
  }, [wantedMs, wantedOf, stepMs])
  useEffect(() => {
    // The pointer is elsewhere by now.
    if (shown?.moment.of !== wantedOf || shown?.moment.atMs !== wantedMs || wantedOf === undefined) return
    const next = direction.current.filter((ms) => ms > 0 && ms < serverNow())
    its.current?.ahead.fetchAhead(next.map((ms) => ({ of: wantedOf, atMs: ms })))
  }, [shown, wantedMs, wantedOf])
  if (!shown?.picture || shown.moment.of !== wantedOf) return undefined
  return { ...shown.picture, atMs: shown.moment.atMs }
}

/** The picture of the grid's moment before the pointer, or of the pointer's own where footage begins between the two. */
export async function pictureNear<Found>(
  pictureAt: (atMs: number) => Promise<Found | undefined>,
  gridMs: number,
  pointerMs: number,
): Promise<Found | undefined> {
  return (await pictureAt(gridMs)) ?? pictureAt(pointerMs)
}

async function find(moment: Moment, signal: AbortSignal) {
  const camera = deviceFromText(moment.of)
  const found = camera && (await pictureOf(camera, moment.atMs, signal))
  if (!found) return undefined
  return {
    keyMs: found.At,
    async fetch() {
      const { url, bytes } = (await fetched(found.Url, signal)) ?? NOTHING
      if (await isLoaded(url)) return { picture: { kind: 'picture' as const, url }, bytes }
      URL.revokeObjectURL(url)
      const range = { From: moment.atMs, To: moment.atMs + 1, Form: 'keys' as const, Speed: 1 }
      const [part] = await partsOf(camera, SMALL_FIRST, range, signal)
      const film = part && (await fetched(part.Url, signal))
      return film && { picture: { kind: 'keyFrame' as const, url: film.url }, bytes: film.bytes }
    },
  }
}

const NOTHING = { url: '', bytes: 0 }

/** What stands at an address of the platform, as one that stands until it is revoked. */
async function fetched(
  address: string,
  signal: AbortSignal,
): Promise<{ url: string; bytes: number } | undefined> {
  const response = await fetch(requestBase + address, { signal })
  if (!response.ok) return undefined
  const blob = await response.blob()
  return { url: URL.createObjectURL(blob), bytes: blob.size }
}

/** Decoded, so that it is painted at once. */
async function isLoaded(url: string): Promise<boolean> {
  if (url === '') return false
  const image = new Image()
  image.src = url
  return image.decode().then(
    () => true,
    () => false,
  )
}
