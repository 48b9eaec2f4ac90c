/** The rules of forms, each with its message at its field: own password and picture, buildings, residents, vehicles, lists of options. */
import { addArea, addBuilding, placeList } from '@vedette/contract/calls/community'
import { addResident, addVehicle } from '@vedette/contract/calls/community-people'
import { addByAddress } from '@vedette/contract/calls/device'
import { modifiedDeviceLatAndLng } from '@vedette/contract/calls/device-edit'
import { getGroupList } from '@vedette/contract/calls/group'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { AREA } from './support/area.ts'
import { launchBrowser, visit } from './support/browser.ts'
import { PHOTO, uploadedPhoto } from './support/community-photo.ts'
import { faultsIn, REQUIRED, required } from './support/form-faults.ts'
import { DESK, isSound, wear } from './support/looks.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { enterOnPage, logIn, replied } from './support/session.ts'
import { buildVariant, type VariantConsole } from './support/variant-console.ts'
import { textsIn } from './support/workbook.ts'

let built: VariantConsole | undefined
let platform: Platform
let browser: Browser

beforeAll(async () => {
  built = await buildVariant({ VITE_COMMUNITY: '1' })
  platform = await startPlatform({
    VEDETTE_DEMO: '0',
    VEDETTE_VARIANTS: 'community',
    VEDETTE_CONSOLE: built.folder,
  })
  browser = await launchBrowser()
  await settle(await logIn(platform.address))
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
  built?.remove()
})

/** Two people and a car in one house. */
async function settle(token: string): Promise<void> {
  const { AreaID } = await replied(platform.address, token, addArea, AREA)
  const building = { AreaID, Name: 'Building A', Units: 1, FloorsPerUnit: 2, HousesPerFloor: 2 }
  await replied(platform.address, token, addBuilding, building)
  const { List } = await replied(platform.address, token, placeList, { AreaID })
  const HouseID = List.find(({ Kind, Name }) => Kind === 'house' && Name === '101')?.PlaceID ?? ''
  for (const [Name, Phone, DocumentNumber] of [
    ['Wang Fang', '13800138000', 'E12345678'],
    ['Li Lei', '13800138001', 'E12345679'],
  ] as const)
    await replied(platform.address, token, addResident, {
      Name,
      Sex: 'female',
      Phone,
      ResidenceType: 'owner',
      Relation: 'relation1',
      DocumentType: 'passport',
      DocumentNumber,
      HouseID,
      Photos: [await uploadedPhoto(platform.address, token)],
    })
  await replied(platform.address, token, addVehicle, {
    Plate: '京A12345',
    Colour: 'vehicleColour1',
    Type: 'vehicleType1',
    OwnerName: 'Wang Fang',
    Phone: '13800138000',
    IdNumber: '11010519491231002X',
    AreaID,
    HouseID,
    Photos: [await uploadedPhoto(platform.address, token)],
  })
}

async function open(path: string): Promise<{ page: Page; end: (expected?: RegExp) => Promise<void> }> {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address, `#/${path}`)
  return { page, end }
}

it('a new password has no run of keys, not the account’s name, and is the same twice', async () => {
  const { page, end } = await open('replay')
  await page.locator('.user-button').click()
  await page.getByRole('button', { name: 'Change password' }).click()
  const form = page.getByRole('dialog')
  const field = (label: string) => form.getByLabel(label, { exact: true })
  await form.getByRole('button', { name: 'Confirm', exact: true }).click()
  await form.getByText('Enter the old password').waitFor()
  await field('Old password').fill('anything')
  for (const [password, said] of [
    ['Qwerty19!', 'The password cannot contain keyboard sequence characters'],
    ['Zz!4321zz', 'The password cannot contain keyboard sequence characters'],
    ['Admin-7kites', 'The password cannot contain the user name'],
    ['7kites-Nimda', 'The password cannot contain the user name'],
  ] as const) {
    await field('New password').fill(password)
    await field('Confirm new password').fill(password)
    await form.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect.poll(() => form.locator('.fault').allTextContents()).toContain(said)
    expect(await field('New password').inputValue()).toBe(password)
  }
  await field('New password').fill('Tower8-kites')
  await form.getByRole('button', { name: 'Confirm', exact: true }).click()
  await form.getByText('The passwords do not match').waitFor()
  await isSound(page, 'a password with faults')
  await end()
})

it('an own picture is one image, and a name has fifty characters at most', async () => {
  const { page, end } = await open('replay')
  await page.locator('.user-button').click()
  await page.getByRole('button', { name: 'Account info' }).click()
  const dialog = page.getByRole('dialog')
  const drop = (names: readonly string[]) =>
    dialog.locator('.upload').evaluate((target, all) => {
      const dataTransfer = new DataTransfer()
      for (const name of all) dataTransfer.items.add(new File(['x'], name, { type: 'image/png' }))
      target.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    }, names)
  // Something that is no file, such as a link of another page.
  await drop([])
  await dialog.getByText('Choose an image', { exact: true }).waitFor()
  await drop(['one.png', 'two.png'])
  await dialog.getByText('At most one image', { exact: true }).waitFor()
  const name = dialog.getByLabel('User name', { exact: true })
  await dialog.getByText('Up to 50 characters').waitFor()
  await name.fill('')
  await name.pressSequentially('x'.repeat(51))
  expect(await name.inputValue()).toBe('x'.repeat(50))
  await name.fill(' ')
  await name.blur()
  await dialog.getByText('Enter a name').waitFor()
  await end()
})

it('nothing selected is told when accounts or residents are to be deleted', async () => {
  const { page, end } = await open('accountManger')
  await page.getByRole('button', { name: 'Delete selected' }).click()
  await page.getByText('Select an account').first().waitFor()
  await page.goto(`${platform.address}#/resident`)
  const row = page.getByRole('row', { name: /Li Lei/ })
  await row.waitFor()
  const deletion = page.getByRole('button', { name: 'Delete selected' })
  await deletion.click()
  await page.getByText('Select at least one entry first').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await row.getByRole('checkbox').check()
  await deletion.click()
  await page.getByText('Delete Li Lei? This cannot be undone.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await end()
})

it('empty forms of a resident and a vehicle say each field that is required, the first has the focus', async () => {
  const { page, end } = await open('resident')
  await page.getByRole('button', { name: 'Add resident' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: 'Save' }).click()
  const missing = ['Name', 'Sex', 'Phone', 'ResidenceType', 'Relation', 'DocumentNumber', 'HouseID', 'Photos']
  await expect.poll(() => faultsIn(form)).toEqual(required(...missing))
  expect(await form.getByLabel('Name').evaluate((it) => it === document.activeElement)).toBe(true)
  // A wrong number is told together with what is missing.
  await form.getByLabel('Document number').fill('110105194912310021')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => faultsIn(form))
    .toEqual({ ...required(...missing), DocumentNumber: 'Not a valid ID card number: check every digit' })
  await isSound(page, 'a resident with faults')
  await wear(page, DESK)

  await page.goto(`${platform.address}#/vehicle`)
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Add vehicle' }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  const fields = ['Plate', 'Colour', 'Type', 'OwnerName', 'Phone', 'IdNumber', 'HouseID', 'Photos']
  await expect.poll(() => faultsIn(form)).toEqual(required(...fields))
  await end()
})

it('a vehicle has three photos at most; one that cannot be sent says so and can be sent again', async () => {
  const { page, end } = await open('vehicle')
  await page.getByRole('button', { name: 'Add vehicle' }).click()
  const form = page.getByRole('dialog')
  await form.getByText('Up to 3 images: JPEG, PNG, WebP, GIF or BMP, up to 5 MB each').waitFor()
  const choose = form.locator('input[type=file]')
  await choose.setInputFiles([PHOTO, PHOTO, PHOTO, PHOTO])
  await form.getByText('At most 3 images').waitFor()
  await choose.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
  await form.getByText('Only images can be uploaded').waitFor()
  await choose.setInputFiles([PHOTO])
  await form.getByRole('img', { name: 'Photo 1' }).waitFor()
  await choose.setInputFiles([PHOTO, PHOTO, PHOTO])
  await form.getByText('At most 3 images').waitFor()

  await page.context().setOffline(true)
  await choose.setInputFiles([PHOTO])
  await form.getByText(/^Upload failed: .*Please try again\.$/).waitFor()
  await page.context().setOffline(false)
  await choose.setInputFiles([PHOTO, PHOTO])
  await form.getByRole('img', { name: 'Photo 3' }).waitFor()
  expect(await choose.count()).toBe(0)
  await end(/ERR_INTERNET_DISCONNECTED/)
})

it('coordinates that are none, or the wrong way round, are told at their field, and stay as they were typed', async () => {
  const { page, end } = await open('residentialArea')
  await page.getByRole('button', { name: 'Add area' }).click()
  const form = page.getByRole('dialog')
  const place = form.getByLabel('Longitude, latitude')
  const swapped = 'Longitude and latitude seem to be swapped: longitude comes first'
  const wrong = 'Longitude, an English comma, latitude: 116.331398,39.897445'
  for (const [typed, said] of [
    ['116.331398，39.897445', wrong],
    ['216.331398,39.897445', wrong],
    ['39.897445,116.331398', swapped],
  ] as const) {
    await place.fill(typed)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect.poll(async () => (await faultsIn(form))['Coordinates']).toBe(said)
    expect(await place.inputValue()).toBe(typed)
  }
  await page.goto(`${platform.address}#/building`)
  await page.getByRole('button', { name: 'Keep editing' }).click()
  expect(await place.inputValue()).toBe('39.897445,116.331398')
  await end()
})

it('a place that is chosen on the map goes into the form, and nothing else that was typed is lost', async () => {
  const token = await logIn(platform.address)
  const GID = (await replied(platform.address, token, getGroupList, {})).List[0]?.GID ?? ''
  const camera = { GID, DevName: 'Gate', DevType: 1, Url: 'rtsp://192.0.2.7/1' } as const
  const { DID } = await replied(platform.address, token, addByAddress, camera)
  await replied(platform.address, token, modifiedDeviceLatAndLng, { DID, Lng: 116.36, Lat: 39.9 })
  const { page, end } = await open('residentialArea')
  await page.getByRole('button', { name: 'Add area' }).click()
  const form = page.getByRole('dialog', { name: 'Add area' })
  await form.getByLabel('Address').fill('2 Elm Street')
  await form.getByRole('button', { name: 'Select on map' }).click()
  const picker = page.getByRole('dialog', { name: 'Longitude, latitude' })
  // A region is found where it has placed devices, as on the map.
  await picker.getByRole('combobox').fill('dem')
  await picker.getByRole('option', { name: 'Demo Region' }).click()
  expect(await picker.getByLabel('Longitude', { exact: true }).inputValue()).toBe('116.36')
  await picker.getByLabel('Longitude', { exact: true }).fill('116.34')
  await picker.getByLabel('Latitude', { exact: true }).fill('39.91')
  await picker.getByRole('button', { name: 'Confirm' }).click()
  await picker.getByRole('button', { name: 'Confirm' }).waitFor({ state: 'detached' })
  expect(await form.getByLabel('Longitude, latitude').inputValue()).toBe('116.34,39.91')
  expect(await form.getByLabel('Address').inputValue()).toBe('2 Elm Street')
  // The form around it was not sent either.
  expect(await faultsIn(form)).toEqual({})
  await end()
})

it('what is no number, or no whole one, is told at its field', async () => {
  const { page, end } = await open('residentialArea')
  await page.getByRole('button', { name: 'Add area' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Buildings').fill('12a')
  await form.getByLabel('Households').fill('2.5')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => faultsIn(form))
    .toMatchObject({ Buildings: 'Not a number', Households: 'Not a whole number', Units: REQUIRED })
  await end()
})

it('a building is made of units, floors and houses; its deletion says what hangs on it', async () => {
  const { page, end } = await open('building')
  // The first building is there at once, the tree not yet unfolded.
  await page.getByRole('heading', { name: 'Building A' }).waitFor()
  expect(await page.getByRole('treeitem').count()).toBe(1)
  await page.getByRole('button', { name: 'Add building' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => faultsIn(form)).toEqual(required('Name'))
  await form.getByLabel('Building name').fill('Building B')
  await form.getByLabel('Units').fill('2')
  await form.getByLabel('Floors per unit').fill('3')
  await form.getByLabel('Houses per floor').fill('4')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByRole('treeitem', { name: 'Building B' }).click()
  const pane = page.getByRole('region', { name: 'Building B' })
  await expect.poll(() => pane.getByRole('button', { name: /^\d{3}:/ }).count()).toBe(24)
  await pane.getByRole('button', { name: 'Add unit' }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => faultsIn(form)).toEqual(required('Name'))
  await form.getByRole('textbox').fill('1')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => faultsIn(form)).toEqual({ Name: 'This name is already used here' })
  await form.getByRole('button', { name: 'Cancel' }).click()
  // Floors and houses have the same form, for what is unfolded in the tree.
  for (const [name, add] of [
    ['Unit 1', 'Add floor'],
    ['Floor 1', 'Add house'],
  ] as const) {
    await page.getByRole('tree').press('ArrowRight')
    await page.getByRole('treeitem', { name, exact: true }).click()
    await page.getByRole('region', { name }).getByRole('button', { name: add }).click()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => faultsIn(form)).toEqual(required('Name'))
    await form.getByRole('button', { name: 'Cancel' }).click()
  }
  await page.getByRole('treeitem', { name: 'Building A' }).click()
  await page.getByRole('region', { name: 'Building A' }).getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Contains 4 houses, 2 residents and 1 vehicle.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await isSound(page, 'two buildings')
  await end()
})

it('an option of the forms is added and renamed, and one in use cannot be deleted', async () => {
  const { page, end } = await open('residentialArea')
  await page.getByRole('button', { name: 'Form options' }).click()
  const options = page.getByRole('dialog', { name: 'Form options' })
  await options.getByLabel('New option').fill('Barracks')
  await options.getByRole('button', { name: 'Add', exact: true }).click()
  await options.getByRole('button', { name: 'Delete Barracks' }).waitFor()
  const remove = async (name: string): Promise<void> => {
    await options.getByRole('button', { name: `Delete ${name}` }).click()
    await page
      .getByRole('dialog', { name: 'Delete', exact: true })
      .getByRole('button', { name: 'Delete' })
      .click()
  }
  await remove('Residential compound')
  await page.getByText('Still used by 1 entry. Remove it first.').last().waitFor()
  await options.getByRole('button', { name: 'Delete Residential compound' }).waitFor()
  await options.getByRole('button', { name: 'Rename Barracks' }).click()
  await options.getByLabel('Name', { exact: true }).fill('Dormitory')
  await page.keyboard.press('Enter')
  await options.getByRole('button', { name: 'Delete Dormitory' }).waitFor()
  // Escape leaves a name as it is, and the list open.
  await options.getByRole('button', { name: 'Rename Dormitory' }).click()
  await options.getByLabel('Name', { exact: true }).fill('Else')
  await page.keyboard.press('Escape')
  await options.getByRole('button', { name: 'Rename Dormitory' }).waitFor()
  await remove('Dormitory')
  await expect.poll(() => options.getByRole('button', { name: 'Delete Dormitory' }).count()).toBe(0)
  await end()
})

it('a resident’s page has the household, its vehicles and the entrances’ cameras', async () => {
  const { page, end } = await open('resident')
  await page
    .getByRole('row', { name: /Wang Fang/ })
    .getByRole('button', { name: 'View' })
    .click()
  const view = page.getByRole('dialog', { name: 'Wang Fang' })
  const entries = view.getByRole('listitem')
  await expect.poll(() => entries.filter({ hasText: /^Li Lei / }).count()).toBe(1)
  await expect.poll(() => entries.filter({ hasText: /^京A12345 / }).count()).toBe(1)
  await view.getByRole('heading', { name: 'Entrance cameras' }).waitFor()
  await view.getByText('No entrance cameras chosen yet').waitFor()
  await isSound(page, 'a resident’s page')
  await end()
})

it('vehicles and residents are given out as sheets, and a role may hold the community', async () => {
  const { page, end } = await open('vehicle')
  const exported = async (): Promise<string[][]> => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ])
    return textsIn(download)
  }
  const [heads, ...rows] = await exported()
  expect(heads?.[0]).toBe('Plate number')
  expect(rows.map(([plate]) => plate)).toEqual(['京A12345'])

  await page.goto(`${platform.address}#/resident`)
  await page.getByRole('row', { name: /Wang Fang/ }).waitFor()
  await page.getByRole('searchbox').fill('wang')
  await page.getByRole('row', { name: /Li Lei/ }).waitFor({ state: 'detached' })
  const people = await exported()
  expect(people.map(([name, , phone]) => [name, phone])).toEqual([
    ['Name', 'Phone'],
    ['Wang Fang', '13800138000'],
  ])
  await page.getByText('1 resident exported').waitFor()

  await page.goto(`${platform.address}#/roleManger`)
  await page.getByRole('button', { name: 'Add role' }).click()
  const editor = page.getByRole('dialog')
  await editor.getByLabel('Role name').fill('Wardens')
  await editor.getByRole('tab', { name: 'Smart community' }).click()
  for (const name of ['Residential areas', 'Buildings', 'Residents', 'Vehicles'])
    await editor.getByRole('treeitem', { name, exact: true }).waitFor()
  await editor.getByRole('treeitem', { name: 'Vehicles', exact: true }).click()
  await isSound(page, 'the community in the role editor')
  await wear(page, DESK)
  await editor.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('cell', { name: 'Wardens' }).first().waitFor()
  await end()
})
