/** What each page is for, done without a mouse and in both languages; the focus is always seen. */
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import { addByAddress } from '@vedette/contract/calls/device'
import { deviceUploadImage } from '@vedette/contract/calls/device-photo'
import { saveFloorPlan, uploadFloorPlan } from '@vedette/contract/calls/floor-plan'
import { getGroupList } from '@vedette/contract/calls/group'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { axeViolations } from './support/axe.ts'
import { launchBrowser } from './support/browser.ts'
import { type ByKeys, mostSteps, visitByKeys, wordsOf } from './support/keys.ts'
import { ADMIN_PASSWORD, type Platform, startPlatform } from './support/platform.ts'
import { logIn, replied } from './support/session.ts'

const PICTURE = join(resolve(import.meta.dirname, '../..'), 'docs/pictures/live.webp')
const PATIENCE = { timeout: 60_000 }
/** Cameras that never answer; each language puts one of them on the plan. */
const SILENT = ['Lobby', 'Hall']

let platform: Platform
let browser: Browser
let page: ByKeys['page']
let hands: ByKeys['hands']
let its: ByKeys

beforeAll(async () => {
  platform = await startPlatform()
  browser = await launchBrowser()
  const { address } = platform
  const token = await logIn(address)
  const GID = (await replied(address, token, getGroupList, {})).List[0]?.GID ?? ''
  const bytes = Uint8Array.from(await readFile(PICTURE))
  const upload = async (path: string, fields: Record<string, string>): Promise<{ Url: string }> => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('file', new Blob([bytes]), 'picture')
    const init = { method: 'POST', headers: { authorization: token }, body: form }
    const answer = await (await fetch(new URL(path, address), init)).json()
    expect(answer).toMatchObject({ CODE: '200' })
    return answer.BODY
  }
  for (const DevName of SILENT) {
    const camera = { GID, DevName, DevType: 1, Url: `rtsp://192.0.2.7/${DevName}` }
    const { DID } = await replied(address, token, addByAddress, camera)
    for (let n = 0; n < 2; n++) await upload(deviceUploadImage.path, { DID, Purpose: 'album' })
  }
  const { Url } = await upload(uploadFloorPlan.path, {})
  await replied(address, token, saveFloorPlan, { GID, Url })
  its = await visitByKeys(browser)
  ;({ page, hands } = its)
  await page.goto(address)
  await hands.tab('textbox', 'Account')
  await hands.type('admin')
  await hands.tab('textbox', 'Password')
  await hands.type(ADMIN_PASSWORD)
  await hands.tab('checkbox', /I have read/)
  await hands.press('Space')
  await hands.press('Enter')
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
  const silent = say('Lobby', 'Hall')
  /** The wall is left with the second of them on it alone. */
  const [watched, called] = say(['Main gate 01', 'North drive 02'], ['North drive 02', 'Main gate 01'])
  const windowOf = (name: string): RegExp =>
    say(new RegExp(`^Window \\d: ${name}`), new RegExp(`^窗口 ?\\d：${name}`))
  const remove = say('Delete', '删除')
  const isSound = async () => expect(await axeViolations(page)).toEqual([])

  beforeAll(() => its.speak(language))
  // What it has left open is not in the way of the next.
  beforeEach(({ onTestFailed }) => onTestFailed(its.anew))

  it('replay: what a window showed before', async () => {
    await its.call(say('Live video', '实时视频'))
    await hands.tab('group', windowOf(watched))
    await hands.tab('button', say(`Replay ${watched}`, `回放 ${watched}`))
    await hands.press('Enter')
    await expect.poll(() => page.url(), PATIENCE).toContain('#/replay')
    await page.getByRole('group', { name: windowOf(watched) }).waitFor()
    expect(hands.steps()).toBeLessThanOrEqual(mostSteps('replay', 'see what a window showed before'))
    await hands.tab('group', windowOf(watched))
  })

  it('live: one camera is called by its name, into the chosen window of a wall that is full', async () => {
    await its.call(say('Live video', '实时视频'))
    await hands.tab('group', windowOf(watched))
    await hands.press('Alt+1')
    await page.locator('.live-wall[data-windows="1"]').waitFor()
    hands.steps()
    await hands.press('Control+k')
    await hands.holds('combobox', say('Search pages, actions and devices', '搜索页面、操作或设备'))
    await hands.type(called.slice(0, 5))
    await hands.go('ArrowDown', 'option', new RegExp(`^${called}`))
    await hands.press('Enter')
    await page.getByRole('group', { name: windowOf(called) }).waitFor()
    expect(hands.steps()).toBeLessThanOrEqual(mostSteps('live', 'see one camera'))
    await hands.holds('group', windowOf(called))
  })

  it('device map: a device is found by its name, and its card is left again', async () => {
    await its.call(say('Device map', '设备地图'))
    await page.locator('.map-marker').first().waitFor()
    const find = say(/^Search device/, /^搜索设备/)
    await hands.tab('combobox', find)
    await hands.type('north')
    await hands.go('ArrowDown', 'option', /^North drive 02/)
    await hands.press('Enter')
    await hands.holds('dialog', 'North drive 02')
    expect(hands.steps()).toBeLessThanOrEqual(mostSteps('device map', 'find a device'))
    await hands.press('Escape')
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    await hands.holds('combobox', find)
  })

  it('floor plans: a camera is put on the plan, and moved there', async () => {
    await its.call(say('Floor plans', '平面图'))
    const camera = new RegExp(`^${silent}`)
    await hands.tab('button', camera)
    await hands.press('Enter')
    const marker = page.locator('.floors-marker:focus')
    await marker.waitFor()
    expect(hands.steps()).toBeLessThanOrEqual(mostSteps('floor plans', 'put a camera on the plan'))
    await hands.holds('button', camera)
    const before = await marker.getAttribute('style')
    await hands.press('ArrowRight')
    await expect.poll(() => marker.getAttribute('style'), PATIENCE).not.toBe(before)
  })

  it('alarms: the next one is looked at, and deleted; the one after it has the focus', async () => {
    await its.call(say('Alarms', '报警管理'))
    const cards = page.locator('.alarm-card')
    await cards.nth(2).waitFor()
    await hands.press('j')
    await hands.press('Space')
    const viewer = page.locator('dialog[open]')
    await viewer.getByText(say('Alarm time', '报警时间')).waitFor()
    // The newest one's picture may still be made: it is not deleted while it is fetched.
    const shown = (all: (HTMLElement | SVGElement)[]): number =>
      all.filter((it) => it instanceof HTMLImageElement && it.naturalWidth > 0).length
    const picture = viewer.locator('.alarm-large img')
    await expect.poll(() => picture.evaluateAll(shown), PATIENCE).toBeGreaterThan(0)
    expect(hands.steps()).toBeLessThanOrEqual(mostSteps('alarms', 'look at the next and mark it'))
    await isSound()
    await hands.press('Escape')
    await viewer.waitFor({ state: 'detached' })
    const eid = await page.locator('[data-eid]:focus-within').getAttribute('data-eid')
    await hands.press('Delete')
    await page.locator('dialog[open]').waitFor()
    await isSound()
    await hands.tab('button', remove)
    await hands.press('Enter')
    await page.locator(`.alarm-card[data-eid="${eid}"]`).waitFor({ state: 'detached' })
    await expect.poll(() => page.locator('.alarm-card:focus-within').count(), PATIENCE).toBe(1)
  })

  it('album: a picture is looked at and downloaded; another is deleted, and its neighbour has the focus', async () => {
    await its.call(say('Album', '相册管理'))
    const tiles = page.locator('.album-tile')
    await tiles.nth(1).waitFor()
    await hands.tab('button', say(/^View /, /^查看 /))
    const open = new RegExp(`^${say('View', '查看')} ${silent}`)
    await hands.go('ArrowRight', 'button', open)
    hands.steps()
    await hands.press('Enter')
    const viewer = page.getByRole('dialog', { name: silent })
    await viewer.waitFor()
    await isSound()
    await hands.tab('button', say('Download', '下载'))
    const file = page.waitForEvent('download')
    await hands.press('Enter')
    expect((await file).suggestedFilename()).toMatch(new RegExp(`^${silent} .*\\.webp$`))
    expect(hands.steps()).toBeLessThanOrEqual(mostSteps('album', 'download a picture'))
    await hands.press('Escape')
    await viewer.waitFor({ state: 'detached' })
    await hands.holds('button', open)
    const before = await tiles.count()
    await hands.tab('checkbox', new RegExp(`^${say('Select', '选择')} ${silent}`))
    await hands.press('Space')
    await hands.tab('button', remove)
    await hands.press('Enter')
    await page.locator('dialog[open]').waitFor()
    await isSound()
    await hands.tab('button', remove)
    await hands.press('Enter')
    await page.getByText(say('Picture deleted', '图片已删除')).waitFor()
    await expect.poll(() => tiles.count(), PATIENCE).toBe(before - 1)
    await expect.poll(() => page.locator('.album-tile:focus-within').count(), PATIENCE).toBe(1)
  })

  it('overview: from what is wrong to its device', async () => {
    await its.call(say('Overview', '系统概览'))
    const view = say(`View ${silent}`, `查看：${silent}`)
    await hands.tab('link', view)
    await hands.press('Enter')
    await expect.poll(() => page.url(), PATIENCE).toContain('#/deviceConf/')
    await page.getByRole('heading', { name: silent }).first().waitFor()
    expect(hands.steps()).toBeLessThanOrEqual(mostSteps('overview', 'from what is wrong to its device'))
  })

  it('log-in: a password and Enter, where one was before', async () => {
    await its.call(say('Live video', '实时视频'))
    await hands.go('Shift+Tab', 'button', /admin$/)
    await hands.press('Enter')
    await hands.tab('button', say('Log out', '退出登录'))
    await hands.press('Enter')
    hands.steps()
    await hands.holds('textbox', say('Password', '密码'))
    await hands.type(ADMIN_PASSWORD)
    await hands.press('Enter')
    await page.getByRole('link', { name: say('Live video', '实时视频') }).waitFor()
    expect(hands.steps()).toBeLessThanOrEqual(mostSteps('log-in', 'come in, the second time in this browser'))
  })
})
