/** A simulated camera's own event reaches the guard: notice, popup on the wall, alarm center, viewer, deletion. */
import { once } from 'node:events'
import { createServer } from 'node:http'

import { addAccount } from '@vedette/contract/calls/account'
import { alarmPolicy } from '@vedette/contract/calls/alarm-settings'
import { newRole } from '@vedette/contract/calls/role'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { launchBrowser, visit } from './support/browser.ts'
import { DESK, isSound, PHONE, wear } from './support/looks.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { chooseOwn, enterOnPage, logIn, OWN_PASSWORD, replied, typeLogIn } from './support/session.ts'

/** Where pictures of what was made are put, for anyone who looks at them. */
const SHOTS = process.env['VEDETTE_SHOTS']
const PATIENCE = { timeout: 60_000 }

let platform: Platform
let browser: Browser

beforeAll(async () => {
  platform = await startPlatform()
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

async function alarmCenter() {
  const { page, end } = await visit(browser, { hasNotices: true })
  await enterOnPage(page, platform.address, '#/alarmManger')
  const cards = page.getByRole('list', { name: /^(?:Alarms|报警列表)$/ }).getByRole('listitem')
  await cards.first().waitFor()
  return { page, end, cards }
}

/** The widest of these pictures: the newest alarm's own may still be on its way. */
const paintedWidth = (page: Page, picture: string): Promise<number> =>
  page
    .locator(picture)
    .evaluateAll((all) =>
      Math.max(0, ...all.map((it) => (it instanceof HTMLImageElement ? it.naturalWidth : 0))),
    )

const playedWidth = (page: Page, video: string): Promise<number> =>
  page
    .locator(video)
    .evaluateAll((all) =>
      Math.max(0, ...all.map((it) => (it instanceof HTMLVideoElement ? it.videoWidth : 0))),
    )

test('away from the wall an alarm comes as a notice with its picture; closing clears it', async () => {
  const { page, end } = await visit(browser, { hasNotices: true })
  await enterOnPage(page, platform.address, '#/albumManager')
  const notices = page.getByRole('region', { name: 'New alarms' })
  await notices.getByText(/^(?:Motion|Person)$/).waitFor()
  // The newest one's picture may still be made: all of them are looked at.
  await notices.getByRole('button', { name: /^Show all/ }).click()
  await expect
    .poll(() => paintedWidth(page, '.alarm-notice img'), { ...PATIENCE, timeout: 120_000 })
    .toBeGreaterThan(0)
  await isSound(page, 'a page with an alarm notice')
  await wear(page, DESK)
  await notices.getByRole('button', { name: 'Close alarm notices' }).click()
  await notices.waitFor({ state: 'detached' })
  // What was closed unread still waits behind the bell.
  await page.getByRole('button', { name: /^Latest alarms, \d+ to review$/ }).click()
  await page.getByRole('group', { name: 'Latest alarms' }).getByRole('button').first().click()
  const viewer = page.getByRole('dialog')
  await viewer.getByText('Alarm time').waitFor()
  // It is taken up right there.
  await viewer.getByRole('button', { name: /^Claim/ }).click()
  await viewer.getByText(/^Claimed/).waitFor()
  await end()
})

test('on the wall it pops up with its type and device, and its window is outlined', async () => {
  const { page, end } = await visit(browser, { hasNotices: true })
  await enterOnPage(page, platform.address)
  const popup = page.getByRole('alert').filter({ hasText: /^(?:Motion|Person)/ })
  await popup.waitFor()
  await page.locator('.tile[data-alarm="true"]').first().waitFor()
  const did = await popup.getAttribute('data-did')
  expect(await page.locator('.tile[data-alarm="true"]').first().getAttribute('data-did')).toBe(did)
  await end()
})

test('it stands in the alarm center, is looked at with its picture, and is deleted after a question', async () => {
  const { page, end, cards } = await alarmCenter()
  const pictured = page.locator('.alarm-card:has(.alarm-thumb img)').first()
  await pictured.waitFor()
  await isSound(page, 'the alarm center')
  await wear(page, DESK)
  const eid = await pictured.getAttribute('data-eid')
  await pictured.getByRole('button', { name: /^View / }).click()
  const viewer = page.getByRole('dialog')
  await expect.poll(() => paintedWidth(page, '.alarm-viewer .alarm-large img'), PATIENCE).toBeGreaterThan(0)
  for (const word of ['Device name', 'Event type', 'Alarm time']) await viewer.getByText(word).waitFor()
  await isSound(page, 'the alarm viewer')
  await wear(page, DESK)
  await viewer.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete' }).last().click()
  await page.locator(`.alarm-card[data-eid="${eid}"]`).waitFor({ state: 'detached' })
  expect(await cards.count()).toBeGreaterThanOrEqual(0)
  await end()
})

test('alarms are claimed and closed by keyboard alone, and the filter by state finds them', async () => {
  const { page, end, cards } = await alarmCenter()
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByText('Mark as false alarm').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const current = page.locator('[data-eid]:focus-within')
  // The sheet gives the focus back when it is gone, perhaps after the first key.
  await expect
    .poll(async () => {
      await page.keyboard.press('j')
      return current.count()
    }, PATIENCE)
    .toBe(1)
  const eid = await current.getAttribute('data-eid')
  const card = page.locator(`[data-eid="${eid}"]`)
  await page.keyboard.press('c')
  await card.getByText('Claimed').waitFor()
  await page.keyboard.press('v')
  const viewer = page.getByRole('dialog')
  await viewer.getByRole('status').getByText('Claimed').waitFor()
  // What was recorded around it plays, here and under a resting pointer.
  await viewer.getByText('Clip', { exact: true }).click()
  await expect.poll(() => playedWidth(page, '.alarm-viewer video'), PATIENCE).toBeGreaterThan(0)
  await viewer.getByText('Alarm snapshot', { exact: true }).first().click()
  await page.keyboard.press('n')
  await page.keyboard.type('A cat')
  await viewer.getByRole('textbox', { name: 'Note' }).press('Tab')
  await page.keyboard.press('f')
  await viewer.getByRole('status').getByText('False alarm').waitFor()
  await viewer.getByRole('link', { name: 'Open in replay' }).waitFor()
  await isSound(page, 'the viewer of a handled alarm')
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/alarm-handled.png` })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^State/ }).click()
  await page.getByRole('option', { name: 'False alarm' }).click()
  await page.keyboard.press('Escape')
  await expect.poll(() => cards.count(), PATIENCE).toBe(1)
  await card.getByText('False alarm').waitFor()
  await card.hover()
  await expect.poll(() => playedWidth(page, '.alarm-card video'), PATIENCE).toBeGreaterThan(0)
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/alarm-filtered.png` })
  await end()
})

test('while only what was not looked at is listed, an opened alarm stays, and the keys go on beside it', async () => {
  const { page, end, cards } = await alarmCenter()
  await page.getByRole('combobox', { name: 'Reviewed' }).selectOption('no')
  await page.locator('.alarm-card[data-reviewed="true"]').first().waitFor({ state: 'detached' })
  await expect.poll(() => cards.count(), PATIENCE).toBeGreaterThan(3)
  // New ones come before them.
  const eids = await cards.evaluateAll((all) => all.slice(-4).map((it) => it.getAttribute('data-eid') ?? ''))
  const [first, second, third, fourth] = eids.map((eid) => page.locator(`.alarm-card[data-eid="${eid}"]`))
  const viewer = page.getByRole('dialog')
  // Its device, kind and time: several cameras may see something at once.
  const shown = async () => (await viewer.locator('.alarm-facts dd').allTextContents()).slice(0, 3).join()
  await first?.getByRole('button', { name: /^View / }).click()
  const firstShown = await shown()
  await first?.waitFor({ state: 'detached' })
  expect(await shown()).toBe(firstShown)
  await page.keyboard.press('j')
  await second?.waitFor({ state: 'detached' })
  const secondShown = await shown()
  expect(secondShown).not.toBe(firstShown)
  await page.keyboard.press('k')
  await expect.poll(shown).toBe(firstShown)
  // What is handled is done with: the next one is shown in its place.
  await page.keyboard.press('f')
  await expect.poll(shown).toBe(secondShown)
  await page.keyboard.press('Escape')
  await viewer.waitFor({ state: 'detached' })

  await third?.getByRole('button', { name: /^View / }).focus()
  await page.keyboard.press('c')
  await third?.waitFor({ state: 'detached' })
  await expect.poll(() => fourth?.locator(':focus').count()).toBe(1)
  await end()
})

test('a guard who may delete nothing ticks alarms and marks them as reviewed', async () => {
  const token = await logIn(platform.address)
  const permissions = [{ pageKey: 'alarmManger' as const }]
  const { id: RoleID } = await replied(platform.address, token, newRole, { RoleName: 'Guard', permissions })
  const person = { Account: 'guard', Name: 'Guard', RoleID }
  const { Password } = await replied(platform.address, token, addAccount, person)
  await chooseOwn(platform.address, 'guard', Password)
  const { page, end } = await visit(browser)
  await page.goto(`${platform.address}#/alarmManger`)
  await typeLogIn(page, 'guard', OWN_PASSWORD)
  const card = page.locator('.alarm-card[data-reviewed="false"]').last()
  const reviewed = page.locator(`.alarm-card[data-eid="${await card.getAttribute('data-eid')}"]`)
  await reviewed.getByRole('checkbox').check()
  expect(await page.getByRole('button', { name: 'Delete', exact: true }).count()).toBe(0)
  await page.getByRole('button', { name: 'Mark as reviewed' }).click()
  await reviewed.and(page.locator('[data-reviewed="true"]')).waitFor()
  await end()
})

test('a type and days leave some of them, and several are deleted at once, with their number', async () => {
  const { page, end, cards } = await alarmCenter()
  await expect.poll(() => cards.count(), PATIENCE).toBeGreaterThan(2)
  const types = page.getByRole('group', { name: 'Event type' })
  const type = (await cards.last().locator('b').textContent()) ?? ''
  await types.getByRole('button', { name: type }).click()
  await expect
    .poll(async () => (await cards.count()) === (await cards.filter({ hasText: type }).count()), PATIENCE)
    .toBe(true)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => cards.count(), PATIENCE).toBeGreaterThan(2)
  const boxes = cards.getByRole('checkbox')
  const chosen = [await cards.nth(-1).getAttribute('data-eid'), await cards.nth(-2).getAttribute('data-eid')]
  for (const eid of chosen) {
    const card = page.locator(`.alarm-card[data-eid="${eid}"]`)
    await card.getByRole('checkbox').check()
    // The browser complains of a picture that is refused since its alarm was deleted meanwhile.
    const isThere = (): Promise<boolean> =>
      card
        .locator('img')
        .evaluateAll((all) => all.every((it) => it instanceof HTMLImageElement && it.complete))
    await expect.poll(isThere, PATIENCE).toBe(true)
  }
  expect(await boxes.count()).toBeGreaterThan(2)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const question = page.getByRole('dialog')
  await question.getByText(/2 alarms/).waitFor()
  await question.getByRole('button', { name: 'Delete' }).click()
  await page.getByText(/^2 alarms/).waitFor()
  for (const eid of chosen)
    await page.locator(`.alarm-card[data-eid="${eid}"]`).waitFor({ state: 'detached' })
  await end()
})

test('alarms of neighbouring cameras are incidents, handled at once; an hour that is pressed filters the list', async () => {
  const { page, end } = await alarmCenter()
  await page.getByText('Incidents', { exact: true }).click()
  const incidents = page.getByRole('list', { name: 'Incidents' })
  const first = incidents.locator('.alarm-incident').first()
  await first.getByText(/^\d+ alarms?, \d+ cameras?$/).waitFor()
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/incidents.png` })
  const key = await first.getAttribute('data-incident')
  const same = page.locator(`[data-incident="${key}"]`)
  // One that was claimed before stays so.
  const claimed = same.getByText('Claimed')
  const before = await claimed.count()
  await same.getByRole('checkbox', { name: /^Select all alarms of/ }).check()
  await page.getByRole('button', { name: 'Claim' }).click()
  await expect.poll(() => claimed.count(), PATIENCE).toBeGreaterThan(before)
  await page
    .locator('.toast', { hasText: 'marked as “Claimed”' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect.poll(() => claimed.count(), PATIENCE).toBe(before)
  await isSound(page, 'the alarm center with incidents')
  await page.getByText('Grid', { exact: true }).click()
  const hours = page.getByRole('list', { name: 'Alarms by hour' }).getByRole('button')
  // Two hours ago there was no platform yet.
  await hours.nth(-3).click()
  await page.getByText('No matching alarms').waitFor()
  await hours.nth(-1).click({ modifiers: ['Shift'] })
  await page.locator('.alarm-card').first().waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect
    .poll(() => hours.evaluateAll((all) => all.filter((it) => it.ariaPressed === 'true').length), PATIENCE)
    .toBe(0)
  await end()
})

test('an administrator says how long alarms are kept, and has them sent on to a webhook', async () => {
  const heard: string[] = []
  let status = 200
  const hook = createServer((request, response) => {
    heard.push(String(request.headers['vedette-signature']))
    request.resume()
    response.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  await once(hook, 'listening')
  const bound = hook.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0
  const { page, end } = await alarmCenter()
  await page.getByRole('button', { name: 'Alarm settings' }).click()
  const dialog = page.getByRole('dialog')
  const days = dialog.getByRole('textbox', { name: 'Days to keep alarms' })
  await days.fill('45')
  const most = dialog.getByRole('textbox', { name: 'Most alarms to keep' })
  await most.fill('50')
  await dialog.getByText('Enter a number from 100 to 10,000,000.').waitFor()
  await most.fill('250000')
  await dialog.getByRole('button', { name: 'Save' }).click()
  // Shorter than it was: nothing is deleted unasked.
  const question = page.getByRole('dialog', { name: 'Delete alarms?' })
  await question.getByText(/^Alarms older than 45 days will be deleted/).waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect((await replied(platform.address, await logIn(platform.address), alarmPolicy, {})).Days).toBe(365)
  await days.fill('400')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await days.fill('45')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await question.getByRole('button', { name: 'Save' }).click()
  await question.waitFor({ state: 'detached' })
  expect((await replied(platform.address, await logIn(platform.address), alarmPolicy, {})).Days).toBe(45)
  await dialog.getByRole('textbox', { name: 'Address' }).fill(`http://127.0.0.1:${port}/alarms`)
  await dialog.getByRole('button', { name: 'Add address' }).click()
  await dialog.getByText('Signing key, shown only once:').waitFor()
  const row = dialog.getByRole('list', { name: 'Forwarding' }).getByRole('listitem')
  await row.getByRole('button', { name: 'Test' }).click()
  await page.getByText('The test message was accepted').waitFor()
  status = 410
  await row.getByRole('button', { name: 'Test' }).click()
  await page.getByText('The test message failed: it answered 410').waitFor()
  // An alarm of these seconds may have come too.
  expect(heard).not.toEqual([])
  for (const signature of heard) expect(signature).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/)
  await isSound(page, 'the settings of alarms')
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/alarm-settings.png` })
  await row.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete' }).last().click()
  await row.waitFor({ state: 'detached' })
  hook.close()
  await end()
})

test('all that match are chosen and counted; in the table a double press opens one, a right press has its menu', async () => {
  const { page, end } = await alarmCenter()
  await page.getByText('Table', { exact: true }).click()
  const rows = page.getByRole('table', { name: 'Alarms' }).locator('tbody tr')
  await rows.first().getByRole('checkbox').check()
  await page.getByText('1 selected').waitFor()
  await page.getByRole('button', { name: /^Select all \d+$/ }).click()
  const total = async () => Number(/\d+/.exec((await page.locator('.alarm-counts').textContent()) ?? '')?.[0])
  const chosen = async () => Number(/\d+/.exec((await page.locator('.bulk-bar b').textContent()) ?? '')?.[0])
  // Some may come after they were chosen.
  await expect
    .poll(async () => (await chosen()) > 1 && (await chosen()) <= (await total()), PATIENCE)
    .toBe(true)
  await page.getByRole('button', { name: 'Clear selection' }).click()

  // What was chosen in another list is not handled unseen.
  await rows.first().getByRole('checkbox').check()
  await page.getByText('1 selected').waitFor()
  await page.getByRole('combobox', { name: 'Reviewed' }).selectOption('no')
  await page.getByText('1 selected').waitFor({ state: 'detached' })
  await page.getByRole('combobox', { name: 'Reviewed' }).selectOption('')
  await rows.first().getByRole('checkbox').check()
  await page.getByText('1 selected').waitFor()
  await page.getByRole('button', { name: 'Clear selection' }).click()

  // By its key: alarms that come meanwhile push the others down.
  const unhandled = rows.filter({ hasNotText: /Claimed|False alarm/ })
  const key = (await unhandled.first().getAttribute('data-key')) ?? ''
  const row = page.locator(`tr[data-key="${key}"]`)
  await row.locator('td[data-column="Time"]').dblclick()
  await page.getByRole('dialog').getByRole('button', { name: 'Claim' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await row.locator('td[data-column="Time"]').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Claim' }).click()
  await row.getByText('Claimed').waitFor()
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/\.csv$/)
  await end()
})

test('as a table it has the seven columns, also in Chinese and on a phone', async () => {
  const { page, end } = await alarmCenter()
  await wear(page, { ...PHONE, viewport: DESK.viewport })
  await page.getByText('表格').click()
  const heads = ['截图', '识别名称', '设备ID', '设备名称', '事件类型', '报警时间', '别名']
  for (const name of heads)
    await expect.poll(() => page.getByRole('columnheader', { name, exact: true }).count(), PATIENCE).toBe(1)
  await isSound(page, 'the table of alarms')
  await end()
})
