import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { recordStorage } from '@vedette/contract/calls/record'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { axeViolations } from './support/axe.ts'
import { launchBrowser, visit } from './support/browser.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { ask, logIn, logInOnPage } from './support/session.ts'

const WAIT = { timeout: 90_000, interval: 500 }
let platform: Platform
let browser: Browser
let archive: string

beforeAll(async () => {
  archive = await mkdtemp(join(tmpdir(), 'vedette-trouble-'))
  // Stands where the recorder wants a folder: nothing can be begun, as on a disk that fails.
  await writeFile(join(archive, '.open'), '')
  platform = await startPlatform({ VEDETTE_SIM_DEVICES: '1', VEDETTE_ARCHIVE: archive })
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser?.close()
  await platform?.stop()
  await rm(archive, { recursive: true, force: true })
})

test('that nothing can be recorded stands on every page, in both languages, until it can again', async () => {
  const token = await logIn(platform.address)
  const isNow = (State: string) =>
    vi.waitFor(async () => {
      const { BODY } = await ask(platform.address, token, recordStorage, {})
      expect(recordStorage.reply.parse(BODY)).toMatchObject({ State })
    }, WAIT)
  await isNow('unwritable')
  for (const [locale, text] of [
    ['en-US', 'Not recording: cannot write to disk'],
    ['zh-CN', '无法录像：磁盘不可写入'],
  ] as const) {
    const { page, end } = await visit(browser, { locale })
    await logInOnPage(page, platform.address)
    await page.getByText(text).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByText(text).waitFor({ state: 'attached' })
    await end()
  }

  await rm(join(archive, '.open'))
  await isNow('ok')
  const { page, end } = await visit(browser)
  const answered = page.waitForResponse((response) => response.url().endsWith(recordStorage.path))
  await logInOnPage(page, platform.address)
  await (await answered).finished()
  expect(await page.locator('.archive-trouble').count()).toBe(0)
  await end()
})
