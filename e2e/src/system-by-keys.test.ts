/** What the pages of the system folder are for, done without a mouse and in both languages; the focus is always seen. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { launchBrowser, visit } from './support/browser.ts'
import { type Hands, handsOn, mostSteps } from './support/keys.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { enterOnPage } from './support/session.ts'

let platform: Platform
let browser: Browser

beforeAll(async () => {
  platform = await startPlatform({ VEDETTE_DEMO: '0' })
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

const LANGUAGES = [
  {
    locale: 'en-US',
    audit: 'Audit log',
    who: 'Who',
    logIn: 'Log in',
    devices: 'Devices',
    addRegion: 'Add sub-region',
    regionName: /^Region name/,
    region: 'North yard',
    save: 'Save',
  },
  {
    locale: 'zh-CN',
    audit: '审计日志',
    who: '操作人',
    logIn: '登录',
    devices: '设备管理',
    addRegion: '添加下级区域',
    regionName: /^区域名称/,
    region: '北院',
    save: '保存',
  },
] as const

describe.each(LANGUAGES)('$locale', (words) => {
  /** Calls a page by its name. */
  async function begin(name: string): Promise<{ page: Page; hands: Hands; end: () => Promise<void> }> {
    const { page, end } = await visit(browser, { locale: words.locale })
    await enterOnPage(page, platform.address)
    await page.getByRole('tree').waitFor()
    const hands = handsOn(page)
    await hands.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    await hands.type(name)
    await hands.go('ArrowDown', 'option', name)
    await hands.press('Enter')
    hands.steps()
    return { page, hands, end }
  }

  it('audit log: what one person did', async () => {
    const { page, hands, end } = await begin(words.audit)
    await hands.tab('combobox', words.who)
    await hands.type('admin')
    await hands.go('ArrowDown', 'option', /^demo_admin/)
    await hands.press('Enter')
    await page
      .getByRole('table', { name: words.audit })
      .getByText(words.logIn, { exact: true })
      .first()
      .waitFor()
    expect(hands.steps()).toBeLessThanOrEqual(mostSteps('audit log', 'see what one person did'))
    await hands.holds('combobox', words.who)
    await end()
  })

  it('devices: a region is added, and the focus is back at the button', async () => {
    const { page, hands, end } = await begin(words.devices)
    await hands.tab('button', words.addRegion)
    await hands.press('Enter')
    await page.getByRole('dialog').waitFor()
    await hands.tab('textbox', words.regionName)
    await hands.type(words.region)
    await hands.tab('button', words.save)
    await hands.press('Enter')
    await page.getByRole('treeitem', { name: words.region }).waitFor()
    expect(hands.steps()).toBeLessThanOrEqual(mostSteps('devices', 'add a region'))
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await hands.holds('button', words.addRegion)
    await end()
  })
})
