/** The cameras of an area's entrances are on the page of everybody who lives there, and watched on it. */
import { addArea, addBuilding, placeList } from '@vedette/contract/calls/community'
import { addResident } from '@vedette/contract/calls/community-people'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { launchBrowser, visit } from './support/browser.ts'
import { uploadedPhoto } from './support/community-photo.ts'
import { DESK, isSound, wear } from './support/looks.ts'
import { meanLuma } from './support/painted.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { enterOnPage, logIn, replied } from './support/session.ts'
import { buildVariant, type VariantConsole } from './support/variant-console.ts'

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
    Name: 'Garden Court',
    Address: '1 Elm Street',
    Type: 'areaType1',
    Organisation: 'Housing office',
    Street: 'street1',
    Community: 'Riverside',
    Coordinates: '116.331398,39.897445',
    Buildings: 1,
    Units: 1,
    PropertyCompany: 'Elm Estates',
    Contact: 'Li Wei',
    ContactPhone: '010-12345678',
  })
  const building = { AreaID, Name: 'Building A', Units: 1, FloorsPerUnit: 1, HousesPerFloor: 1 }
  await replied(platform.address, token, addBuilding, building)
  const { List } = await replied(platform.address, token, placeList, { AreaID })
  await replied(platform.address, token, addResident, {
    Name: 'Wang Fang',
    Sex: 'female',
    Phone: '13800138000',
    ResidenceType: 'owner',
    Relation: 'relation1',
    DocumentType: 'passport',
    DocumentNumber: 'E12345678',
    HouseID: List.find(({ Kind }) => Kind === 'house')?.PlaceID ?? '',
    Photos: [await uploadedPhoto(platform.address, token)],
  })
}

test('a camera of the entrance stands on the resident’s page, and one press watches it live', async () => {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address)
  await page.goto(`${platform.address}#/residentialArea`)
  await page
    .getByRole('row', { name: 'Garden Court' })
    .getByRole('button', { name: 'Entrance cameras' })
    .click()
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
