/** Each way of adding a device, in both languages: at a desk in English, on a phone in Chinese. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

import type { ReplyOf } from '@vedette/contract/call'
import { addByAddress, deviceList } from '@vedette/contract/calls/device'
import { batchExitGroup } from '@vedette/contract/calls/device-edit'
import { genBindCode } from '@vedette/contract/calls/gateway'
import { createGroup, getGroupList } from '@vedette/contract/calls/group'
import { PRESENCE } from '@vedette/contract/devices'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { axeViolations } from './support/axe.ts'
import { launchBrowser, visit } from './support/browser.ts'
import { freePort } from './support/free-port.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { ask, enterOnPage, logIn, logInOnPage } from './support/session.ts'
import { sheetOf } from './support/sheet.ts'
import { textsIn } from './support/workbook.ts'
import { type Simulator, startSimulator } from './support/simulator.ts'
import { MORE_ABOUT, MORE_ABOUT_ZH, rowAction } from './support/row-action.ts'

const PASSWORD = 'Story-camera-1'

const EN = {
  empty: 'No devices yet',
  add: 'Add device',
  regionRequired: 'Select a region',
  address: 'Address',
  username: 'User name',
  password: 'Password',
  probe: 'Test connection',
  login: 'The device rejected the user name or password',
  probed: 'Device found',
  taken: 'has this address already',
  discard: 'Discard',
  subAddress: 'Sub-stream address',
  name: 'Name',
  addNow: 'Add',
  onNetwork: 'Scan network',
  search: 'Scan network',
  pictures: 'Show pictures',
  addChosen: (count: number) => `Add ${count} ${count === 1 ? 'device' : 'devices'}`,
  choose: 'Select',
  readdressed: 'Address of',
  isAdded: 'Added as',
  inBatch: 'Import from Excel',
  template: 'Download the template',
  check: 'Check file',
  fileFirst: 'Please upload a file first',
  wrongRows: '2 rows have errors',
  errorFile: 'Download rows with errors',
  importGood: 'Skip rows with errors and add 1',
  imported: '1 device added',
  byLicense: 'By device ID',
  did: 'Device ID',
  license: 'Licence',
  notQueried: 'Device not found',
  byCode: 'Bind code',
  makeCode: 'Create bind code',
  gateway: 'Add gateway or scanner',
  gatewayName: 'Name',
  gatewayDid: 'Device ID on the box',
  history: (name: string) => `Online history of ${name}`,
  evidence: 'Receiving video',
  more: MORE_ABOUT,
  edit: 'Edit',
  addressAndLogin: 'Address and login',
  checkAndSave: 'Test and save',
}

const ZH: typeof EN = {
  empty: '暂无设备',
  add: '添加设备',
  regionRequired: '请选择所属区域',
  address: '地址',
  username: '用户名',
  password: '密码',
  probe: '测试连接',
  login: '设备拒绝该用户名或密码',
  probed: '检测到的设备',
  taken: '已使用该地址',
  discard: '放弃修改',
  subAddress: '子码流地址',
  name: '设备名称',
  addNow: '添加',
  onNetwork: '扫描网络',
  search: '扫描网络',
  pictures: '显示画面',
  addChosen: (count) => `添加 ${count} 台设备`,
  choose: '选择',
  readdressed: '已更新',
  isAdded: '已添加为',
  inBatch: '从 Excel 导入',
  template: '下载模板',
  check: '检查文件',
  fileFirst: '请先上传文件',
  wrongRows: '2 行有误',
  errorFile: '下载错误行',
  importGood: '跳过错误行，添加 1 台',
  imported: '已添加 1 台设备',
  byLicense: '按设备编号',
  did: '设备编号',
  license: '许可证',
  notQueried: '未查询到该设备',
  byCode: '绑定码',
  makeCode: '生成绑定码',
  gateway: '添加网关或扫码枪',
  gatewayName: '设备名称',
  gatewayDid: '包装盒上的设备编号',
  history: (name) => `查看 ${name} 的在线记录`,
  evidence: '正在收到画面',
  more: MORE_ABOUT_ZH,
  edit: '编辑',
  addressAndLogin: '地址与登录',
  checkAndSave: '测试并保存',
}

let platform: Platform
let simulator: Simulator
let browser: Browser
let token: string
let onvifPort: number
let mqttPort: number

beforeAll(async () => {
  onvifPort = await freePort()
  ;[platform, simulator, browser] = await Promise.all([
    startPlatform({ VEDETTE_DEMO: '0' }),
    startSimulator(2, {
      VEDETTE_SIM_ONVIF_PORT: String(onvifPort),
      VEDETTE_SIM_DISCOVERY_PORT: '3702',
      VEDETTE_SIM_PASSWORD: PASSWORD,
    }),
    launchBrowser(),
  ])
  token = await logIn(platform.address)
  const groups = await ask(platform.address, token, getGroupList, {})
  const ParentGID = getGroupList.reply.parse(groups.BODY).List[0]?.GID ?? ''
  await ask(platform.address, token, createGroup, { ParentGID, GroupName: 'Yard' })
  mqttPort = genBindCode.reply.parse((await ask(platform.address, token, genBindCode, {})).BODY).Port
})
afterAll(async () => {
  await browser.close()
  await simulator.stop()
  await platform.stop()
})

it('a company without devices has each way of adding one, at a desk', async () => {
  const { page, end } = await visit(browser)
  await logInOnPage(page, platform.address)
  await page.goto(`${platform.address}#/deviceManger?size=50`)
  await page.getByText(EN.empty).waitFor()
  expect(await axeViolations(page)).toEqual([])
  const outcomes = await addEachWay(page, EN, 'Desk')
  // The first camera is known by what it told of itself, though it was found and not named.
  expect(outcomes.filter((text) => text.includes(EN.readdressed))).toHaveLength(1)
  expect(outcomes.filter((text) => text.includes(EN.isAdded))).toHaveLength(1)
  expect((await devices()).Total).toBe(7)
  await arrangeRegions(page)
  await end()
})

it('and in Chinese on a phone, where cameras that are there already are told so', async () => {
  const { page, end } = await visit(browser, { locale: 'zh-CN', viewport: { width: 390, height: 844 } })
  await enterOnPage(page, platform.address, '#/deviceManger?size=50')
  const outcomes = await addEachWay(page, ZH, 'Phone', true)
  expect(outcomes.filter((text) => text.includes(ZH.readdressed))).toHaveLength(2)
  expect((await devices()).Total).toBe(7 + 4)
  await end()
})

it.each([
  ['en-US', EN],
  ['zh-CN', ZH],
] as const)('a camera whose password is another one now gets it in its drawer: %s', async (locale, T) => {
  const camera = await withOldPassword()
  const { page, end } = await visit(browser, { locale })
  await enterOnPage(page, platform.address, '#/deviceManger?size=50')
  await rowAction(page, T.more(camera), T.edit)
  const dialog = page.getByRole('dialog')
  const password = dialog.getByLabel(T.password, { exact: true })
  await dialog.getByText(T.addressAndLogin).press('Enter')
  await password.fill('wrong')
  await dialog.getByRole('button', { name: T.checkAndSave }).click()
  await dialog.getByText(T.login).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await password.fill(PASSWORD)
  await password.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await expect
    .poll(async () => (await devices()).List[0]?.Presence, { timeout: 60_000 })
    .toBe(PRESENCE.online)
  await end()
})

/** Leaves one camera alone there, added with a password that is not its own any more; returns its name. */
async function withOldPassword(): Promise<string> {
  const { List } = await devices()
  await ask(platform.address, token, batchExitGroup, { DIDs: List.map(({ DID }) => DID) })
  const { mainUrl: Url = '' } = simulator.cameras[1] ?? {}
  const place = { GID: List[0]?.GID ?? '', Url, Username: 'admin', Password: 'Old-password-1' }
  const { CODE } = await ask(platform.address, token, addByAddress, { DevName: 'Gate', DevType: 1, ...place })
  expect(CODE).toBe(addByAddress.success)
  return 'Gate'
}

/** A region is made, dragged to another place, and not deleted while there are devices in it. */
async function arrangeRegions(page: Page): Promise<void> {
  const pane = page.getByRole('complementary', { name: 'Regions' })
  const node = (name: string): Locator => pane.getByRole('treeitem', { name })
  const dialog = page.getByRole('dialog')
  const press = (name: string): Promise<void> => dialog.getByRole('button', { name, exact: true }).click()
  await node('Demo').click()
  await pane.getByRole('button', { name: 'Add sub-region' }).click()
  await dialog.getByLabel('Region name').fill('Shed')
  await press('Save')
  await node('Shed').dragTo(node('Yard'))
  await dialog.getByText('Move “Shed” and everything in it to “Yard”?').waitFor()
  await press('Move')
  const below = async (name: string): Promise<string[] | undefined> => {
    const { BODY } = await ask(platform.address, token, getGroupList, {})
    const [root] = getGroupList.reply.parse(BODY).List
    return root?.Childs.find(({ GroupName }) => GroupName === name)?.Childs.map(({ GroupName }) => GroupName)
  }
  await expect.poll(() => below('Yard'), { timeout: 60_000 }).toEqual(['Shed'])
  await node('Yard').click()
  await pane.getByRole('button', { name: 'Delete region' }).click()
  await press('Delete')
  await dialog.getByText('7 in it and its sub-regions').waitFor()
}

/** Returns what became of the devices that were found on the network. */
async function addEachWay(page: Page, T: typeof EN, run: string, isThere = false): Promise<string[]> {
  const dialog = page.getByRole('dialog')
  const field = (label: string): Locator => dialog.getByLabel(label, { exact: true })
  const press = (name: string): Promise<void> => dialog.getByRole('button', { name, exact: true }).click()
  const open = async (tab?: string): Promise<void> => {
    await page.getByRole('button', { name: T.add, exact: true }).first().click()
    if (tab !== undefined) await dialog.getByRole('tab', { name: tab }).click()
  }
  const chooseRegion = async (): Promise<void> => {
    await dialog.locator('.tree-select').click()
    await dialog.getByRole('treeitem', { name: 'Yard' }).click()
  }
  const logInto = async (password: string): Promise<void> => {
    await field(T.username).fill('admin')
    await field(T.password).fill(password)
  }
  const added = async (name: string): Promise<void> => {
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('cell', { name }).first().waitFor()
  }

  await open()
  await field(T.address).fill(`127.0.0.1:${onvifPort}/onvif/1/device_service`)
  await logInto('wrong')
  await press(T.probe)
  await dialog.getByText(T.login).waitFor()
  await logInto(PASSWORD)
  await press(T.probe)
  await dialog.getByRole('region', { name: T.probed }).waitFor()
  await isPictured(dialog.locator('.device-snapshot'))
  await press(T.addNow)
  await dialog.getByText(T.regionRequired).waitFor()
  expect(await axeViolations(page)).toEqual([])
  const camera = await field(T.name).inputValue()
  await chooseRegion()
  await press(T.addNow)
  await added(camera)

  await open()
  const { mainUrl, subUrl } = simulator.cameras[1] ?? { mainUrl: '', subUrl: '' }
  await field(T.address).fill(mainUrl)
  await logInto('wrong')
  await press(T.probe)
  await dialog.getByText(T.login).waitFor()
  await logInto(PASSWORD)
  await press(T.probe)
  await isPictured(dialog.locator('.device-snapshot'))
  await field(T.subAddress).fill(subUrl)
  await field(T.name).fill(`${run} stream`)
  await chooseRegion()
  await press(T.addNow)
  if (isThere) {
    await dialog.getByText(T.taken).waitFor()
    await page.keyboard.press('Escape')
    // It was not saved, so leaving asks.
    await page.getByRole('alertdialog').getByRole('button', { name: T.discard }).click()
    await dialog.waitFor({ state: 'detached' })
  } else await added(`${run} stream`)

  await open(T.onNetwork)
  // Others may answer on the network of the machine; and a busy one answers too late for a look or two.
  const rows = dialog.getByRole('row').filter({ hasText: `127.0.0.1:${onvifPort}` })
  const found = async (): Promise<number> => {
    await press(T.search)
    await dialog.getByRole('button', { name: T.search, exact: true }).waitFor()
    return await rows.count()
  }
  await expect.poll(found, { timeout: 60_000 }).toBe(2)
  await logInto(PASSWORD)
  await press(T.pictures)
  for (const row of await rows.all()) {
    await isPictured(row.locator('.device-snapshot'))
    await row.getByRole('checkbox').check()
  }
  await chooseRegion()
  await press(T.addChosen(2))
  const outcomes: string[] = []
  for (const row of await rows.all()) {
    const outcome = row.getByText(new RegExp(`${T.readdressed}|${T.isAdded}`))
    await outcome.waitFor()
    outcomes.push(await outcome.innerText())
  }
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  await open(T.inBatch)
  const [template] = await Promise.all([page.waitForEvent('download'), press(T.template)])
  expect(template.suggestedFilename()).toBe('devices.xlsx')
  await chooseRegion()
  await press(T.check)
  await dialog.getByText(T.fileFirst).waitFor()
  const buffer = sheetOf([
    ['Name', '地址'],
    [`${run} sheet`, `http://192.0.2.1/${run}`],
    ['', 'http://192.0.2.2/'],
    [`${run} wrong`, 'ftp://192.0.2.3/'],
  ])
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  await dialog.locator('input[type=file]').setInputFiles({ name: 'devices.xlsx', mimeType, buffer })
  await press(T.check)
  await dialog.getByText(T.wrongRows).first().waitFor()
  expect(await dialog.locator('[data-column="row"]').allInnerTexts()).toEqual(['3', '4'])
  const [errors] = await Promise.all([page.waitForEvent('download'), press(T.errorFile)])
  expect(errors.suggestedFilename()).toBe('devices-errors.xlsx')
  const [, nameless, wrong] = await textsIn(errors)
  expect(nameless?.[0]).toBe('http://192.0.2.2/')
  expect(wrong?.slice(0, 2)).toEqual([`${run} wrong`, 'ftp://192.0.2.3/'])
  // Looked for beforehand: it is shown for 3 s.
  const imported = page.getByText(T.imported).waitFor()
  await press(T.importGood)
  await imported
  await added(`${run} sheet`)

  const licensed = `STORY-${run.toUpperCase()}-LICENSE`
  await open(T.byLicense)
  await field(T.did).fill(licensed)
  await field(T.license).fill('Box-label-4711')
  await field(T.name).fill(`${run} by licence`)
  await chooseRegion()
  await press(T.addNow)
  await dialog.getByText(T.notQueried).waitFor()
  await connect(licensed, 'Box-label-4711')
  await press(T.addNow)
  await added(`${run} by licence`)

  const bound = `STORY-${run.toUpperCase()}-BOUND`
  await open(T.byLicense)
  await dialog.getByRole('radio', { name: T.byCode }).press('Space')
  await press(T.makeCode)
  await dialog.locator('.device-setup').waitFor()
  await connect(bound, await dialog.getByRole('textbox', { name: T.byCode }).inputValue())
  await field(T.name).fill(`${run} by code`)
  await chooseRegion()
  await press(T.addNow)
  await added(`${run} by code`)

  await page.getByRole('button', { name: T.gateway }).click()
  await field(T.gatewayDid).fill(`STORY-${run.toUpperCase()}-BOX`)
  await field(T.gatewayName).fill(`${run} gateway`)
  await chooseRegion()
  await press(T.addNow)
  await dialog.locator('.device-setup').waitFor()
  await page.keyboard.press('Escape')
  await added(`${run} gateway`)

  await page.locator('tbody').getByRole('checkbox').first().check()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: T.history(camera) }).click()
  await dialog.getByText(T.evidence).first().waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  return outcomes
}

/** By the device's own picture; a key frame is a film of one picture. */
async function isPictured(snapshot: Locator): Promise<void> {
  const width = () =>
    snapshot
      .locator('img, video')
      .evaluate((it) => (it instanceof HTMLVideoElement ? it.videoWidth : Reflect.get(it, 'naturalWidth')))
  await expect.poll(width, { timeout: 60_000 }).toBeGreaterThan(0)
}

/** A gateway that comes by itself: refused or not, it is known from then on. */
async function connect(did: string, secret: string): Promise<void> {
  const who = ['-h', '127.0.0.1', '-p', String(mqttPort), '-i', did, '-u', did, '-P', secret]
  const what = ['-t', `vedette/${did}/status`, '-q', '1', '-m', '{"online":true}']
  await once(spawn('mosquitto_pub', [...who, ...what], { stdio: 'ignore' }), 'close')
}

async function devices(): Promise<ReplyOf<typeof deviceList>> {
  return deviceList.reply.parse((await ask(platform.address, token, deviceList, {})).BODY)
}
