/** One page in the languages, colours and sizes that people have it in, changed while it stands. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

import { axeViolations } from './axe.ts'

export interface Look {
  language: 'en' | 'zh-cn'
  theme: 'dark' | 'light'
  viewport: { width: number; height: number }
}

export const DESK: Look = { language: 'en', theme: 'dark', viewport: { width: 1366, height: 768 } }
export const PHONE: Look = { language: 'zh-cn', theme: 'light', viewport: { width: 390, height: 844 } }

export async function wear(page: Page, { language, theme, viewport }: Look): Promise<void> {
  await page.setViewportSize(viewport)
  await page.evaluate(
    (look) => {
      const kept: unknown = JSON.parse(localStorage.getItem('setting') ?? '{}')
      const others = typeof kept === 'object' ? kept : {}
      localStorage.setItem('setting', JSON.stringify({ ...others, theme: look.theme }))
      localStorage.setItem('languageMode', JSON.stringify(look.language))
      // As when another tab has written.
      dispatchEvent(new Event('storage'))
    },
    { language, theme },
  )
  await page.locator(`html[data-theme="${theme}"][lang="${language === 'en' ? 'en' : 'zh-CN'}"]`).waitFor()
}

/** In both looks everybody can use what is shown, and none of it lies beyond the screen. */
export async function isSound(page: Page, where: string): Promise<void> {
  for (const look of [PHONE, DESK]) {
    await wear(page, look)
    await expect
      .poll(async () => ({ where, look: look.language, violations: await axeViolations(page) }), {
        timeout: 30_000,
      })
      .toEqual({ where, look: look.language, violations: [] })
    const beyond = await page.evaluate(beyondTheScreen)
    expect({ where, look: look.language, beyond }).toEqual({ where, look: look.language, beyond: [] })
  }
}

/** Runs in the page. */
function beyondTheScreen(): string[] {
  const { documentElement } = document
  const beyond = documentElement.scrollWidth > innerWidth ? ['the page'] : []
  for (const layer of document.querySelectorAll('dialog[open], [popover=auto]:popover-open')) {
    const { left, right, top, bottom } = layer.getBoundingClientRect()
    if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight)
      beyond.push(`a layer, from ${left}, ${top} to ${right}, ${bottom}`)
    if (layer.scrollWidth > layer.clientWidth) beyond.push('what a layer holds')
  }
  return beyond
}
