/** Dialogs of the live page, of replay and of alarms, done without a mouse and in both languages; the focus is always seen. */
import { batchExitGroup } from '@vedette/contract/calls/device-edit'
import { deviceList } from '@vedette/contract/calls/device'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { axeViolations } from './support/axe.ts'
import { launchBrowser } from './support/browser.ts'
import { type ByKeys, visitByKeys, wordsOf } from './support/keys.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { ask, enterOnPage, logIn, replied } from './support/session.ts'

let platform: Platform
let browser: Browser
let page: ByKeys['page']
let hands: ByKeys['hands']
let its: ByKeys
/** The third camera, which leaves once it has recordings. */
let former: string

beforeAll(async () => {
  platform = await startPlatform({ VEDETTE_SIM_DEVICES: '3', VEDETTE_SIM_ROSTER: 'cameras' })
  browser = await launchBrowser()
  const { List } = await replied(platform.address, await logIn(platform.address), deviceList, {})
  former = List.find(({ DevName }) => DevName.endsWith('03'))?.DID ?? ''
  its = await visitByKeys(browser)
  ;({ page, hands } = its)
  await enterOnPage(page, platform.address)
  await page.locator('.tile[data-did]').nth(1).waitFor()
})

afterAll(async () => {
  try {
    await its?.end()
  } finally {
    await browser?.close()
    await platform?.stop()
  }
})

describe.each(['en', 'zh-cn'] as const)('%s', (language) => {
  const say = wordsOf(language)
  const [save, name, night] = say(['Save', /^Name/, 'Night'], ['保存', /^名称/, '夜班'])
  const [live, anyWindow] = say(['Live video', /^Window \d: /], ['实时视频', /^窗口 ?\d：/])
  const gone = () => page.locator('dialog[open]').waitFor({ state: 'detached' })
  /** What had the focus is gone, and the dialog goes on beside it. */
  const inDialog = () => page.locator('dialog :focus').count()
  const onPage = () => page.locator('main:focus, main :focus').count()
  const isSound = async () => expect(await axeViolations(page)).toEqual([])

  beforeAll(() => its.speak(language))
  // What it has left open is not in the way of the next.
  beforeEach(({ onTestFailed }) => onTestFailed(its.anew))

  const more = say('More replay tools', '更多回放工具')
  /** Opens a dialog from the menu of what is seldom needed. */
  const openFromMenu = async (item: string): Promise<void> => {
    await hands.tab('button', more)
    await hands.press('Enter')
    await hands.go('ArrowDown', 'menuitem', new RegExp(`^${item}`))
    await hands.press('Enter')
    await page.locator('dialog[open]').waitFor()
  }

  it('live: a patrol is saved as a tour, begun and stopped, and the tour deleted', async () => {
    await its.call(live)
    await hands.tab('group', anyWindow)
    await hands.press('Alt+1')
    await page.locator('.live-wall[data-windows="1"]').waitFor()
    await hands.press('t')
    await page.getByRole('dialog', { name: say('Start a patrol', '开启轮巡') }).waitFor()
    await hands.tab('tree', say('Cameras', '轮巡设备'))
    await hands.press('Home')
    await hands.press('Space')
    await hands.go('Shift+Tab', page.locator('.patrol-tour summary'))
    await hands.press('Enter')
    await hands.tab('textbox', name)
    await hands.type(night)
    await hands.press('Enter')
    await page.getByText(say(`Tour saved: ${night}`, `轮巡方案已保存：${night}`)).waitFor()
    await hands.tab('button', say('Start', '开始轮巡'))
    await hands.press('Enter')
    await gone()
    await page.locator('.tile[data-patrol="true"]').waitFor()
    await hands.holds('group', anyWindow)

    await page.locator('.patrol-bar').waitFor()
    await hands.press('k')
    await page.locator('.patrol-bar[data-paused="true"]').waitFor()
    await hands.press('l')
    await hands.holds('group', anyWindow)
    await hands.tab('button', say('Resume', '继续'))
    await hands.press('Enter')
    await hands.holds('button', say('Pause', '暂停'))

    await hands.press('t')
    await page.locator('dialog[open]').waitFor()
    await isSound()
    await hands.tab('button', say('Stop', '停止'))
    await hands.press('Enter')
    await page.locator('.tile[data-patrol="true"]').waitFor({ state: 'detached' })
    await expect.poll(onPage).toBe(1)

    await hands.press('t')
    await hands.tab('combobox', say('Saved tour', '已存轮巡方案'))
    await hands.press('ArrowDown')
    await hands.tab('button', say(`Delete ${night}`, `删除 ${night}`))
    await hands.press('Enter')
    await page.getByText(say(`Tour deleted: ${night}`, `轮巡方案已删除：${night}`)).waitFor()
    await expect.poll(inDialog).toBe(1)
    await hands.press('Escape')
    await page.getByRole('alertdialog').waitFor()
    await isSound()
    await hands.tab('button', say('Discard', '放弃修改'))
    await hands.press('Enter')
    await gone()
  })

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
    await isSound()
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
    await hands.type(say('45', '44'))
    await hands.tab('button', save)
    await hands.press('Enter')
    // Shorter than it was: what is older goes at once.
    const question = page.getByRole('dialog', { name: say('Delete alarms?', '确认删除报警？') })
    await question.waitFor()
    await isSound()
    const saved = page.getByText(say('Saved', '已保存'), { exact: true }).waitFor()
    await hands.tab('button', save)
    await hands.press('Enter')
    await saved
    await question.waitFor({ state: 'detached' })
    await hands.holds('button', save)
    await isSound()

    const pictures = say('Picture storage', '图片存储')
    await hands.tab('button', pictures)
    await hands.press('Enter')
    await hands.tab('textbox', say(/^Space limit/, /^空间上限/))
    await hands.type(say('6', '7'))
    await isSound()
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
    await isSound()
    await hands.tab('button', say('Delete', '删除'))
    await hands.press('Enter')
    await row.waitFor({ state: 'detached' })
    await expect.poll(inDialog).toBe(1)
    await hands.press('Escape')
    await gone()
    await hands.holds('button', settings)
  })

  it('replay: a marked time is exported and locked', async () => {
    await its.call(live)
    await hands.tab('group', anyWindow)
    await hands.tab('button', say(/^Replay /, /^回放 /))
    await hands.press('Enter')
    await page.locator('[data-device]').first().waitFor()
    await hands.tab('group', anyWindow)
    await hands.press('[')
    // It begins half a minute ago, of which not all was recorded.
    for (let n = 0; n < 3; n++) await hands.press('Shift+ArrowRight')
    await hands.press(']')
    await hands.press('e')
    const exports = page.locator('dialog[open]')
    await hands.tab('textbox', say('Purpose (optional)', '用途（选填）'))
    await hands.type(night)
    await hands.tab('button', say('Export', '开始导出'))
    await hands.press('Enter')
    const mine = exports.locator('.exports-entry').filter({ hasText: night })
    await mine.and(page.locator('[data-state="done"]')).waitFor()
    await hands.holds('button', say('Export', '开始导出'))
    await isSound()
    await hands.tab('button', say('Delete', '删除'))
    await hands.press('Enter')
    await hands.holds('button', say('Confirm delete', '确认删除'))
    await hands.press('Enter')
    await mine.waitFor({ state: 'detached' })
    await expect.poll(inDialog).toBe(1)
    await hands.press('Escape')
    await gone()
    await hands.holds('group', anyWindow)

    const lock = say('Lock the marked period', '锁定标记时段')
    await openFromMenu(lock)
    // What is missing has the focus.
    await hands.tab('button', lock)
    await hands.press('Enter')
    await hands.holds('textbox', say(/^Reason/, /^锁定原因/))
    await hands.type(night)
    await isSound()
    await hands.tab('button', lock)
    await hands.press('Enter')
    await gone()
    await hands.holds('button', more)
  })

  it('live: a preset is saved and deleted', async () => {
    await its.call(live)
    await hands.tab('group', say(/^Window \d: Main gate/, /^窗口 ?\d：Main gate/))
    await hands.tab('textbox', say('Preset name', '预置点名称'))
    await hands.type(night)
    await hands.press('Enter')
    await hands.tab('button', say('Edit presets', '编辑预置点'))
    await hands.press('Enter')
    await hands.go('Shift+Tab', 'button', say(`Delete ${night}`, `删除 ${night}`))
    await hands.press('Enter')
    await page.locator('dialog[open]').waitFor()
    await isSound()
    await hands.tab('button', say('Delete', '删除'))
    await hands.press('Enter')
    await gone()
    await expect.poll(onPage).toBe(1)
  })

  it('replay: a time is gone to, the coverage is opened, and what a former camera saw', async () => {
    // The second language finds it gone.
    await ask(platform.address, await logIn(platform.address), batchExitGroup, { DIDs: [former] })
    await its.call(say('Replay', '录像回放'))
    await page.locator('[data-device]').first().waitFor()
    await hands.tab('group', anyWindow)
    const atMs = (): number => Number(/[?&]at=(\d+)/.exec(page.url())?.[1])
    await hands.press('Shift+ArrowLeft')
    await expect.poll(atMs).toBeGreaterThan(0)
    const before = atMs()
    await hands.press('g')
    await hands.tab('spinbutton', say(/^minute/, /^分/))
    await hands.press('ArrowDown')
    await isSound()
    await hands.tab('button', say('Go', '跳转'))
    await hands.press('Enter')
    await gone()
    await expect.poll(atMs).toBeLessThan(before)
    await hands.holds('group', anyWindow)

    await hands.press('c')
    await page.locator('dialog[open] table').waitFor()
    await isSound()
    const recorded = say(/\d % recorded/, /已录 \d+%/)
    await hands.tab('button', recorded)
    await hands.press('ArrowDown')
    await hands.holds('button', recorded)
    await hands.press('Enter')
    await gone()
    await expect.poll(onPage).toBe(1)

    await openFromMenu(say('Recordings of former devices', '已移除设备的录像'))
    const stretch = /^\d{4}-\d\d-\d\d /
    await hands.tab('button', stretch)
    await isSound()
    await hands.press('Enter')
    await page.getByRole('dialog', { name: former }).locator('[data-state="ready"]').waitFor()
    await isSound()
    await hands.tab('button', say('Play or pause', '播放 / 暂停'))
    await hands.press('Escape')
    await hands.holds('button', stretch)
    await hands.press('Escape')
    await gone()
    await hands.holds('button', more)
  })
})
