/** What the page and its media worker say to each other. */
import type { LiveFormat, LiveNotice, Quality, TalkNotice } from '@vedette/contract/live-message'

export interface LiveSource {
  did: string
  channel: number
  quality: Quality
  /** H.265 as H.264, which the platform makes of it. */
  convert?: true | undefined
}

export type PageMessage =
  | { type: 'open'; url: string }
  /** The answer to `ticketWanted`; without one the attempt counts as failed. */
  | { type: 'ticket'; ticket?: string }
  /** A window is about to be shown; the ticket for it is on its way. */
  | { type: 'warm' }
  | { type: 'show'; window: number; source: LiveSource }
  | { type: 'clear'; window: number }
  /** Unsubscribe and subscribe again: the stream starts anew from the GOP cache. */
  | { type: 'restart'; window: number }
  /** From now on the worker decodes this window itself and paints it here; without a canvas the page gets its media again. */
  | { type: 'canvas'; window: number; canvas?: OffscreenCanvas }
  | { type: 'visibility'; isHidden: boolean }
  /** From now on this page speaks to the device; without one to none. */
  | { type: 'talk'; device?: { did: string; channel: number } }
  | { type: 'say'; sound: Uint8Array<ArrayBuffer> }

export interface Configuration {
  kind: 'configuration'
  stream: number
  format: LiveFormat
  /** The initialization segment. */
  segment: Uint8Array<ArrayBuffer>
  /** The decoder configuration record. */
  decoderData: Uint8Array<ArrayBuffer>
}

export interface Frame {
  kind: 'video' | 'audio'
  stream: number
  isKey: boolean
  /** From the GOP cache: decoded but not paced. */
  isCached: boolean
  /** Does not follow on the frame before it: the first of an epoch, or the one that a lagging viewer was skipped to. */
  isBreak: boolean
  /** Presentation time on the epoch's timeline. */
  timestampUs: number
  /** Time of arrival at the shard, µs since 1970 on the gate's clock. */
  arrivalUs: number
  segment: Uint8Array<ArrayBuffer>
  /** The access unit. */
  decoderData: Uint8Array<ArrayBuffer>
}

export type MediaItem = Configuration | Frame

/** `attempt` is 0 while the socket is open. */
export interface LinkState {
  isOpen: boolean
  attempt: number
  sinceMs: number
}

export type WindowNotice = Extract<LiveNotice, { window: number }>

/** What a painter in the worker tells of its window. */
export type PainterNews =
  | { type: 'painted'; window: number; stream: number; arrivalUs: number; pictures: number; bytes: number }
  /** The canvas was blank, and has a picture from before the newest one until that is decoded. */
  | { type: 'early'; window: number; stream: number; arrivalUs: number }
  /** Its decoder does not keep up and goes on at the next key frame. */
  | { type: 'behind'; window: number }
  /** It needs the stream from a key frame. */
  | { type: 'broken'; window: number }
  | { type: 'unplayable'; window: number; codec: string }

export type WorkerMessage =
  | { type: 'ticketWanted' }
  | { type: 'link'; link: LinkState }
  | { type: 'clock'; offsetUs: number }
  | { type: 'notice'; notice: WindowNotice }
  /** Without a notice the socket was lost, and the talk with it. */
  | { type: 'talk'; notice?: TalkNotice }
  /** Configurations and sound of a window that the worker paints. */
  | { type: 'media'; window: number; items: MediaItem[] }
  | PainterNews
