/** Dialogs of the live page and of alarms, done without a mouse and in both languages; the focus is always seen. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { launchBrowser } from './support/browser.ts'
import { type ByKeys, visitByKeys, wordsOf } from './support/keys.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { enterOnPage } from './support/session.ts'

let platform: Platform
let browser: Browser
let page: ByKeys['page']
let hands: ByKeys['hands']
let its: ByKeys

beforeAll(async () => {
  platform = await startPlatform({ VEDETTE_SIM_DEVICES: '2', VEDETTE_SIM_ROSTER: 'cameras' })
  browser = await launchBrowser()
  its = await visitByKeys(browser)
  ;({ page, hands } = its)
  await enterOnPage(page, platform.address)
  await page.locator('.tile[data-did]').nth(1).waitFor()
})

afterAll(async () => {
  await its?.end()
  await browser?.close()
  await platform?.stop()
})

describe.each(['en', 'zh-cn'] as const)('%s', (language) => {
  const say = wordsOf(language)
  const [save, name, night] = say(['Save', /^Name/, 'Night'], ['保存', /^名称/, '夜班'])
  const [live, anyWindow] = say(['Live video', /^Window \d: /], ['实时视频', /^窗口 ?\d：/])
  const gone = () => page.locator('dialog[open]').waitFor({ state: 'detached' })
  /** What had the focus is gone, and the dialog goes on beside it. */
  const inDialog = () => page.locator('dialog :focus').count()

  beforeAll(() => its.speak(language))
  // What it has left open is not in the way of the next.
  beforeEach(({ onTestFailed }) => onTestFailed(its.anew))

  it('live: a wall is saved, renamed, deleted and put back', async () => {
    await its.call(live)
    await hands.tab('group', anyWindow)
    await hands.press('w')
    await page.locator('dialog[open]').waitFor()
    await hands.tab('textbox', name)
    await hands.type(night)
    await hands.press('Enter')
    await hands.tab('button', say(`Edit ${night}`, `编辑 ${night}`))
    await hands.press('Enter')
    await hands.holds('textbox', name)
    await hands.type(`${night} 2`)
    await hands.tab('button', save)
    await hands.press('Enter')
    const remove = say(`Delete ${night} 2`, `删除 ${night} 2`)
    await page.getByRole('button', { name: remove }).waitFor()
    await expect.poll(inDialog).toBe(1)
    await hands.tab('button', remove)
    await hands.press('Enter')
    await hands.tab('button', say('Undo', '撤销'))
    await expect.poll(inDialog).toBe(1)
    await hands.press('Enter')
    await hands.tab('button', remove)
    await hands.press('Enter')
    await page.getByText(say(`Wall deleted: ${night} 2`, `视频墙已删除：${night} 2`)).waitFor()
    await hands.press('Escape')
    await gone()
    await hands.holds('group', anyWindow)
  })

  it('alarms: how long they and pictures are kept, and where they are sent', async () => {
    await its.call(say('Alarms', '报警管理'))
    const settings = say('Alarm settings', '报警设置')
    await hands.tab('button', settings)
    await hands.press('Enter')
    const dialog = page.getByRole('dialog', { name: settings })
    await hands.tab('textbox', say('Days to keep alarms', '报警保存天数'))
    await hands.type(say('45', '46'))
    const saved = page.getByText(say('Saved', '已保存'), { exact: true }).waitFor()
    await hands.tab('button', save)
    await hands.press('Enter')
    await saved
    await hands.holds('button', save)

    const pictures = say('Picture storage', '图片存储')
    await hands.tab('button', pictures)
    await hands.press('Enter')
    await hands.tab('textbox', say(/^Space limit/, /^空间上限/))
    await hands.type(say('6', '7'))
    await hands.press('Enter')
    await page.getByRole('dialog', { name: pictures }).waitFor({ state: 'detached' })
    await hands.holds('button', pictures)

    await hands.tab('textbox', say(/^Address/, /^地址/))
    await hands.type('https://192.0.2.1/alarms')
    const add = say('Add address', '添加地址')
    await hands.tab('button', add)
    await hands.press('Enter')
    const row = dialog.getByRole('listitem')
    await row.waitFor()
    await hands.holds('button', add)
    await hands.go('Shift+Tab', 'button', say('Delete', '删除'))
    await hands.press('Enter')
    await page.getByRole('dialog', { name: say('Delete address', '删除转发地址') }).waitFor()
    await hands.tab('button', say('Delete', '删除'))
    await hands.press('Enter')
    await row.waitFor({ state: 'detached' })
    await expect.poll(inDialog).toBe(1)
    await hands.press('Escape')
    await gone()
    await hands.holds('button', settings)
  })
})
