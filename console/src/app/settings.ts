/** What this browser's user has set: section 3 "Settings"; the language is in i18n/language.ts. */
import { z } from 'zod'
import { create } from 'zustand'

import { WAYS } from '../player/method.ts'
import { stored } from './stored.ts'

/** How live pictures are played. */
const Playback = z.object({
  method: z.enum(WAYS),
  /** Volume of the one window whose sound is on. */
  volume: z.number().min(0).max(1),
})
export type Playback = z.infer<typeof Playback>
const FIRST_PLAYBACK: Playback = { method: 'auto', volume: 0.7 }

/** How walls are looked at. */
const WallView = z.object({
  /** `fill` cuts off what does not fit; `fit` shows all. */
  fit: z.enum(['fit', 'fill']),
  /** So long each page stays while they are shown one after the other. */
  cycleS: z.int().min(5).max(600),
  /** The stream of a camera that is shown whatever the window's size, as `DID` or `DID~channel`. */
  streams: z.record(z.string(), z.enum(['main', 'sub'])),
})
export type WallView = z.infer<typeof WallView>
const FIRST_WALL_VIEW: WallView = { fit: 'fit', cycleS: 15, streams: {} }

const Setting = z.object({
  theme: z.enum(['dark', 'light', 'auto']).default('auto'),
  /** An administrator's first page is home. */
  isHomeFirst: z.boolean().default(false),
  /** An alarm pops up. */
  notification: z.boolean().default(true),
  /** An alarm is heard. */
  notificationAudio: z.boolean().default(true),
  /** The browser itself shows an alarm while no page is in sight. */
  deskNotices: z.boolean().default(false),
  /** This device is told of alarms while no page is open. */
  pushNotices: z.boolean().default(false),
  /** Each account's wall as wall-address.ts writes it, the latest last: what is set outlives a logout. */
  walls: z.record(z.string(), z.string().max(3000)).default({}).catch({}),
  wallView: WallView.default(FIRST_WALL_VIEW).catch(FIRST_WALL_VIEW),
  /** The name of the source that maps are drawn from; empty: the first one. */
  mapSource: z.string().max(40).default('').catch(''),
  playback: Playback.default(FIRST_PLAYBACK).catch(FIRST_PLAYBACK),
})
type Setting = z.infer<typeof Setting>

export type Theme = Setting['theme']
export const THEMES: readonly Theme[] = ['dark', 'light', 'auto']

export const useSetting = create<Setting>(readSetting)

/** Applies and stores it. */
export function changeSetting(change: Partial<Setting>): void {
  useSetting.setState(change)
  stored.write('setting', useSetting.getState())
}

/** Takes over what another tab has stored. */
export function followStoredSetting(): void {
  useSetting.setState(readSetting())
}

function readSetting(): Setting {
  return stored.read('setting', Setting) ?? Setting.parse({})
}
