/** Cameras that are set, upgraded and handed over, seen by people on both sides and in the picture itself. */
import { addByAddress } from '@vedette/contract/calls/device'
import { getDeviceInfo, queryConfig, setDeviceConfig } from '@vedette/contract/calls/device-config'
import { createGroup, getGroupList } from '@vedette/contract/calls/group'
import { linkCompany } from '@vedette/contract/calls/own-account'
import { Cam, type RequestCallback } from 'onvif'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'

import { axeViolations } from './support/axe.ts'
import { launchBrowser, visit, type Visit } from './support/browser.ts'
import { meanLuma } from './support/painted.ts'
import { ADMIN_PASSWORD, foundCompany, type Platform, startPlatform } from './support/platform.ts'
import { ask, logIn, logInOnPage, replied } from './support/session.ts'
import { type Simulator, startSimulator } from './support/simulator.ts'
import { MORE_ABOUT, MORE_ABOUT_ZH, rowAction } from './support/row-action.ts'

const PATIENCE = { timeout: 60_000, interval: 200 }
const FIRMWARE = `vedette-simulator-firmware model=VC-210 version=2.0.0\n${'x'.repeat(600_000)}`

const Encoders = z.array(z.object({ encoding: z.string() }))

let simulator: Simulator
let platform: Platform
let browser: Browser
let token: string
/** The first is upgraded without trouble, the second one fails. */
let dids: string[]

beforeAll(async () => {
  simulator = await startSimulator(2, { VEDETTE_SIM_DISCOVERY_PORT: '0' })
  platform = await startPlatform({ VEDETTE_DEMO: '0' })
  browser = await launchBrowser()
  token = await logIn(platform.address)
  const { BODY } = await ask(platform.address, token, getGroupList, {})
  const GID = getGroupList.reply.parse(BODY).List[0]?.GID ?? ''
  dids = []
  for (const [n, { onvifUrl: Url }] of simulator.devices.entries()) {
    const login = { Username: simulator.username, Password: simulator.password }
    const body = { GID, DevName: ['East gate', 'West gate'][n] ?? '', DevType: 1, Url, ...login }
    const added = await ask(platform.address, token, addByAddress, body)
    dids.push(addByAddress.reply.parse(added.BODY).DID)
  }
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
  await simulator?.stop()
})

const brightnessOf = async (did: string | undefined): Promise<number | undefined> => {
  const { BODY } = await ask(platform.address, token, queryConfig, { DID: did ?? '' })
  return queryConfig.reply.parse(BODY).Picture?.Brightness?.Value
}

it('a camera made brighter is seen brighter, and others become as bright', async () => {
  const { page, end } = await visit(browser)
  page.setDefaultTimeout(60_000)
  await logInOnPage(page, platform.address)
  await page.goto(`${platform.address}#/deviceConf/${dids[0]}`)
  const preview = page.locator('.tile-preview')
  await expect.poll(() => meanLuma(preview), PATIENCE).toBeGreaterThan(0)
  const before = (await meanLuma(preview)) ?? 0
  await page.getByLabel('Brightness').fill('95')
  await expect.poll(() => meanLuma(preview), PATIENCE).toBeGreaterThan(before + 15)
  await page.getByLabel('Brightness').fill('5')
  await expect.poll(() => meanLuma(preview), PATIENCE).toBeLessThan(before - 15)
  await expect.poll(() => brightnessOf(dids[0]), PATIENCE).toBe(5)

  await page.getByRole('button', { name: 'Copy to other devices' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('treeitem', { name: 'West gate' }).click()
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await brightnessOf(dids[1])).toBe(5)
  await page.getByRole('tab', { name: 'Alarm settings' }).click()
  await page.getByText('by the device').first().waitFor()
  await end()
})

/** The codecs of the first camera's streams, read off it by npm's onvif. */
async function codecsOfDevice(): Promise<unknown> {
  const { hostname, port, pathname: path } = new URL(simulator.devices[0]?.onvifUrl ?? '')
  const { username, password } = simulator
  const device = await new Promise<Cam>((resolve, reject) => {
    const cam = new Cam({ hostname, port: Number(port), path, username, password }, (error) =>
      error ? reject(error) : resolve(cam),
    )
  })
  const told = (done: RequestCallback<unknown>): void => device.getVideoEncoderConfigurations(done)
  const encoders = await new Promise((resolve, reject) => {
    told((error, answer) => (error ? reject(error) : resolve(answer)))
  })
  return Encoders.parse(encoders).map(({ encoding }) => encoding)
}

it('streams that another program made JPEG are said not to play, and play again as H.264 by one Save', async () => {
  const { page, end } = await visit(browser)
  page.setDefaultTimeout(60_000)
  await logInOnPage(page, platform.address)
  const jpeg = { Encoding: 'JPEG', FrameRate: 5 } as const
  const Change = {
    Streams: [
      { Quality: 'main' as const, ...jpeg },
      { Quality: 'sub' as const, ...jpeg },
    ],
  }
  const made = await replied(platform.address, token, setDeviceConfig, { DID: dids[0] ?? '', Change })
  expect(made).toMatchObject({ Written: ['streams'], Refused: [] })
  await expect.poll(codecsOfDevice, PATIENCE).toEqual(['JPEG', 'JPEG'])
  await page.goto(`${platform.address}#/deviceConf/${dids[0]}`)
  await page.locator('.tile-preview').getByText('a format that cannot be played, such as MJPEG').waitFor()
  const reason = async () => {
    const { BODY } = await ask(platform.address, token, getDeviceInfo, { DID: dids[0] ?? '' })
    return getDeviceInfo.reply.parse(BODY).Reason
  }
  await expect.poll(reason, PATIENCE).toBe('unsupportedCodec')
  const codecOf = (stream: string) =>
    page.getByRole('group', { name: stream }).getByLabel('Codec', { exact: true })
  for (const stream of ['Main stream', 'Sub-stream']) {
    await page.getByRole('group', { name: stream }).getByText('cannot be played or recorded here').waitFor()
    await codecOf(stream).selectOption({ label: 'H.264' })
  }
  await page.getByText('Changed: Main stream, Sub-stream').waitFor()
  expect(await axeViolations(page)).toEqual([])

  // What was typed is asked about before another page takes it away, and outlasts another tab.
  await page.getByRole('link', { name: 'Alarms', exact: true }).click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('tab', { name: 'Recording' }).click()
  await page.getByRole('tab', { name: 'Basic settings' }).click()
  expect(await codecOf('Sub-stream').inputValue()).toBe('H264')

  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(codecsOfDevice, PATIENCE).toEqual(['H264', 'H264'])
  await page.locator('.tile-preview[data-state="live"]').waitFor()
  // It plays, so nothing is offered that would not.
  await expect
    .poll(() => codecOf('Main stream').locator('option').allTextContents(), PATIENCE)
    .not.toContain('JPEG')
  await end()
})

it('of two cameras that are upgraded together one fails, says why, comes back, and takes it the second time', async () => {
  const { page, end } = await visit(browser, { locale: 'zh-CN' })
  page.setDefaultTimeout(60_000)
  await simulator.failUpgrade(2, true)
  await logInOnPage(page, platform.address)
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto(`${platform.address}#/deviceManger`)
  // Whatever is shown of a device, what can be done with it is in sight.
  const last = await page.getByRole('button', { name: MORE_ABOUT_ZH('East gate') }).boundingBox()
  expect((last?.x ?? Infinity) + (last?.width ?? 0)).toBeLessThanOrEqual(1366)
  const dialog = page.getByRole('dialog')
  const details = async (): Promise<void> => {
    await page.getByRole('button', { name: '升级管理', exact: true }).click()
    await dialog.waitFor()
  }
  await details()
  await dialog.getByRole('tab', { name: '固件库' }).click()
  await dialog.getByLabel('型号').last().fill('VC-210')
  await dialog.getByLabel('版本').last().fill('2.0.0')
  const file = { name: 'vc.bin', mimeType: 'application/octet-stream', buffer: Buffer.from(FIRMWARE) }
  await dialog.locator('input[type=file]').setInputFiles(file)
  await dialog.getByRole('button', { name: '上传', exact: true }).click()
  await dialog.getByRole('cell', { name: 'vc.bin' }).waitFor()
  await page.keyboard.press('Escape')

  for (const name of ['East gate', 'West gate']) await page.getByRole('checkbox', { name }).check()
  await page.locator('.bulk-bar').getByRole('button', { name: '升级', exact: true }).click()
  await dialog.getByText('East gate').waitFor()
  const inRow = page
    .locator('.device-status[data-status="upgrading"] [data-upgrade] progress')
    .first()
    .waitFor()
  await dialog.getByRole('button', { name: '升级', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await inRow
  await page
    .getByRole('row', { name: /East gate/ })
    .getByRole('cell', { name: '2.0.0' })
    .waitFor()
  await details()
  await dialog
    .getByRole('row', { name: /East gate/ })
    .locator('[data-upgrade="done"]')
    .waitFor()
  const failed = dialog.getByRole('row', { name: /West gate/ }).locator('[data-upgrade="failed"]')
  await failed.waitFor()
  expect(await failed.textContent()).toContain('设备恢复后仍为原版本')
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('Escape')

  const facts = async (did: string | undefined) => {
    const { BODY } = await ask(platform.address, token, getDeviceInfo, { DID: did ?? '' })
    const { Firmware, Presence, Status } = getDeviceInfo.reply.parse(BODY)
    return { Firmware, Presence, Status }
  }
  const back = { Presence: 1, Status: 'normal' }
  await expect.poll(() => facts(dids[0]), PATIENCE).toEqual({ Firmware: '2.0.0', ...back })
  await expect.poll(() => facts(dids[1]), PATIENCE).toEqual({ Firmware: '1.0.0', ...back })

  const upgrade = async (name: string): Promise<void> => {
    await rowAction(page, MORE_ABOUT_ZH(name), '升级')
    await dialog.getByRole('button', { name: '升级', exact: true }).click()
  }
  await upgrade('East gate')
  await dialog.getByText('已是最新版本').waitFor()
  await page.keyboard.press('Escape')
  await simulator.failUpgrade(2, false)
  await upgrade('West gate')
  await dialog.waitFor({ state: 'detached' })
  await details()
  await dialog
    .getByRole('row', { name: /West gate/ })
    .locator('[data-upgrade="done"]')
    .waitFor()
  expect(await dialog.getByRole('row').count()).toBe(4)
  await expect.poll(() => facts(dids[1]), PATIENCE).toEqual({ Firmware: '2.0.0', ...back })
  await end()
})

it('a camera is dragged to another region of its company, and what that changes is shown first', async () => {
  const { page, end } = await visit(browser)
  page.setDefaultTimeout(60_000)
  const forest = await replied(platform.address, token, getGroupList, {})
  const within = { ParentGID: forest.List[0]?.GID ?? '', GroupName: 'Yard' }
  await replied(platform.address, token, createGroup, within)
  await logInAt(page, 'demo')
  await page.goto(`${platform.address}#/deviceTransfer`)
  const camera = page.getByRole('treeitem', { name: 'West gate' })
  await camera.hover()
  await page.locator(`.camera-card[data-did="${dids[1]}"]`).waitFor()
  await camera.dragTo(page.getByRole('treeitem', { name: 'Yard' }))
  const dialog = page.getByRole('dialog')
  await dialog.getByText('West gate: Demo → Yard').waitFor()
  // Looked for beforehand: it is shown for 3 s.
  const moved = page.getByText('1 device moved').waitFor()
  await dialog.getByRole('button', { name: 'Move to region' }).click()
  await moved
  expect((await replied(platform.address, token, getDeviceInfo, { DID: dids[1] ?? '' })).GroupName).toBe(
    'Yard',
  )
  await end()
})

it('a camera goes to another company by a code, and back between companies of one person; each side sees its own', async () => {
  await foundCompany(platform, 'north', 'Nordhof')
  const at = `${platform.address}#/deviceTransfer`
  const giver = await visit(browser)
  const taker = await visit(browser, { locale: 'zh-CN', viewport: { width: 390, height: 844 } })
  for (const { page } of [giver, taker]) page.setDefaultTimeout(60_000)
  await logInAt(giver.page, 'demo')
  await giver.page.setViewportSize({ width: 1366, height: 768 })
  await giver.page.goto(`${platform.address}#/deviceManger`)
  // Every column and what can be done with a row have room beside the tree.
  const hidden = (it: Element): number => it.scrollWidth - it.clientWidth
  expect(await giver.page.locator('.devices-main .table-scroll').evaluate(hidden)).toBe(0)
  await rowAction(giver.page, MORE_ABOUT('West gate'), 'Transfer')
  await giver.page.getByText('1 selected West gate').waitFor()
  const marked = giver.page.getByRole('navigation').first().locator('[aria-current="page"]')
  expect(await marked.allTextContents()).toEqual(['Devices'])
  const camera = ({ page }: Visit) => page.getByRole('treeitem', { name: 'West gate' })
  const dialogOf = ({ page }: Visit) => page.getByRole('dialog')
  await giver.page.getByRole('button', { name: 'Transfer to another company' }).click()
  await dialogOf(giver).getByText('West gate').waitFor()
  await dialogOf(giver).getByRole('button', { name: 'Transfer to another company' }).click()
  const code =
    (await dialogOf(giver)
      .getByText(/^[0-9A-Z]{12}$/)
      .textContent()) ?? ''
  await giver.page.keyboard.press('Escape')

  await logInAt(taker.page, 'north')
  await taker.page.goto(at)
  await taker.page.getByRole('button', { name: '凭码接收' }).click()
  await dialogOf(taker).getByLabel('对方企业的接收码').fill(code)
  await dialogOf(taker).getByRole('button', { name: '查看设备' }).click()
  await dialogOf(taker)
    .getByText(/West gate · VC-210/)
    .waitFor()
  await chooseRegion(taker, '目标区域', 'Nordhof')
  await dialogOf(taker).getByRole('button', { name: '接收', exact: true }).click()
  await camera(taker).waitFor()
  await taker.page
    .getByRole('row', { name: /West gate/ })
    .getByText('已接收')
    .waitFor()
  expect(await axeViolations(taker.page)).toEqual([])

  await giver.page.reload()
  await giver.page
    .getByRole('row', { name: /Nordhof/ })
    .getByText('accepted')
    .waitFor()
  expect(await camera(giver).count()).toBe(0)
  await giver.page.getByRole('button', { name: 'History in this company' }).click()
  await dialogOf(giver).getByRole('table', { name: 'Upgrades' }).getByText('2.0.0').first().waitFor()
  expect(await axeViolations(giver.page)).toEqual([])
  await giver.page.keyboard.press('Escape')

  const north = { EnterpriseCode: 'north', Account: 'admin', Password: ADMIN_PASSWORD }
  const linked = await ask(platform.address, token, linkCompany, { OwnPassword: ADMIN_PASSWORD, ...north })
  expect(linked.CODE).toBe('200')
  await camera(taker).click()
  await taker.page.getByRole('button', { name: '转移给其他企业' }).click()
  await dialogOf(taker).getByLabel('接收方').selectOption('Demo')
  await dialogOf(taker).getByRole('button', { name: '转移给其他企业' }).click()
  await dialogOf(taker).waitFor({ state: 'detached' })
  await giver.page.reload()
  await giver.page.getByRole('button', { name: 'Accept', exact: true }).click()
  await dialogOf(giver)
    .getByText(/West gate · VC-210/)
    .waitFor()
  await chooseRegion(giver, 'Target region', 'Demo')
  await dialogOf(giver).getByRole('button', { name: 'Accept' }).click()
  await camera(giver).waitFor()
  await taker.page.reload()
  await taker.page.getByRole('row', { name: /转出/ }).getByText('已接收').waitFor()
  expect(await camera(taker).count()).toBe(0)
  await Promise.all([giver.end(), taker.end()])
})

async function logInAt(page: Page, enterprise: string): Promise<void> {
  await page.goto(platform.address)
  await page.locator('[name="enterprise"]').fill(enterprise)
  await page.locator('[name="account"]').fill('admin')
  await page.locator('[name="password"]').fill(ADMIN_PASSWORD)
  await page.getByRole('checkbox').check()
  await page.locator('form [type="submit"]').click()
  await page.waitForURL(/realTimeVideo/)
}

async function chooseRegion({ page }: Visit, label: string, region: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: label }).click()
  await dialog.getByRole('treeitem', { name: region }).click()
}
