/** The picture of an alarm: when it is fetched, and how (sections 4, 7 and 9, readings 7 and 32). */
import { getEventCloudPic } from '@vedette/contract/calls/event'
import { eventTypeOf } from '@vedette/contract/events'
import { useEffect, useState } from 'react'

import { type Clock, systemClock } from '../../wire/clock.ts'
import { CallFailure } from '../../wire/failure.ts'
import { ask } from '../../wire/send.ts'
import { requestBase } from '../../wire/settings.ts'
import { pngImages } from './png-images.ts'

/** Alarm picture delay in the viewer (section 9). */
export const VIEWER_PICTURE_DELAY_MS = 4000
/** Alarm picture delay after a push (section 9). */
export const PUSH_PICTURE_DELAY_MS = 5000
/** Cloud picture retry delay (section 9). */
export const CLOUD_PICTURE_RETRY_DELAY_MS = 1000

export interface PictureOf {
  did: string
  eid: string
  channel: number
  /** YYYY-MM-DD in the company's zone. */
  date: string
}

/** Throws CallFailure, or TypeError where what came is no picture. */
export async function cloudPictures(
  { did, eid, channel, date }: PictureOf,
  signal: AbortSignal,
  clock: Clock = systemClock,
): Promise<Blob[]> {
  const body = { DID: did, Eid: eid, Date: date, ChannelNum: channel }
  const downUrl = async (): Promise<string> => (await ask(getEventCloudPic, body, { signal })).DownUrl
  let url: string
  try {
    url = await downUrl()
  } catch (cause) {
    if (!(cause instanceof CallFailure) || cause.reason !== 'pictureNotReady') throw cause
    await new Promise<void>((resolve) => clock.after(CLOUD_PICTURE_RETRY_DELAY_MS, resolve))
    signal.throwIfAborted()
    url = await downUrl()
  }
  const answer = await fetch(requestBase + url, { signal })
  if (!answer.ok) throw new TypeError(`no picture: HTTP status ${answer.status}`)
  const images = pngImages(new Uint8Array(await answer.arrayBuffer()))
  return images.map((image) => new Blob([image], { type: 'image/png' }))
}

/** Whether there is one, it is on its way, or nobody takes one of such an event. */
export type PictureAwaited = 'there' | 'soon' | 'never'

/** Cameras and the platform take pictures of these; a type of a later version may have one. */
const PICTURED = new Set(['motion', 'human', 'ring', undefined])

export function awaitedOf(eventId: number, hasImage: boolean): PictureAwaited {
  if (hasImage) return 'there'
  return PICTURED.has(eventTypeOf(eventId)) ? 'soon' : 'never'
}

export type CloudPicture =
  | { state: 'loading' | 'failed' | 'none' }
  | { state: 'shown'; urls: readonly string[]; blobs: readonly Blob[] }

export interface Holding {
  delayMs: number
  /** Not waited for: it is there, or somebody asked for it once more. */
  isDue: boolean
}

/** Fetches them when they are due, and tells what came or that none did; returns how to leave off. */
export function holdPictures(
  of: PictureOf,
  { delayMs, isDue }: Holding,
  tell: (blobs: readonly Blob[] | undefined) => void,
  clock: Clock = systemClock,
): () => void {
  const ending = new AbortController()
  const fetchThem = async (): Promise<void> => {
    let blobs: readonly Blob[] | undefined
    try {
      blobs = await cloudPictures(of, ending.signal, clock)
    } catch {
      // Said in the picture's place, whatever went wrong.
    }
    if (!ending.signal.aborted) tell(blobs)
  }
  const callOff = clock.after(isDue ? 0 : delayMs, () => void fetchThem())
  return () => {
    callOff()
    ending.abort()
  }
}

/** Fetches it `delayMs` from now, or at once where it is there; returns how to try once more. */
export function useCloudPicture(
  of: PictureOf,
  { delayMs, awaited }: { delayMs: number; awaited: PictureAwaited },
): { picture: CloudPicture; retry: () => void } {
  const { did, eid, channel, date } = of
  const [tries, setTries] = useState(0)
  const [picture, setPicture] = useState<CloudPicture>({ state: awaited === 'never' ? 'none' : 'loading' })
  const isNone = awaited === 'never'
  const isDue = awaited === 'there' || tries > 0
  useEffect(() => {
    if (isNone) return undefined
    let urls: string[] = []
    const leave = holdPictures({ did, eid, channel, date }, { delayMs, isDue }, (blobs) => {
      if (!blobs) return setPicture({ state: 'failed' })
      urls = blobs.map((blob) => URL.createObjectURL(blob))
      setPicture({ state: 'shown', urls, blobs })
    })
    return () => {
      leave()
      for (const url of urls) URL.revokeObjectURL(url)
    }
  }, [did, eid, channel, date, delayMs, isNone, isDue, tries])
  return {
    picture,
    retry: () => {
      setPicture({ state: 'loading' })
      setTries(tries + 1)
    },
  }
}
