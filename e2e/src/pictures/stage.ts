/** What a scene has to play on. */
import type { Browser, Page } from 'playwright-core'

import type { Cable } from '../support/cable.ts'
import { enterOnPage } from '../support/session.ts'

export interface Stage {
  browser: Browser
  cable: Cable
  /** The platform's address at this end of the cable. */
  address: string
  token: string
  /** Cameras that are not the simulator's. */
  foreign: { url: (path: `/${string}`) => string; username: string; password: string }
  simulator: (command: { type: string; device: number; [name: string]: unknown }) => Promise<void>
}

/** Returns the picture, or several that are laid side by side, as PNG. */
export type Scene = (stage: Stage) => Promise<Buffer[]>

const PATIENCE_MS = 90_000
const DESK = { width: 1440, height: 900 }

interface Look {
  locale?: string
  theme?: 'dark' | 'light'
  viewport?: { width: number; height: number }
}

/** Gives the scene a page of its own and takes the picture when it is set. */
export function on(look: Look, set: (page: Page, stage: Stage) => Promise<void>): Scene {
  return async (stage) => {
    const { locale = 'en-US', theme = 'dark', viewport = DESK } = look
    const context = await stage.browser.newContext({ locale, viewport })
    try {
      const page = await context.newPage()
      page.setDefaultTimeout(PATIENCE_MS)
      await page.addInitScript((chosen) => {
        if (!localStorage.getItem('setting'))
          localStorage.setItem('setting', JSON.stringify({ theme: chosen }))
      }, theme)
      await set(page, stage)
      return [await page.screenshot()]
    } finally {
      await context.close()
    }
  }
}

/** The same for a page of somebody who is logged in. */
export function inside(look: Look, set: (page: Page, stage: Stage) => Promise<void>): Scene {
  return on(look, async (page, stage) => {
    await enterOnPage(page, stage.address)
    // The tree is folded away on a page smaller than a desk's.
    if (look.viewport === undefined) await page.getByRole('tree').waitFor()
    await set(page, stage)
  })
}

export async function open(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to
  }, path)
  await page.locator('main h1').waitFor({ state: 'attached' })
  await page.locator('.progress[data-running="false"]').waitFor({ state: 'attached' })
}
