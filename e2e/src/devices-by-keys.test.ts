/** What the pages of devices are for, done without a mouse and in both languages; the focus is always seen. */
import { addByAddress } from '@vedette/contract/calls/device'
import { createGroup, getGroupList } from '@vedette/contract/calls/group'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { axeViolations } from './support/axe.ts'
import { launchBrowser } from './support/browser.ts'
import { type ByKeys, mostSteps, visitByKeys, wordsOf } from './support/keys.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { MORE_ABOUT, MORE_ABOUT_ZH } from './support/row-action.ts'
import { enterOnPage, logIn, replied } from './support/session.ts'
import { sheetOf } from './support/sheet.ts'
import { type Simulator, startSimulator } from './support/simulator.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

let simulator: Simulator
let platform: Platform
let browser: Browser
let page: ByKeys['page']
let hands: ByKeys['hands']
let its: ByKeys

beforeAll(async () => {
  ;[simulator, platform, browser] = await Promise.all([
    startSimulator(4),
    startPlatform({ VEDETTE_DEMO: '0', VEDETTE_DETECTION: 'off' }),
    launchBrowser(),
  ])
  const { address } = platform
  const token = await logIn(address)
  const GID = (await replied(address, token, getGroupList, {})).List[0]?.GID ?? ''
  await replied(address, token, createGroup, { ParentGID: GID, GroupName: 'Yard' })
  const login = { Username: simulator.username, Password: simulator.password }
  for (const [n, DevName] of ['East gate', 'West gate'].entries()) {
    const camera = { GID, DevName, DevType: 1, Url: simulator.devices[n]?.onvifUrl ?? '', ...login }
    await replied(address, token, addByAddress, camera)
  }
  // They never answer; each language has its own.
  for (const DevName of ['Kiosk 1', 'Kiosk 2', 'Kiosk 3', 'Dock 1', 'Dock 2', 'Dock 3'])
    await replied(address, token, addByAddress, {
      GID,
      DevName,
      DevType: 1,
      Url: `rtsp://192.0.2.7/${DevName.replace(' ', '')}`,
    })
  its = await visitByKeys(browser)
  ;({ page, hands } = its)
  await enterOnPage(page, address)
  await page.getByRole('tree').waitFor()
})

afterAll(async () => {
  try {
    await its?.end()
  } finally {
    await browser?.close()
    await platform?.stop()
    await simulator?.stop()
  }
})

describe.each(['en', 'zh-cn'] as const)('%s', (language) => {
  const say = wordsOf(language)
  const [silent, camera, added] = say(['Kiosk', 'East gate', 'Pier'], ['Dock', 'West gate', 'Quay'])
  const more = say(MORE_ABOUT, MORE_ABOUT_ZH)
  const [save, move, region] = say(['Save', 'Move to region', 'Region'], ['保存', '移动到区域', '所属区域'])
  const dialog = () => page.locator('dialog[open]')
  const gone = () => dialog().waitFor({ state: 'detached' })
  const toDevices = (): Promise<void> => its.call(say('Devices', '设备管理'))

  beforeAll(() => its.speak(language))
  // What it has left open is not in the way of the next.
  beforeEach(({ onTestFailed }) => onTestFailed(its.anew))

  it('devices: one is added by its address, in the region that is chosen', async () => {
    await toDevices()
    await hands.tab('tree', say('Regions', '区域'))
    await hands.go('ArrowDown', 'treeitem', /^Yard/)
    await hands.press('Enter')
    const add = say('Add device', '添加设备')
    await hands.tab('button', add)
    hands.steps()
    await hands.press('Enter')
    await hands.tab('textbox', say(/^Address/, /^地址/))
    await hands.type(simulator.devices[say(2, 3)]?.onvifUrl ?? '')
    await hands.tab('textbox', say(/^User name/, /^用户名/))
    await hands.type(simulator.username)
    await hands.tab('textbox', say(/^Password/, /^密码/))
    await hands.type(simulator.password)
    const probe = say('Test connection', '测试连接')
    await hands.tab('button', probe)
    await hands.press('Enter')
    await dialog()
      .getByRole('region', { name: say('Device found', '检测到的设备') })
      .waitFor()
    await hands.holds('button', probe)
    await hands.tab('button', say('Add', '添加'))
    await hands.press('Enter')
    await gone()
    expect(hands.steps()).toBeLessThanOrEqual(mostSteps('devices', 'add one by its address'))
    await page.getByRole('cell', { name: 'Yard' }).first().waitFor()
    await hands.holds('button', add)
  })

  it('devices: an import is corrected', async () => {
    await hands.tab('button', say('Add device', '添加设备'))
    await hands.press('Enter')
    await hands.tab('tab', say('By address', '按地址'))
    await hands.press('ArrowLeft')
    await hands.holds('tab', say('Import from Excel', '从 Excel 导入'))
    const put = async (rows: readonly (readonly string[])[]): Promise<void> => {
      await hands.go('Shift+Tab', 'tab', say('Import from Excel', '从 Excel 导入'))
      await hands.tab('button', say(/^Choose the completed file/, /^选择已填写的文件/))
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), hands.press('Enter')])
      const buffer = sheetOf([['Name', 'Address'], ...rows])
      await chooser.setFiles({ name: 'devices.xlsx', mimeType: XLSX, buffer })
    }
    const check = say('Check file', '检查文件')
    await put([
      [`${added} 1`, `http://192.0.2.1/${added}`],
      ['', 'http://192.0.2.2/'],
    ])
    await hands.tab('button', check)
    await hands.press('Enter')
    await dialog().getByText(say('1 row has errors', '1 行有误')).first().waitFor()
    await hands.holds('button', check)
    await hands.go('Shift+Tab', 'button', say('Download rows with errors', '下载错误行'))
    hands.steps()
    const file = page.waitForEvent('download')
    await hands.press('Enter')
    await file
    await put([1, 2].map((n) => [`${added} ${n}`, `http://192.0.2.${n}/${added}`]))
    await hands.tab('button', check)
    await hands.press('Enter')
    const all = say('Add 2 devices', '添加 2 台设备')
    await dialog().getByRole('button', { name: all }).waitFor()
    expect(hands.steps()).toBeLessThanOrEqual(mostSteps('devices', 'correct an import'))
    await hands.holds('button', check)
    await hands.tab('button', all)
    await hands.press('Enter')
    await gone()
    await page.getByRole('cell', { name: `${added} 2`, exact: true }).waitFor()
    await hands.holds('button', say('Add device', '添加设备'))
  })

  it('device settings: what is changed is saved by one Save, and copied', async () => {
    await hands.press('Control+k')
    await page.locator('dialog[open]').getByRole('combobox').waitFor()
    await hands.type(camera)
    const settings = page.getByRole('group', { name: say('Device settings', '设备设置') })
    await settings.getByRole('option').first().waitFor()
    await hands.go('ArrowDown', settings.getByRole('option').first())
    await hands.press('Enter')
    const stream = page.getByRole('group', { name: say('Main stream', '主码流') })
    await stream.waitFor()
    hands.steps()
    await hands.tab('textbox', say('Alias', '别名'))
    await hands.type(`${camera} ${language}`)
    await hands.tab('button', save)
    const written = page
      .getByText(say('Saved to the device', '已保存到设备'))
      .or(page.getByText(say('Saved', '已保存')))
    await hands.press('Enter')
    await written.first().waitFor()
    expect(hands.steps()).toBeLessThanOrEqual(mostSteps('device settings', 'change any number of them'))
    await hands.holds('button', save)

    const copy = say('Copy to other devices', '复制到其他设备')
    await hands.tab('button', copy)
    await hands.press('Enter')
    await hands.tab('tree', say('Target devices', '目标设备'))
    await hands.go('ArrowDown', 'treeitem', /gate/)
    await hands.press('Space')
    await hands.tab('button', say('Copy', '复制'))
    await hands.press('Enter')
    await gone()
    await hands.holds('button', copy)

    await hands.go('Shift+Tab', 'tab', say('Basic settings', '基本设置'))
    for (let n = 0; n < 2; n++) await hands.press('ArrowRight')
    await hands.tab('spinbutton', say('Keep for (days)', '保存天数'))
    await hands.type('20')
    await hands.tab('button', save)
    await hands.press('Enter')
    await page.getByText(say('Recording settings saved', '录像设置已保存')).waitFor()
    await expect.poll(() => page.locator('main :focus').count()).toBe(1)
  })

  it('transfer: a device is moved to a region, and another is offered to another company', async () => {
    await its.call(say('Device transfer', '设备转移'))
    const [devices, target] = say(['Devices', 'Target region'], ['设备', '目标区域'])
    const offer = say('Transfer to another company', '转移给其他企业')
    await hands.tab('tree', devices)
    await hands.go('ArrowDown', 'treeitem', new RegExp(`^${camera}`))
    hands.steps()
    await hands.press('Space')
    await hands.tab('tree', target)
    await hands.go('ArrowDown', 'treeitem', /^Yard/)
    await hands.press('Enter')
    await hands.go('Shift+Tab', 'button', `${move} →`)
    await hands.press('Enter')
    await dialog().waitFor()
    await hands.tab('button', move)
    const moved = page.getByText(say('1 device moved', '已移动 1 台设备')).waitFor()
    await hands.press('Enter')
    await moved
    expect(hands.steps()).toBeLessThanOrEqual(mostSteps('transfer', 'move a device to a region'))
    await gone()
    await hands.holds('button', `${move} →`)

    await hands.go('Shift+Tab', 'tree', devices)
    await hands.press('Home')
    await hands.go('ArrowDown', 'treeitem', `${added} 1`)
    hands.steps()
    await hands.press('Space')
    await hands.tab('button', offer)
    await hands.press('Enter')
    await dialog().waitFor()
    await hands.tab('button', offer)
    await hands.press('Enter')
    await dialog()
      .getByText(/^[0-9A-Z]{12}$/)
      .waitFor()
    expect(hands.steps()).toBeLessThanOrEqual(mostSteps('transfer', 'give a device to another company'))
    expect(await axeViolations(page)).toEqual([])
    await hands.tab('button', say('Close', '关闭'))
    await hands.press('Enter')
    await gone()
    await hands.holds('button', offer)
  })

  it('devices: a range is ticked and moved, one is renamed in the menu of its row, and one is watched', async () => {
    await toDevices()
    await hands.tab('searchbox', say('Search name, alias or ID', '按名称、别名或编号搜索'))
    await hands.type(silent)
    const names = page.locator('td[data-column="name"] .device-open')
    const listed = (): Promise<string[]> => names.allInnerTexts()
    const own = [1, 2, 3].map((n) => `${silent} ${n}`)
    await expect.poll(async () => (await listed()).toSorted()).toEqual(own)
    const [first = '', , last = ''] = await listed()
    const tick = say('Select', '选择')
    await hands.tab('checkbox', `${tick} ${first}`)
    await hands.press('Space')
    await hands.tab('checkbox', `${tick} ${last}`)
    await hands.press('Shift+Space')
    await page.getByText(say('3 selected', '已选 3 项')).waitFor()
    await hands.tab('button', move)
    await hands.press('Enter')
    await dialog().waitFor()
    await hands.tab('button', new RegExp(`^${region}`))
    await hands.press('Enter')
    await hands.go('ArrowDown', 'treeitem', /^Yard/)
    await hands.press('Enter')
    await hands.holds('button', new RegExp(`^${region}`))
    await hands.tab('button', move)
    await hands.press('Enter')
    await gone()
    await expect.poll(() => page.getByRole('cell', { name: 'Yard', exact: true }).count()).toBe(3)
    await expect.poll(() => page.locator('main :focus').count()).toBe(1)

    await hands.go('Shift+Tab', 'button', more(first))
    await hands.press('Enter')
    await hands.go('ArrowDown', 'menuitem', say('Edit', '编辑'))
    await hands.press('Enter')
    await dialog().waitFor()
    await hands.tab('textbox', say(/^Name/, /^设备名称/))
    await hands.type(`${first}a`)
    await hands.tab('button', save)
    await hands.press('Enter')
    await gone()
    await hands.holds('button', more(`${first}a`))

    await hands.press('Enter')
    await hands.go('ArrowDown', 'menuitem', say('Online history', '在线记录'))
    await hands.press('Enter')
    await dialog().waitFor()
    await hands.press('Escape')
    await gone()
    await hands.holds('button', more(`${first}a`))

    await hands.go('Shift+Tab', 'searchbox', say('Search name, alias or ID', '按名称、别名或编号搜索'))
    await hands.type(camera)
    const watch = say(`Live video of ${camera}`, `实时预览 ${camera}`)
    await hands.tab('link', watch)
    hands.steps()
    await hands.press('Enter')
    await page
      .getByRole('group', { name: new RegExp(`${camera}`) })
      .first()
      .waitFor()
    expect(hands.steps()).toBeLessThanOrEqual(mostSteps('devices', 'watch one'))
  })
})
