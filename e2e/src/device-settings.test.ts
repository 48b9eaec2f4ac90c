/** What a device is set to, upgraded to and handed over as, seen by a person and by the device. */
import { deviceList } from '@vedette/contract/calls/device'
import { getDeviceInfo, queryConfig } from '@vedette/contract/calls/device-config'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { axeViolations } from './support/axe.ts'
import { launchBrowser, visit } from './support/browser.ts'
import { ADMIN_PASSWORD, type Platform, startPlatform } from './support/platform.ts'
import { ask, enterOnPage, logIn, logInOnPage } from './support/session.ts'
import { MORE_ABOUT, rowAction } from './support/row-action.ts'

const NAME = 'Main gate 01'
const FIRMWARE = `vedette-simulator-firmware model=VC-210 version=2.0.0\n${'x'.repeat(600_000)}`

let platform: Platform
let browser: Browser
let token: string
let did: string

beforeAll(async () => {
  platform = await startPlatform({
    VEDETTE_SIM_DEVICES: '3',
    VEDETTE_SIM_DISCOVERY_PORT: '0',
    VEDETTE_DETECTION: 'off',
  })
  browser = await launchBrowser()
  token = await logIn(platform.address)
  const { BODY } = await ask(platform.address, token, deviceList, { Keyword: NAME })
  did = deviceList.reply.parse(BODY).List[0]?.DID ?? ''
})
afterAll(async () => {
  await browser.close()
  await platform.stop()
})

it('a camera is set and upgraded, and has itself what the pages say', async () => {
  const { page, end } = await visit(browser)
  await logInOnPage(page, platform.address)

  await page.goto(`${platform.address}#/deviceConf/${did}`)
  await page.locator('.tile-preview[data-state="live"]').waitFor()
  const main = page.getByRole('group', { name: 'Main stream' })
  await main.getByLabel('Key-frame interval (frames)').fill('12')
  // Looked for beforehand: it is shown for 3 s.
  const written = page.getByText('Saved to the device').waitFor()
  await page.getByText('Changed: Main stream').waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await written
  const config = async () =>
    queryConfig.reply.parse((await ask(platform.address, token, queryConfig, { DID: did })).BODY)
  expect((await config()).Streams[0]?.Gop).toBe(12)
  await page.getByLabel('Brightness').fill('90')
  const brightness = async () => (await config()).Picture?.Brightness?.Value
  await expect.poll(brightness, { timeout: 60_000, interval: 200 }).toBe(90)
  await page.getByRole('tab', { name: 'Alarm settings' }).click()
  await page.getByRole('button', { name: 'Add time range' }).click()
  await page.getByRole('button', { name: 'Add time range' }).click()
  await page.getByText('Time ranges on one day must not overlap').waitFor()
  await page.getByRole('button', { name: 'Add zone' }).click()
  const corner = page.getByRole('button', { name: 'Corner 1 of zone 1' })
  const before = await corner.getAttribute('style')
  await corner.press('ArrowRight')
  await expect.poll(() => corner.getAttribute('style'), { timeout: 60_000 }).not.toBe(before)
  expect(await axeViolations(page)).toEqual([])

  await page.goto(`${platform.address}#/deviceManger`)
  // The ranges and the zone were not saved.
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Upgrades' }).click()
  await page.getByRole('tab', { name: 'Firmware' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Model').last().fill('VC-210')
  await dialog.getByLabel('Version').last().fill('2.0.0')
  const buffer = Buffer.from(FIRMWARE)
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'vc-210.bin', mimeType: 'application/octet-stream', buffer })
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await dialog.getByRole('cell', { name: 'vc-210.bin' }).waitFor()
  await page.keyboard.press('Escape')
  await rowAction(page, MORE_ABOUT(NAME), 'Upgrade')
  await dialog.getByRole('button', { name: 'Upgrade', exact: true }).click()
  await page.getByRole('button', { name: 'Upgrades' }).click()
  // The camera restarts meanwhile, for which the platform gives it ten minutes.
  await dialog.locator('[data-upgrade="done"]').waitFor({ timeout: 150_000 })
  const info = getDeviceInfo.reply.parse(
    (await ask(platform.address, token, getDeviceInfo, { DID: did })).BODY,
  )
  expect(info.Firmware).toBe('2.0.0')
  await end()
})

it('the table is as its link says, shows the columns that one chose, and an NVR unfolds to its channels', async () => {
  const { page, end } = await visit(browser)
  page.setDefaultTimeout(60_000)
  await logInOnPage(page, platform.address)
  await page.goto(`${platform.address}#/deviceManger?sort=DevName&desc=1&size=20&type=4`)
  const table = page.getByRole('table', { name: 'Devices' })
  const names = () => table.locator('td[data-column="name"]').allTextContents()
  await expect.poll(names, { timeout: 60_000 }).toEqual(['Loading bay 03'])
  await page.goto(`${platform.address}#/deviceManger?desc=1&text=0`)
  await expect
    .poll(names, { timeout: 60_000 })
    .toEqual([NAME, 'North drive 02', 'Loading bay 03'].toSorted().toReversed())
  expect(await page.getByPlaceholder('Search name, alias or ID').inputValue()).toBe('0')
  await table.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await expect
    .poll(() => new URL(page.url()).hash, { timeout: 60_000 })
    .toBe('#/deviceManger?text=0&sort=DevName')

  await page.getByRole('button', { name: 'Columns' }).click()
  const choice = page.getByRole('group', { name: 'Columns' })
  await choice.getByRole('checkbox', { name: 'Vendor' }).check()
  await choice.getByRole('checkbox', { name: 'Firmware' }).uncheck()
  await page.keyboard.press('Escape')
  const heads = () => table.getByRole('columnheader').allTextContents()
  expect(await heads()).toContain('Vendor')
  await page.reload()
  await table.getByRole('columnheader', { name: 'Vendor' }).waitFor()
  expect(await heads()).not.toContain('Firmware')

  await page.locator('.device-open').first().click()
  await page.getByText('This machine cannot decode video, so the platform detects nothing').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Details of Loading bay 03' }).click()
  const channels = page.getByRole('list', { name: 'Channels of Loading bay 03' })
  expect(await channels.getByRole('link').allTextContents()).toEqual([1, 2, 3, 4].map((n) => `Channel ${n}`))
  expect(await axeViolations(page)).toEqual([])
  await channels.getByRole('link', { name: 'Channel 3' }).click()
  await page.locator('[data-state="live"]').first().waitFor()
  expect(page.url()).toMatch(/view=[A-Z0-9-]+~2/)
  await end()
})

it('a camera is offered to another company in Chinese, and the offer is taken back', async () => {
  const { page, end } = await visit(browser, { locale: 'zh-CN', viewport: { width: 390, height: 844 } })
  await page.goto(platform.address)
  await page.getByLabel('账号').first().fill('admin')
  await page.getByLabel('密码', { exact: true }).fill(ADMIN_PASSWORD)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL(/realTimeVideo/)
  await page.goto(`${platform.address}#/deviceTransfer`)
  await page.getByRole('treeitem', { name: NAME }).click()
  await page.getByRole('button', { name: '转移给其他企业' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '转移给其他企业' }).click()
  await dialog.getByText(/^[0-9A-Z]{12}$/).waitFor()
  await page.keyboard.press('Escape')
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: '撤回' }).click()
  await dialog.getByRole('button', { name: '撤回' }).click()
  await page.getByRole('cell', { name: '已撤回' }).waitFor()
  await end()
})

const PLACES = [
  {
    locale: 'en-US',
    viewport: { width: 1440, height: 900 },
    theme: 'dark',
    place: 'Installation photo',
    photo: `Installation photo of ${NAME}`,
    onlyImages: 'Only JPEG, PNG, WebP, GIF and BMP images can be uploaded',
    tooLarge: 'The image is too large: at most 5 MB and 24 million pixels',
    remove: 'Remove photo',
    question: `Remove the installation photo of “${NAME}”?`,
  },
  {
    locale: 'zh-CN',
    viewport: { width: 390, height: 844 },
    theme: 'light',
    place: '安装照片',
    photo: `${NAME} 的安装照片`,
    onlyImages: '仅支持上传 JPEG、PNG、WebP、GIF、BMP 格式的图片',
    tooLarge: '图片过大：不得超过 5 MB 和 24 百万像素',
    remove: '移除照片',
    question: `确定移除“${NAME}”的安装照片？`,
  },
] as const

it.each(PLACES)(
  'the photo of where a camera hangs is put up, replaced and removed, in $locale',
  async (words) => {
    const { page, end } = await visit(browser, words)
    await enterOnPage(page, platform.address, `#/deviceConf/${did}`)
    const place = page.getByRole('region', { name: words.place })
    const choose = (name: string, mimeType: string, buffer: Buffer) =>
      place.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
    const picture = await page.screenshot()
    await choose('place.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
    await place.getByText(words.onlyImages).waitFor()
    const huge = Buffer.from(picture)
    // Width and height, in the head of a PNG.
    for (const at of [16, 20]) huge.writeUInt32BE(16_000, at)
    await choose('place.png', 'image/png', huge)
    await place.getByText(words.tooLarge).waitFor()
    await choose('place.png', 'image/png', picture)
    const shown = place.getByRole('img', { name: words.photo })
    await shown.waitFor()
    const widthOf = () => shown.evaluate((it) => (it instanceof HTMLImageElement ? it.naturalWidth : 0))
    await expect.poll(widthOf, { timeout: 60_000 }).toBe(words.viewport.width)
    expect(await axeViolations(page)).toEqual([])
    const first = await shown.getAttribute('src')
    await choose('other.png', 'image/png', picture)
    await expect.poll(() => shown.getAttribute('src'), { timeout: 60_000 }).not.toBe(first)
    await expect.poll(widthOf, { timeout: 60_000 }).toBe(words.viewport.width)

    await place.getByRole('button', { name: words.remove }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(words.question).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: words.remove }).click()
    await shown.waitFor({ state: 'detached' })
    await end()
  },
)
