/** The smart-community pages: an area with its building, a resident and a vehicle, from form to search. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { addArea, addBuilding, placeList } from '@vedette/contract/calls/community'
import { VEHICLE_COLUMNS } from '@vedette/contract/calls/community-import'
import { addVehicle } from '@vedette/contract/calls/community-people'
import { addByAddress } from '@vedette/contract/calls/device'
import { getGroupList } from '@vedette/contract/calls/group'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { AREA } from './support/area.ts'
import { launchBrowser, visit } from './support/browser.ts'
import { uploadedPhoto } from './support/community-photo.ts'
import { mostSteps, visitByKeys, wordsOf } from './support/keys.ts'
import { DESK, isSound, wear } from './support/looks.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { MORE_ABOUT, MORE_ABOUT_ZH, rowAction } from './support/row-action.ts'
import { enterOnPage, logIn, replied } from './support/session.ts'
import { sheetOf } from './support/sheet.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const PHOTO = join(ROOT, 'docs/pictures/live.webp')
const XLS = join(ROOT, 'server/src/engines/spreadsheet/fixtures/devices.xls')

const consoleFolder = mkdtempSync(join(tmpdir(), 'vedette-console-'))
let platform: Platform
let browser: Browser
let made = 0

beforeAll(async () => {
  platform = await startPlatform({
    VEDETTE_DEMO: '0',
    VEDETTE_VARIANTS: 'community',
    VITE_COMMUNITY: '1',
    VEDETTE_CONSOLE: consoleFolder,
  })
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser?.close()
  await platform?.stop()
  rmSync(consoleFolder, { recursive: true, force: true })
})

/** Each test has an area of its own, with one unit of two floors. */
let area: { name: string; id: string }
beforeEach(async () => {
  const token = await logIn(platform.address)
  const name = `Garden Court ${++made}`
  const { AreaID } = await replied(platform.address, token, addArea, { ...AREA, Name: name })
  const building = { AreaID, Name: 'Building A', Units: 1, FloorsPerUnit: 2, HousesPerFloor: 2 }
  await replied(platform.address, token, addBuilding, building)
  area = { name, id: AreaID }
})

async function open(path: string): Promise<{ page: Page; end: () => Promise<void> }> {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address, `#/${path}`)
  return { page, end }
}

async function chooseHouse(page: Page, form: Locator, house: RegExp): Promise<void> {
  await form.getByRole('combobox', { name: 'Residential area' }).selectOption({ label: area.name })
  await form.getByRole('combobox', { name: 'Building' }).selectOption({ label: 'Building A' })
  await form.getByRole('combobox', { name: 'Unit' }).selectOption({ label: 'Unit 1' })
  await form.getByRole('button', { name: house }).click()
  await page.getByText('Selected: Building A / Unit 1 / Floor 1 / 101').waitFor()
}

test('an area is added once everything wrong with it was said at its fields, and found by its name', async () => {
  const { page, end } = await open('residentialArea')
  await page.getByRole('button', { name: 'Add area' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Longitude, latitude').fill('39.897445,116.331398')
  await form.getByLabel('Contact phone').fill('12')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('Longitude and latitude seem to be swapped: longitude comes first').waitFor()
  await form.getByText('Not a phone number').waitFor()
  expect(await form.getByText('This is required').count()).toBe(10)
  // The first fault has the focus, and nothing typed is lost.
  expect(await form.getByLabel('Community').evaluate((it) => it === document.activeElement)).toBe(true)
  expect(await form.getByLabel('Contact phone').inputValue()).toBe('12')
  await isSound(page, 'the form of an area')
  await wear(page, DESK)
  for (const [label, text] of [
    ['Community', 'Riverside'],
    ['Area name', 'Hill House'],
    ['Address', '2 Elm Street'],
    ['Longitude, latitude', '116.331398,39.897445'],
    ['Buildings', '3'],
    ['Units', '6'],
    ['Property company', 'Elm Estates'],
    ['Contact phone', '010-12345678'],
    ['Organisation', 'Housing office'],
  ] as const)
    await form.getByLabel(label, { exact: true }).fill(text)
  await form.getByLabel('Contact', { exact: true }).fill('Li Wei')
  await form.getByLabel('Type').selectOption({ label: 'Villas' })
  await form.getByLabel('Street').selectOption({ label: 'Main Street' })
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByRole('searchbox').fill('hill')
  await page.getByRole('cell', { name: 'Villas' }).waitFor()
  await expect.poll(() => page.getByRole('row').count(), { timeout: 60_000 }).toBe(2)
  // What a colleague adds is there without a press.
  const colleague = await logIn(platform.address)
  await replied(platform.address, colleague, addArea, { ...AREA, Name: 'Hill Farm' })
  await page.getByRole('cell', { name: 'Hill Farm', exact: true }).waitFor()
  await isSound(page, 'the areas')
  await end()
})

test('what is to be deleted is chosen first, on any page of the list', async () => {
  const token = await logIn(platform.address)
  for (let n = 10; n < 21; n++)
    await replied(platform.address, token, addArea, { ...AREA, Name: `Terrace ${n}` })
  const { page, end } = await open('residentialArea')
  await page.getByRole('searchbox').fill('Terrace')
  const cells = page.getByRole('cell', { name: /^Terrace / })
  await expect.poll(() => cells.count(), { timeout: 60_000 }).toBe(10)
  await page.getByRole('button', { name: 'Delete selected' }).click()
  await page.getByText('Select at least one entry first').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)

  await page.getByRole('row', { name: 'Terrace' }).first().getByRole('checkbox').check()
  const first = await cells.first().innerText()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect.poll(() => cells.count(), { timeout: 60_000 }).toBe(1)
  const last = await cells.first().innerText()
  await page.getByRole('row', { name: last }).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Delete selected' }).click()
  await page.getByText(`Delete ${first}, ${last}?`).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => cells.allInnerTexts(), { timeout: 60_000 }).toHaveLength(9)
  expect(await cells.allInnerTexts()).not.toContain(first)
  await end()
})

test('a resident is entered with a house of a stacked picture and a photo, found by the end of a phone, and holds the building', async () => {
  const { page, end } = await open('resident')
  await page.getByRole('button', { name: 'Add resident' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Wang Fang')
  await form.getByLabel('Sex').selectOption({ label: 'Female' })
  await form.getByLabel('Phone').fill(`1380013${8000 + made}`)
  await form.getByLabel('Residence type').selectOption({ label: 'Owner' })
  await form.getByLabel('Relation to household head').selectOption({ label: 'Head of household' })
  await form.getByLabel('Document number').fill('110105194912310021')
  await chooseHouse(page, form, /^101:/)
  await form.locator('input[type=file]').setInputFiles(PHOTO)
  await form.getByRole('img', { name: 'Photo 1' }).waitFor()
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('Not a valid ID card number: check every digit').waitFor()
  await form.getByLabel('Document number').fill('11010519491231002x')
  await isSound(page, 'the form of a resident')
  await wear(page, DESK)
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByRole('searchbox').fill(String(8000 + made))
  await page.getByRole('cell', { name: `138****${8000 + made}` }).waitFor()
  await page.getByRole('cell', { name: `${area.name} / Building A / Unit 1 / Floor 1 / 101` }).waitFor()

  await page.goto(`${platform.address}#/building`)
  await page.getByRole('combobox', { name: 'Residential area' }).selectOption({ label: area.name })
  await page.getByRole('treeitem', { name: 'Building A' }).click()
  await page.getByRole('button', { name: '101: 1 resident, 0 vehicles' }).waitFor()
  await isSound(page, 'the buildings')
  await wear(page, DESK)
  await page.getByRole('region', { name: 'Building A' }).getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Contains 4 houses, 1 resident and 0 vehicles.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Still used by 1 entry. Remove it first.').last().waitFor()
  expect(await page.getByRole('treeitem', { name: 'Building A' }).count()).toBe(1)
  await end()
})

test('a vehicle is entered in Chinese, and its plate is one that there is', async () => {
  const { page, end } = await open('vehicle')
  await wear(page, { ...DESK, language: 'zh-cn', theme: 'light' })
  await page.getByRole('button', { name: '新增车辆' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('车牌号').fill('京I12345')
  await form.getByLabel('颜色').selectOption({ label: '白色' })
  await form.getByLabel('车辆类型').selectOption({ label: '小型汽车' })
  await form.getByLabel('车主姓名').fill('王芳')
  await form.getByLabel('手机号').fill('13800138000')
  await form.getByLabel('身份证号').fill('11010519491231002X')
  await form.getByRole('combobox', { name: '小区' }).selectOption({ label: area.name })
  await form.getByRole('combobox', { name: '楼栋' }).selectOption({ label: 'Building A' })
  await form.getByRole('combobox', { name: '单元' }).selectOption({ label: '1单元' })
  await form.getByRole('button', { name: /^202：/ }).click()
  await form.locator('input[type=file]').setInputFiles(PHOTO)
  await form.getByRole('img', { name: '照片 1' }).waitFor()
  await form.getByRole('button', { name: '保存' }).click()
  await form.getByText('车牌号格式不正确').waitFor()
  await form.getByLabel('车牌号').fill('京a·12345')
  await form.getByRole('button', { name: '保存' }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByRole('searchbox').fill('A123')
  await page.getByRole('cell', { name: '京A12345', exact: true }).waitFor()
  await page.getByRole('cell', { name: `${area.name} / Building A / 1单元 / 2层 / 202室` }).waitFor()
  await rowAction(page, MORE_ABOUT_ZH('京A12345'), '删除')
  await page.getByText('确定删除 京A12345？').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await page.getByText('暂无数据').waitFor()
  expect(await page.getByRole('cell', { name: '京A12345', exact: true }).count()).toBe(0)
  await isSound(page, 'the vehicles')
  await end()
})

test('vehicles come from a spreadsheet: bad rows are named, good ones added; what is typed is not lost by a slip', async () => {
  const { page, end } = await open('vehicle')
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import vehicles' })
  const good = [`京C${10000 + made}`, 'White', 'Car', 'Li Lei', '13800138000', '11010519491231002X']
  const house = [area.name, 'Building A', '1', '1', '101']
  const sheet = sheetOf([
    Object.values(VEHICLE_COLUMNS).map(({ en }) => en),
    [...good, ...house],
    ['ABC', ...good.slice(1), ...house],
  ])
  const choose = (name: string, buffer: Buffer) =>
    dialog.locator('input[type=file]').setInputFiles({ name, mimeType: '', buffer })
  await choose('vehicles.xlsx', readFileSync(XLS))
  await dialog.getByRole('button', { name: 'Check file' }).click()
  await dialog.getByText('Only .xlsx files can be imported here').waitFor()
  await choose('vehicles.xlsx', sheet)
  await dialog.getByRole('button', { name: 'Check file' }).click()
  const wrong = dialog.getByRole('row', { name: /3 Plate number Not a number plate/ })
  await wrong.waitFor()
  // The chosen sheet and what was checked are asked about before they are left.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await wrong.waitFor()
  await isSound(page, 'the import of vehicles')
  await wear(page, DESK)
  await dialog.getByRole('button', { name: 'Skip rows with errors and add 1' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('cell', { name: good[0] ?? '', exact: true }).waitFor()

  await page.getByRole('button', { name: 'Add vehicle' }).click()
  const form = page.getByRole('dialog', { name: 'Add vehicle' })
  await form.getByLabel('Owner').fill('Han Mei')
  const photo = { name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(6 * 1024 * 1024) }
  await form.locator('input[type=file]').setInputFiles(photo)
  await form.getByText('The image is too large: at most 5 MB').waitFor()
  await form.locator('input[type=file]').setInputFiles({ ...photo, mimeType: 'image/tiff' })
  await form.getByText('Only JPEG, PNG, WebP, GIF and BMP images can be uploaded').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  expect(await form.getByLabel('Owner').inputValue()).toBe('Han Mei')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await form.waitFor({ state: 'detached' })
  await end()
})

test.each(['en', 'zh-cn'] as const)(
  'by keys alone, %s: areas and their entrances, buildings, residents and vehicles',
  async (language) => {
    const say = wordsOf(language)
    const { address } = platform
    const token = await logIn(address)
    const GID = (await replied(address, token, getGroupList, {})).List[0]?.GID ?? ''
    const camera = say('North door', 'South door')
    const Url = `rtsp://192.0.2.7/${language}`
    await replied(address, token, addByAddress, { GID, DevName: camera, DevType: 1, Url })
    const { page, hands, speak, call, end } = await visitByKeys(browser)
    await enterOnPage(page, address)
    await speak(language)
    const save = say('Save', '保存')
    const more = say(MORE_ABOUT, MORE_ABOUT_ZH)
    const gone = () => page.locator('dialog[open]').waitFor({ state: 'detached' })

    await call(say('Residential areas', '小区管理'))
    await hands.tab('searchbox', say('Search by name', '搜索小区名称'))
    await page.getByRole('cell', { name: area.name, exact: true }).waitFor()
    hands.steps()
    await hands.type(area.name)
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
    expect(hands.steps()).toBeLessThanOrEqual(mostSteps('residential areas', 'find one'))
    /** Chooses from the menu of a row. */
    const inMenu = async (row: string, action: string): Promise<void> => {
      await hands.tab('button', more(row))
      await hands.press('Enter')
      await hands.go('ArrowDown', 'menuitem', action)
      await hands.press('Enter')
      await page.locator('dialog[open]').waitFor()
    }
    await inMenu(area.name, say('Entrance cameras', '出入口摄像机'))
    await hands.tab('button', say(`Add ${camera}`, `添加 ${camera}`))
    await hands.press('Enter')
    await page.getByRole('button', { name: say(`Remove ${camera}`, `移除 ${camera}`) }).waitFor()
    await expect.poll(() => page.locator('dialog :focus').count()).toBe(1)
    await hands.tab('button', save)
    await hands.press('Enter')
    await gone()
    await hands.holds('button', more(area.name))

    /** Goes on in a list until that is chosen in it. */
    const choose = async (list: string, option: string): Promise<void> => {
      await hands.tab('combobox', list)
      const isChosen = `select:has(option:checked:text-is("${option}"))`
      await hands.go('ArrowDown', page.locator(isChosen))
    }
    await call(say('Buildings', '楼栋管理'))
    await choose(say('Residential area', '小区'), area.name)
    await hands.tab('tree', say('Building', '楼栋'))
    hands.steps()
    await hands.press('Enter')
    const house = say(/^101:/, /^101：/)
    await page.getByRole('button', { name: house }).waitFor()
    expect(hands.steps()).toBeLessThanOrEqual(mostSteps('buildings', 'see its rooms'))
    await hands.tab('button', house)
    await hands.press('Enter')
    await page.getByRole('region', { name: say('101', '101室') }).waitFor()

    await call(say('Residents', '住户管理'))
    const add = say('Add resident', '新增住户')
    await page.getByRole('searchbox', { name: say(/^Search by name/, /^搜索姓名/) }).waitFor()
    // In an empty list the button stands elsewhere.
    await page.locator('.empty-state, tbody tr').first().waitFor()
    await hands.tab('button', add)
    await hands.press('Enter')
    await hands.holds('textbox', say(/^Name/, /^姓名/))
    await hands.type('Li Na')
    await hands.tab('combobox', say(/^Sex/, /^性别/))
    await hands.press('ArrowDown')
    const phone = `1380013${7000 + made}`
    await hands.tab('textbox', say(/^Phone/, /^手机号/))
    await hands.type(phone)
    for (const list of say([/^Residence type/, /^Relation/], [/^居住类型/, /^与户主关系/])) {
      await hands.tab('combobox', list)
      await hands.press('ArrowDown')
    }
    await hands.tab('textbox', say(/^Document number/, /^证件号码/))
    await hands.type('11010519491231002X')
    await choose(say('Residential area', '小区'), area.name)
    await choose(say('Building', '楼栋'), 'Building A')
    await choose(say('Unit', '单元'), say('Unit 1', '1单元'))
    await hands.tab('button', house)
    await hands.press('Enter')
    await hands.tab('button', say(/^Choose a photo/, /^选择照片/))
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), hands.press('Enter')])
    await chooser.setFiles(PHOTO)
    await page.getByRole('img', { name: say('Photo 1', '照片 1') }).waitFor()
    await hands.tab('button', save)
    await hands.press('Enter')
    await gone()
    await expect.poll(() => page.locator('main:focus, main :focus').count()).toBe(1)
    await hands.tab('searchbox', say(/^Search by name/, /^搜索姓名/))
    hands.steps()
    await hands.type(phone.slice(-4))
    await page.getByRole('cell', { name: `138****${phone.slice(-4)}` }).waitFor()
    expect(hands.steps()).toBeLessThanOrEqual(mostSteps('residents', 'find one by the phone'))

    const plate = say('B55555', 'B66666')
    const { List } = await replied(address, token, placeList, { AreaID: area.id })
    await replied(address, token, addVehicle, {
      Plate: `京${plate}`,
      Colour: 'vehicleColour1',
      Type: 'vehicleType1',
      OwnerName: 'Li Na',
      Phone: phone,
      IdNumber: '11010519491231002X',
      AreaID: area.id,
      HouseID: List.find(({ Kind }) => Kind === 'house')?.PlaceID ?? '',
      Photos: [await uploadedPhoto(address, token)],
    })
    await call(say('Vehicles', '车辆管理'))
    await hands.tab('searchbox', say(/^Search by plate/, /^搜索车牌/))
    hands.steps()
    await hands.type(plate)
    await page.getByRole('cell', { name: `京${plate}`, exact: true }).waitFor()
    expect(hands.steps()).toBeLessThanOrEqual(mostSteps('vehicles', 'find one'))
    await inMenu(`京${plate}`, say('Delete', '删除'))
    await hands.tab('button', say('Delete', '删除'))
    await hands.press('Enter')
    await page.getByRole('cell', { name: `京${plate}`, exact: true }).waitFor({ state: 'detached' })
    await expect.poll(() => page.locator('main:focus, main :focus').count()).toBe(1)
    await end()
  },
)
