/** The pages of areas, residents and vehicles: read by those who may only look, entrances watched, a person's data erased. */
import { addAccount } from '@vedette/contract/calls/account'
import { auditList } from '@vedette/contract/calls/audit'
import { addArea, addBuilding, placeList } from '@vedette/contract/calls/community'
import {
  addResident,
  addVehicle,
  residentDetail,
  residentList,
  vehicleDetail,
} from '@vedette/contract/calls/community-people'
import { newRole } from '@vedette/contract/calls/role'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { AREA } from './support/area.ts'
import { launchBrowser, visit } from './support/browser.ts'
import { uploadedPhoto } from './support/community-photo.ts'
import { DESK, isSound, wear } from './support/looks.ts'
import { meanLuma } from './support/painted.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { MORE_ABOUT, rowAction } from './support/row-action.ts'
import { chooseOwn, enterOnPage, logIn, OWN_PASSWORD, replied, typeLogIn } from './support/session.ts'
import { buildVariant, type VariantConsole } from './support/variant-console.ts'

const ID_NUMBER = '11010519491231002X'
const PATIENCE = { timeout: 60_000, interval: 200 }

let built: VariantConsole
let platform: Platform
let browser: Browser

beforeAll(async () => {
  built = await buildVariant({ VITE_COMMUNITY: '1' })
  platform = await startPlatform({ VEDETTE_VARIANTS: 'community', VEDETTE_CONSOLE: built.folder })
  browser = await launchBrowser()
  await moveIn(await logIn(platform.address))
})

afterAll(async () => {
  await browser?.close()
  await platform?.stop()
  built?.remove()
})

async function moveIn(token: string): Promise<void> {
  const { AreaID } = await replied(platform.address, token, addArea, {
    ...AREA,
    Officer: 'Zhang Wei',
    Introduction: 'Two towers by the river',
  })
  const building = { AreaID, Name: 'Building A', Units: 1, FloorsPerUnit: 1, HousesPerFloor: 1 }
  await replied(platform.address, token, addBuilding, building)
  const { List } = await replied(platform.address, token, placeList, { AreaID })
  const HouseID = List.find(({ Kind }) => Kind === 'house')?.PlaceID ?? ''
  await replied(platform.address, token, addResident, {
    Name: 'Wang Fang',
    Sex: 'female',
    Phone: '13800138000',
    ResidenceType: 'owner',
    Relation: 'relation1',
    DocumentType: 'idCard',
    DocumentNumber: ID_NUMBER,
    Education: 'education1',
    HouseID,
    Photos: [await uploadedPhoto(platform.address, token)],
  })
  await replied(platform.address, token, addVehicle, {
    Plate: '京A12345',
    Colour: 'vehicleColour1',
    Type: 'vehicleType1',
    OwnerName: 'Wang Fang',
    Phone: '13800138000',
    IdNumber: ID_NUMBER,
    AreaID,
    HouseID,
    Photos: [await uploadedPhoto(platform.address, token)],
  })
}

test('a camera of the entrance stands on the resident’s page, and one press watches it live', async () => {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address, '#/residentialArea')
  await rowAction(page, MORE_ABOUT('Garden Court'), 'Entrance cameras')
  const chooser = page.getByRole('dialog', { name: 'Entrance cameras: Garden Court' })
  await chooser.getByText('No entrance cameras chosen yet').waitFor()
  const add = chooser.getByRole('button', { name: /^Add / }).first()
  const name = ((await add.getAttribute('aria-label')) ?? '').replace('Add ', '')
  await add.click()
  await chooser.getByRole('button', { name: `Remove ${name}` }).waitFor()
  await isSound(page, 'the choice of entrance cameras')
  await wear(page, DESK)
  await chooser.getByRole('button', { name: 'Save' }).click()
  await chooser.waitFor({ state: 'detached' })

  await page.goto(`${platform.address}#/resident`)
  await page.getByRole('row', { name: 'Wang Fang' }).getByRole('button', { name: 'View' }).click()
  const resident = page.getByRole('dialog', { name: 'Wang Fang' })
  await resident.getByText('Garden Court / Building A / Unit 1 / Floor 1 / 101').waitFor()
  const camera = resident.getByRole('button', { name, exact: true })
  await camera.click()
  const picture = resident.locator('.tile-preview')
  await resident.locator('.tile-preview[data-state="live"]').waitFor()
  await expect.poll(() => meanLuma(picture), PATIENCE).toBeGreaterThan(0)
  await isSound(page, 'a resident')
  await wear(page, DESK)
  await camera.click()
  await picture.waitFor({ state: 'detached' })
  await end()
})

/** What a record's page tells, by its labels. */
async function factsIn(view: Locator): Promise<Record<string, string>> {
  await view.locator('.community-facts').waitFor()
  return view
    .locator('.community-facts > div')
    .evaluateAll((lines) =>
      Object.fromEntries(
        lines.map((line) => [
          line.querySelector('dt')?.textContent ?? '',
          line.querySelector('dd')?.textContent ?? '',
        ]),
      ),
    )
}

test('who may only look reads all there is, with masked numbers; a clerk who may not read them leaves them as they are', async () => {
  const token = await logIn(platform.address)
  const { id: RoleID } = await replied(platform.address, token, newRole, {
    RoleName: 'Porter',
    permissions: [
      { pageKey: 'residentialArea' },
      { pageKey: 'resident', feature: [{ key: 'edit' }] },
      { pageKey: 'vehicle' },
    ],
  })
  const Account = 'porter'
  const { Password } = await replied(platform.address, token, addAccount, { Account, Name: Account, RoleID })
  await chooseOwn(platform.address, Account, Password)
  const { page, end } = await visit(browser)
  await page.goto(platform.address)
  await typeLogIn(page, Account, OWN_PASSWORD)
  await page.locator('.user-button').waitFor()

  const view = page.getByRole('dialog')
  const look = async (path: string, name: string) => {
    await page.goto(`${platform.address}#/${path}`)
    await page.getByRole('row', { name }).getByRole('button', { name: 'View' }).click()
    return factsIn(view)
  }
  expect(await look('residentialArea', 'Garden Court')).toMatchObject({
    Community: 'Riverside',
    Street: 'Main Street',
    'Contact phone': '010-12345678',
    'Responsible officer': 'Zhang Wei',
    'Police officers': '-',
    Introduction: 'Two towers by the river',
  })
  await isSound(page, 'an area that is looked at')
  await wear(page, DESK)
  expect(await page.getByRole('button', { name: /^More actions for/ }).count()).toBe(0)
  await page.keyboard.press('Escape')
  expect(await look('vehicle', '京A12345')).toMatchObject({
    'Plate number': '京A12345',
    'ID number': '110***********002X',
    House: 'Garden Court / Building A / Unit 1 / Floor 1 / 101',
  })
  expect(await view.getByRole('button', { name: /Show full numbers|Erase/ }).count()).toBe(0)
  await page.keyboard.press('Escape')
  expect(await look('resident', 'Wang Fang')).toMatchObject({
    'Document type': 'ID card',
    'Document number': '110***********002X',
    Phone: '138****8000',
    'Marital status': '-',
  })
  expect(await view.getByRole('button', { name: /Show full numbers|Erase/ }).count()).toBe(0)
  await page.keyboard.press('Escape')

  await rowAction(page, MORE_ABOUT('Wang Fang'), 'Edit')
  expect(await view.getByLabel('Document number').inputValue()).toBe('')
  expect(await view.getByText('Leave empty to keep it').count()).toBe(2)
  await view.getByLabel('Marital status').selectOption({ index: 1 })
  await view.getByRole('button', { name: 'Save' }).click()
  await view.waitFor({ state: 'detached' })
  const { List } = await replied(platform.address, token, residentList, {})
  const ResidentID = List[0]?.ResidentID ?? ''
  const kept = await replied(platform.address, token, residentDetail, { ResidentID })
  expect(kept).toMatchObject({ DocumentNumber: ID_NUMBER, Phone: '13800138000' })
  expect(kept.MaritalStatus).not.toBe('')
  await end()
})

test('numbers are shown in full on record, and all that is kept of a person is erased from the page of a vehicle', async () => {
  const token = await logIn(platform.address)
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address, '#/vehicle')
  await page.getByRole('row', { name: '京A12345' }).getByRole('button', { name: 'View' }).click()
  const view = page.getByRole('dialog', { name: '京A12345' })
  expect(await factsIn(view)).toMatchObject({ 'ID number': '110***********002X' })
  await view.getByRole('button', { name: 'Show full numbers' }).click()
  await view.getByText(ID_NUMBER).waitFor()
  const seen = await replied(platform.address, token, auditList, { Paths: [vehicleDetail.path] })
  expect(seen.List).toMatchObject([{ Outcome: 'done' }])
  await isSound(page, 'a vehicle')
  await wear(page, DESK)
  await view.getByRole('button', { name: 'Erase personal data' }).click()
  await page.getByText('Erase all data of Wang Fang').waitFor()
  await page.getByText('Earlier backups contain the data until they are deleted.').waitFor()
  await page.getByRole('button', { name: 'Erase personal data' }).last().click()
  await page.getByText('Erased: 1 entry, 1 vehicle, 2 photos').waitFor()
  await view.waitFor({ state: 'detached' })
  await page.getByText('No vehicles yet').waitFor()
  await page.goto(`${platform.address}#/resident`)
  await page.getByText('No residents yet').waitFor()
  await end()
})
