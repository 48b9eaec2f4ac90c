/** A real Chromium. Anything that it complains about on its console fails the story. */
import { existsSync } from 'node:fs'

import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'

/** Limit for whatever a page is to show: nothing is measured here, and a busy machine is slow. */
const PATIENCE_MS = 60_000

/** Without graphics; or with a software renderer that also puts the page together, for Chromium warns of each picture that it reads back. */
const GRAPHICS = {
  none: ['--disable-gpu', '--disable-3d-apis'],
  webGl: ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
}

const FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
]
/** For a browser that is started without Playwright. */
export const FLAGS_WITHOUT_GRAPHICS: readonly string[] = [...GRAPHICS.none, ...FLAGS]

const WHOLE = '/usr/bin/chromium'
export const OURS = process.env['VEDETTE_TEST_BROWSER'] || WHOLE

export function launchBrowser(
  more: readonly string[] = [],
  graphics: keyof typeof GRAPHICS = 'none',
): Promise<Browser> {
  return launch(OURS, more, graphics)
}

/** With what its headless shell lacks: notifications, and a question before the microphone. */
export function launchWholeBrowser(more: readonly string[] = []): Promise<Browser> {
  return launch(existsSync(WHOLE) ? WHOLE : OURS, more, 'none')
}

function launch(
  executablePath: string,
  more: readonly string[],
  graphics: keyof typeof GRAPHICS,
): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [...GRAPHICS[graphics], ...FLAGS, ...more],
  })
}

export interface Visit {
  page: Page
  context: BrowserContext
  /** Ends the visit; fails when the browser complained of something that the story does not name as expected. */
  end: (expected?: RegExp) => Promise<void>
}

export async function visit(
  browser: Browser,
  options: {
    locale?: string
    /** Where the person is; the company's clocks may be others. */
    timeZone?: string
    viewport?: { width: number; height: number }
    theme?: 'dark' | 'light'
    /** Alarms of the simulated cameras come up over the page; a story of something else does without. */
    hasNotices?: boolean
    /** Held in a hand, with fingers for a pointer. */
    isPhone?: boolean
    /** Keeps the page for when there is no connection. */
    hasServiceWorker?: boolean
  } = {},
): Promise<Visit> {
  const context = await browser.newContext({
    locale: options.locale ?? 'en-US',
    viewport: options.viewport ?? { width: 1440, height: 900 },
    ...(options.timeZone ? { timezoneId: options.timeZone } : {}),
    ...(options.isPhone ? { hasTouch: true, isMobile: true } : {}),
    // Else requests of a page that was loaded anew would pass a story's own routes by.
    serviceWorkers: options.hasServiceWorker ? 'allow' : 'block',
  })
  context.setDefaultTimeout(PATIENCE_MS)
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      console.error(`refused by the page's policy: ${effectiveDirective} ${blockedURI} ${sample}`),
    )
  })
  const complaints: { text: string; url: string }[] = []
  context.on('console', (message) => {
    const isOwn = message.text() === 'Service Worker registration blocked by Playwright'
    if (!isOwn && (message.type() === 'error' || message.type() === 'warning'))
      complaints.push({ text: message.text(), url: message.location().url })
  })
  context.on('weberror', (error) => complaints.push({ text: String(error.error()), url: '' }))
  const page = await context.newPage()
  await page.addInitScript(
    (setting) => {
      // A page without an address has no storage.
      if (origin !== 'null' && !localStorage.getItem('setting'))
        localStorage.setItem('setting', JSON.stringify(setting))
    },
    {
      notification: options.hasNotices ?? false,
      ...(options.theme ? { theme: options.theme } : {}),
    },
  )
  return {
    page,
    context,
    end: async (expected) => {
      await context.close()
      expect(complaints.filter(({ text }) => !expected?.test(text))).toEqual([])
    },
  }
}
