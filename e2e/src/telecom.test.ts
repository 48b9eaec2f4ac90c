/** The telecom variant, built for itself: a role may hold the mini-program. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { roleList } from '@vedette/contract/calls/role'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { launchBrowser, visit } from './support/browser.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { startProcess } from './support/process.ts'
import { enterOnPage, logIn, replied } from './support/session.ts'

const ROOT = resolve(import.meta.dirname, '../..')

let folder: string
let platform: Platform
let browser: Browser
let token: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vedette-telecom-'))
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  const build = startProcess(process.execPath, [vite, 'build', 'console', '--outDir', folder], {
    VITE_TELECOM: '1',
    NODE_ENV: 'production',
  })
  if ((await build.ended) !== 0) throw new Error(build.output())
  platform = await startPlatform({
    VEDETTE_DEMO: '0',
    VEDETTE_VARIANTS: 'telecom',
    VEDETTE_CONSOLE: folder,
  })
  browser = await launchBrowser()
  token = await logIn(platform.address)
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
  rmSync(folder, { recursive: true, force: true })
})

it('a role is given the mini-program on a tab of its own', async () => {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address)
  await page.goto(`${platform.address}#/roleManger`)
  await page.getByRole('button', { name: 'Add role' }).click()
  const editor = page.locator('dialog[open]')
  await editor.getByLabel('Role name').fill('Fitters')
  await editor.getByRole('tab', { name: 'Mini-program' }).click()
  await editor.getByRole('treeitem').first().click()
  await editor.getByRole('button', { name: 'Save' }).click()
  await editor.waitFor({ state: 'detached' })
  const { List } = await replied(platform.address, token, roleList, {})
  const role = List.find(({ RoleName }) => RoleName === 'Fitters')
  expect(JSON.stringify(role)).toContain('AIOT_Mini')
  await end()
})
