/** What this browser's user has set: section 3 "Settings"; the language is in i18n/language.ts. */
import { z } from 'zod'
import { create } from 'zustand'

import { stored } from './stored.ts'

const Setting = z.object({
  theme: z.enum(['dark', 'light', 'auto']).default('dark'),
})
type Setting = z.infer<typeof Setting>

export type Theme = Setting['theme']
export const THEMES: readonly Theme[] = ['dark', 'light', 'auto']

export const useSetting = create<Setting>(() => stored.read('setting', Setting) ?? Setting.parse({}))

export function chooseTheme(theme: Theme): void {
  useSetting.setState({ theme })
  stored.write('setting', useSetting.getState())
}
