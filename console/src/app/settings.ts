/** What this browser's user has set: section 3 "Settings"; the language is in i18n/language.ts. */
import { z } from 'zod'
import { create } from 'zustand'

import { stored } from './stored.ts'

const Setting = z.object({
  theme: z.enum(['dark', 'light', 'auto']).default('dark'),
  /** An alarm pops up. */
  notification: z.boolean().default(true),
  /** An alarm is heard. */
  notificationAudio: z.boolean().default(true),
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
