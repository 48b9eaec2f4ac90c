/** What each page is for, done without a mouse and in both languages; the focus is always seen. */
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import { addByAddress } from '@vedette/contract/calls/device'
import { deviceUploadImage } from '@vedette/contract/calls/device-photo'
import { saveFloorPlan, uploadFloorPlan } from '@vedette/contract/calls/floor-plan'
import { getGroupList } from '@vedette/contract/calls/group'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { launchBrowser, visit } from './support/browser.ts'
import { type Hands, handsOn, mostSteps } from './support/keys.ts'
import { ADMIN_PASSWORD, type Platform, startPlatform } from './support/platform.ts'
import { enterOnPage, logIn, replied } from './support/session.ts'

const PICTURE = join(resolve(import.meta.dirname, '../..'), 'docs/pictures/live.webp')
const PATIENCE = { timeout: 60_000 }
/** Cameras that never answer; each language puts one of them on the plan. */
const SILENT = ['Lobby', 'Hall']

let platform: Platform
let browser: Browser

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
})

afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

const LANGUAGES = [
  {
    locale: 'en-US',
    silent: 'Lobby',
    password: 'Password',
    account: 'Account',
    agree: /I have read/,
    liveVideo: 'Live video',
    logOut: 'Log out',
    user: /admin$/,
    tile: /^Window \d: Main gate 01/,
    replay: 'Replay Main gate 01',
    replayTile: /^Window 1: Main gate 01/,
    find: 'Search pages, actions and devices',
    windowOf: (name: string) => new RegExp(`^Window \\d: ${name}`),
    map: 'Device map',
    findOnMap: /^Search device/,
    floors: 'Floor plans',
    putOnPlan: /^Lobby/,
    alarms: 'Alarms',
    alarmTime: 'Alarm time',
    album: 'Album',
    open: /^View Lobby/,
    picture: /^View /,
    select: /^Select Lobby/,
    download: 'Download',
    delete: 'Delete',
    pictureGone: 'Picture deleted',
    overview: 'Vedette',
    lookAt: 'View Lobby',
  },
  {
    locale: 'zh-CN',
    silent: 'Hall',
    password: '密码',
    account: '账号',
    agree: /我已阅读/,
    liveVideo: '实时视频',
    logOut: '退出登录',
    user: /admin$/,
    tile: /^窗口 ?\d：Main gate 01/,
    replay: '回放 Main gate 01',
    replayTile: /^窗口 1：Main gate 01/,
    find: '搜索页面、操作或设备',
    windowOf: (name: string) => new RegExp(`^窗口 ?\\d：${name}`),
    map: '设备地图',
    findOnMap: /^搜索设备/,
    floors: '平面图',
    putOnPlan: /^Hall/,
    alarms: '报警管理',
    alarmTime: '报警时间',
    album: '相册管理',
    open: /^查看 Hall/,
    picture: /^查看 /,
    select: /^选择 Hall/,
    download: '下载',
    delete: '删除',
    pictureGone: '图片已删除',
    overview: 'Vedette',
    lookAt: '查看：Hall',
  },
] as const

describe.each(LANGUAGES)('$locale', (words) => {
  async function begin(): Promise<{ page: Page; hands: Hands; end: () => Promise<void> }> {
    const { page, end } = await visit(browser, { locale: words.locale })
    await enterOnPage(page, platform.address)
    await page.locator('.tile[data-did]').first().waitFor()
    return { page, hands: handsOn(page), end }
  }

  it('log-in: a password and Enter, where one was before', async () => {
    const { page, end } = await visit(browser, { locale: words.locale })
    const hands = handsOn(page)
    await page.goto(platform.address)
    await hands.tab('textbox', words.account)
    await hands.type('admin')
    await hands.tab('textbox', words.password)
    await hands.type(ADMIN_PASSWORD)
    await hands.tab('checkbox', words.agree)
    await hands.press('Space')
    await hands.press('Enter')
    await hands.tab('button', words.user)
    await hands.press('Enter')
    await hands.tab('button', words.logOut)
    await hands.press('Enter')
    hands.steps()

    await hands.holds('textbox', words.password)
    await hands.type(ADMIN_PASSWORD)
    await hands.press('Enter')
    await page.getByRole('link', { name: words.liveVideo }).waitFor()
    expect(hands.steps()).toBeLessThanOrEqual(mostSteps('log-in', 'come in, the second time in this browser'))
    await end()
  })

  it('live: one camera is called by its name, into the chosen window of a wall that is full', async () => {
    const { page, hands, end } = await begin()
    await hands.tab('group', words.tile)
    await hands.press('Alt+1')
    await page.locator('.live-wall[data-windows="1"]').waitFor()
    hands.steps()
    await hands.press('Control+k')
    await hands.holds('combobox', words.find)
    await hands.type('north')
    await hands.go('ArrowDown', 'option', /^North drive 02/)
    await hands.press('Enter')
    await page.getByRole('group', { name: words.windowOf('North drive 02') }).waitFor()
    expect(hands.steps()).toBeLessThanOrEqual(mostSteps('live', 'see one camera'))
    await hands.holds('group', words.windowOf('North drive 02'))
    await end()
  })

  it('replay: what a window showed before', async () => {
    const { page, hands, end } = await begin()
    await hands.tab('group', words.tile)
    await hands.tab('button', words.replay)
    await hands.press('Enter')
    await page.getByRole('group', { name: words.replayTile }).waitFor()
    expect(hands.steps()).toBeLessThanOrEqual(mostSteps('replay', 'see what a window showed before'))
    await hands.tab('group', words.replayTile)
    await end()
  })

  it('device map: a device is found by its name, and its card is left again', async () => {
    const { page, hands, end } = await begin()
    await hands.tab('link', words.map)
    await hands.press('Enter')
    await page.locator('.map-marker').first().waitFor()
    hands.steps()
    await hands.tab('combobox', words.findOnMap)
    await hands.type('north')
    await hands.go('ArrowDown', 'option', /^North drive 02/)
    await hands.press('Enter')
    await hands.holds('dialog', 'North drive 02')
    expect(hands.steps()).toBeLessThanOrEqual(mostSteps('device map', 'find a device'))
    await hands.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await hands.holds('combobox', words.findOnMap)
    await end()
  })

  it('floor plans: a camera is put on the plan, and moved there', async () => {
    const { page, hands, end } = await begin()
    await hands.tab('link', words.map)
    await hands.press('Enter')
    await hands.tab('link', words.floors)
    await hands.press('Enter')
    await page.getByRole('button', { name: words.putOnPlan }).waitFor()
    hands.steps()
    await hands.tab('button', words.putOnPlan)
    await hands.press('Enter')
    const marker = page.locator('.floors-marker:focus')
    await marker.waitFor()
    expect(hands.steps()).toBeLessThanOrEqual(mostSteps('floor plans', 'put a camera on the plan'))
    await hands.holds('button', words.putOnPlan)
    const before = await marker.getAttribute('style')
    await hands.press('ArrowRight')
    await expect.poll(() => marker.getAttribute('style'), PATIENCE).not.toBe(before)
    await end()
  })

  it('alarms: the next one is looked at, and deleted; the one after it has the focus', async () => {
    const { page, hands, end } = await begin()
    await hands.tab('link', words.alarms)
    await hands.press('Enter')
    const cards = page.locator('.alarm-card')
    await cards.nth(2).waitFor()
    hands.steps()
    await hands.press('j')
    await hands.press('Space')
    const viewer = page.getByRole('dialog')
    await viewer.getByText(words.alarmTime).waitFor()
    // The newest one's picture may still be made: it is not deleted while it is fetched.
    const picture = viewer.locator('.alarm-large img')
    await expect
      .poll(
        () =>
          picture.evaluateAll(
            (all) => all.filter((it) => it instanceof HTMLImageElement && it.naturalWidth > 0).length,
          ),
        PATIENCE,
      )
      .toBeGreaterThan(0)
    expect(hands.steps()).toBeLessThanOrEqual(mostSteps('alarms', 'look at the next and mark it'))
    await hands.press('Escape')
    await viewer.waitFor({ state: 'detached' })
    const eid = await page.locator('[data-eid]:focus-within').getAttribute('data-eid')
    await hands.press('Delete')
    await hands.tab('button', words.delete)
    await hands.press('Enter')
    await page.locator(`.alarm-card[data-eid="${eid}"]`).waitFor({ state: 'detached' })
    await expect.poll(() => page.locator('.alarm-card:focus-within').count(), PATIENCE).toBe(1)
    await end()
  })

  it('album: a picture is looked at and downloaded; another is deleted, and its neighbour has the focus', async () => {
    const { page, hands, end } = await begin()
    await hands.press('Control+k')
    await hands.type(words.album)
    await hands.go('ArrowDown', 'option', words.album)
    await hands.press('Enter')
    const tiles = page.locator('.album-tile')
    await tiles.nth(1).waitFor()
    await hands.tab('button', words.picture)
    hands.steps()
    await hands.go('ArrowRight', 'button', words.open)
    await hands.press('Enter')
    const viewer = page.getByRole('dialog', { name: words.silent })
    await viewer.waitFor()
    await hands.tab('button', words.download)
    const file = page.waitForEvent('download')
    await hands.press('Enter')
    expect((await file).suggestedFilename()).toMatch(new RegExp(`^${words.silent} .*\\.webp$`))
    expect(hands.steps()).toBeLessThanOrEqual(mostSteps('album', 'download a picture'))
    await hands.press('Escape')
    await viewer.waitFor({ state: 'detached' })
    await hands.holds('button', words.open)
    const before = await tiles.count()
    await hands.tab('checkbox', words.select)
    await hands.press('Space')
    await hands.tab('button', words.delete)
    await hands.press('Enter')
    await hands.tab('button', words.delete)
    await hands.press('Enter')
    await page.getByText(words.pictureGone).waitFor()
    await expect.poll(() => tiles.count(), PATIENCE).toBe(before - 1)
    await expect.poll(() => page.locator('.album-tile:focus-within').count(), PATIENCE).toBe(1)
    await end()
  })

  it('overview: from what is wrong to its device', async () => {
    const { page, hands, end } = await begin()
    await hands.tab('link', words.overview)
    await hands.press('Enter')
    await page.getByRole('link', { name: words.lookAt }).waitFor()
    hands.steps()
    await hands.tab('link', words.lookAt)
    await hands.press('Enter')
    await expect.poll(() => page.url(), PATIENCE).toContain('#/deviceConf/')
    await page.getByRole('heading', { name: words.silent }).first().waitFor()
    expect(hands.steps()).toBeLessThanOrEqual(mostSteps('overview', 'from what is wrong to its device'))
    await end()
  })
})
