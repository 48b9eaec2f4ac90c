/** Who is called to the screen, and for what: repeats in one row, snoozes, quiet hours, and the browser's own notification. */
import { getEventCloudPic } from '@vedette/contract/calls/event'
import { deviceList } from '@vedette/contract/calls/device'
import { batchChangeGroup } from '@vedette/contract/calls/device-edit'
import { saveFloorPlan, uploadFloorPlan } from '@vedette/contract/calls/floor-plan'
import { createGroup, getGroupList } from '@vedette/contract/calls/group'
import { encodeFrame, FrameReader, type Message } from '@vedette/contract/frame'
import { linkCompany } from '@vedette/contract/calls/own-account'
import { METHOD, SOCKET_PATH } from '@vedette/contract/push'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { launchBrowser, launchWholeBrowser, visit } from './support/browser.ts'
import { uploadedPhoto } from './support/community-photo.ts'
import { DESK, isSound, PHONE, wear } from './support/looks.ts'
import { ADMIN_PASSWORD, foundCompany, type Platform, startPlatform } from './support/platform.ts'
import { enterOnPage, logIn, replied } from './support/session.ts'

const SHOTS = process.env['VEDETTE_SHOTS']
const PATIENCE = { timeout: 120_000 }

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

const noticesOn = (page: Page) => page.getByRole('region', { name: 'New alarms' })

async function away() {
  const visited = await visit(browser, { hasNotices: true })
  await enterOnPage(visited.page, platform.address, '#/albumManager')
  return visited
}

test('what is snoozed calls nobody any more, says so behind the bell, and is ended there', async () => {
  const { page, end } = await away()
  const notices = noticesOn(page)
  const newest = notices.locator('.alarm-notice').first()
  await newest.waitFor()
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/notice.png` })
  const did = await newest.getAttribute('data-did')
  await newest.getByRole('combobox', { name: /^Snooze/ }).selectOption({ index: 4 })
  // With the day before it when that is tomorrow.
  await page.getByText(/^No alarm notices of .+ until .*\d\d:\d\d:\d\d$/).waitFor()
  expect(await page.locator(`.alarm-notice[data-did="${did}"]`).count()).toBe(0)
  await page.getByRole('button', { name: /^Latest alarms/ }).click()
  const bell = page.getByRole('group', { name: 'Latest alarms' })
  await isSound(page, 'the bell with a snooze')
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/snoozed.png` })
  await bell.getByRole('button', { name: /^End snooze of All alarms of/ }).click()
  await bell.getByRole('button', { name: /^End snooze/ }).waitFor({ state: 'detached' })
  await end()
})

test('alarms that come up over the map leave its buttons free', async () => {
  const { page, end } = await away()
  await page.goto(`${platform.address}#/deviceMap`)
  for (const look of [DESK, { ...PHONE, language: DESK.language }]) {
    await wear(page, look)
    await noticesOn(page).locator('.alarm-notice').first().waitFor()
    const notices = await noticesOn(page).boundingBox()
    const button = await page.getByRole('button', { name: 'Zoom out' }).boundingBox()
    expect((button?.y ?? Infinity) + (button?.height ?? 0)).toBeLessThan(notices?.y ?? 0)
  }
  await end()
})

test('on the map an alarm’s marker pulses, and its hovering card shows the picture', async () => {
  const { page, end } = await away()
  const newest = noticesOn(page).locator('.alarm-notice').first()
  await newest.waitFor()
  const did = (await newest.getAttribute('data-did')) ?? ''
  await page.goto(`${platform.address}#/deviceMap`)
  await page.locator('.map-marker[data-alarm="true"]').first().waitFor()
  await page.getByRole('combobox', { name: /^Search/ }).fill(did)
  await page.getByRole('option').first().click()
  const marker = page.locator(`.map-marker[data-did="${did}"]`)
  await marker.waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.map-card').waitFor({ state: 'detached' })
  await marker.hover()
  const picture = page.locator('.map-card').getByRole('img', { name: /^Last alarm: / })
  await picture.waitFor()
  const isLoaded = (img: Element): boolean => img instanceof HTMLImageElement && img.naturalWidth > 0
  await expect.poll(() => picture.evaluate(isLoaded), PATIENCE).toBe(true)
  await isSound(page, 'the card of a device with its picture')
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/map-card.png` })
  await end()
})

test('in quiet hours nothing pops up, and the alarms are listed all the same', async () => {
  const { page, end } = await away()
  const notices = noticesOn(page)
  await page.getByRole('button', { name: 'System settings' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('switch', { name: 'Quiet hours' }).check()
  // All day but one minute, which is not this one.
  const [from, to] = await page.evaluate(() => {
    const clock = (ms: number): string => new Date(ms).toTimeString().slice(0, 5)
    return [clock(Date.now() - 3_600_000), clock(Date.now() - 7_200_000)]
  })
  await dialog.getByLabel('From').fill(from ?? '')
  await dialog.getByLabel('To', { exact: true }).fill(to ?? '')
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/quiet-hours.png` })
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await dialog.waitFor({ state: 'detached' })
  const bell = page.getByRole('button', { name: /^Latest alarms/ })
  await bell.click()
  await page.getByText(/^Quiet hours \d\d:\d\d–\d\d:\d\d$/).waitFor()
  if (await notices.isVisible()) {
    await page.keyboard.press('Escape')
    await notices.getByRole('button', { name: 'Close alarm notices' }).click()
  }
  const count = async () => Number(/\d+/.exec((await bell.getAttribute('aria-label')) ?? '')?.[0] ?? 0)
  const before = await count()
  await expect.poll(count, PATIENCE).toBeGreaterThan(before)
  expect(await page.locator('.alarm-notice').count()).toBe(0)
  await end()
})

/** What the browser itself tells of, in every tab. */
async function withDeskNotices(context: BrowserContext): Promise<void> {
  await context.grantPermissions(['notifications'])
  await context.addInitScript(() => {
    const told: string[] = []
    Reflect.set(globalThis, 'told', told)
    globalThis.Notification = class extends Notification {
      constructor(title: string, options?: NotificationOptions) {
        super(title, options)
        told.push(title)
      }
    }
  })
}
const toldOnDesk = (page: Page) => page.evaluate(() => Reflect.get(globalThis, 'told') as string[])
const hide = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  })

/** How many tones each tab has made. */
const withTones = (context: BrowserContext) =>
  context.addInitScript(() => {
    const tones: number[] = []
    Reflect.set(globalThis, 'tones', tones)
    globalThis.OscillatorNode = class extends OscillatorNode {
      constructor(on: BaseAudioContext, options?: OscillatorOptions) {
        super(on, options)
        tones.push(options?.frequency ?? 0)
      }
    }
  })
const tones = (of: Page) => of.evaluate(() => (Reflect.get(globalThis, 'tones') as number[]).length)

test('while no page is in sight the browser itself tells of an alarm', async () => {
  const whole = await launchWholeBrowser()
  onTestFinished(() => whole.close())
  const { page, context, end } = await visit(whole, { hasNotices: true })
  await withDeskNotices(context)
  await enterOnPage(page, platform.address, '#/albumManager')
  await page.getByRole('button', { name: 'System settings' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('switch', { name: 'Browser notifications while the page is hidden' }).check()
  await dialog.getByRole('switch', { name: 'Quiet hours' }).uncheck()
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await hide(page)
  await expect
    .poll(() => toldOnDesk(page), PATIENCE)
    .toContainEqual(expect.stringMatching(/^(?:Motion|Person|Doorbell), /))
  await end()
})

test('the camera of the newest alarm comes into the window of the wall that is kept for alarms', async () => {
  const { page, end } = await visit(browser, { hasNotices: true })
  await enterOnPage(page, platform.address, '#/realTimeVideo?layout=4&chosen=2&show=')
  await page.locator('.tile[data-place="2"]').waitFor()
  await page.keyboard.press('a')
  const kept = page.locator('.tile[data-place="2"][data-for-alarms="true"]')
  await kept.waitFor()
  await page.locator('.tile[data-place="2"][data-did][data-alarm="true"]').waitFor({ timeout: 120_000 })
  await page
    .getByRole('alert')
    .filter({ hasText: /^(?:Motion|Person|Doorbell)/ })
    .waitFor()
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/alarm-window.png` })
  expect(await page.locator('.tile[data-did]').count()).toBe(1)
  expect(page.url()).toContain('alarm=2')
  expect(page.url()).toContain('show=&')
  await page.keyboard.press('a')
  await kept.waitFor({ state: 'detached' })
  await end()
})

/** The page's socket: what it says, and a way to tell it what the gate does not. */
async function tapped(page: Page) {
  const said: Message[] = []
  const sendPage: ((bytes: Buffer) => void)[] = []
  await page.routeWebSocket(
    (url) => url.pathname === SOCKET_PATH,
    (socket) => {
      const reader = new FrameReader()
      const gate = socket.connectToServer()
      socket.onMessage((bytes) => {
        if (typeof bytes !== 'string') said.push(...reader.push(bytes))
        gate.send(bytes)
      })
      sendPage.push((bytes) => socket.send(bytes))
    },
  )
  return { said, tell: (message: Message) => sendPage.at(-1)?.(Buffer.from(encodeFrame(message))) }
}

test('who wants no notices is not told of what is waiting either, until notices are switched on', async () => {
  const { page, end } = await visit(browser)
  const { said, tell } = await tapped(page)
  await enterOnPage(page, platform.address, '#/albumManager')
  await page.getByRole('heading', { name: 'Album' }).first().waitFor()
  tell({ METHOD: METHOD.alarmCount, BODY: { Waiting: 4321 }, SEQID: '' })
  // Heard after it, so the count was heard too.
  tell({ METHOD: METHOD.alarm, BODY: { DID: 'nobody' }, SEQID: 'after' })
  await expect
    .poll(() => said)
    .toContainEqual(expect.objectContaining({ METHOD: METHOD.alarmAck, SEQID: 'after' }))
  expect(await noticesOn(page).count()).toBe(0)
  await page.getByRole('button', { name: 'Alarm pop-ups' }).click()
  await noticesOn(page)
    .getByText(/^[\d,]+ alarms? to review/)
    .waitFor()
  await end(/^internal error: an alarm without what it needs/)
})

test('an alarm that lacks what it needs is acknowledged and logged; the next one is shown, also the platform’s own', async () => {
  const { page, end } = await visit(browser, { hasNotices: true })
  const { said, tell } = await tapped(page)
  await enterOnPage(page, platform.address, '#/albumManager')
  await noticesOn(page).locator('.alarm-notice').first().waitFor()
  tell({ METHOD: METHOD.alarm, BODY: { DID: 'nobody' }, SEQID: 'broken' })
  await expect
    .poll(() => said)
    .toContainEqual(expect.objectContaining({ METHOD: METHOD.alarmAck, SEQID: 'broken' }))
  await noticesOn(page).getByRole('button', { name: 'Close alarm notices' }).click()
  await noticesOn(page).locator('.alarm-notice').first().waitFor()
  const EventInfo = { EventID: 7, Time: Date.now(), CloudEid: 'disk' }
  tell({ METHOD: METHOD.alarm, BODY: { DID: '', EventInfo, channelNum: 0, DevName: '-' }, SEQID: '' })
  // Others may have come after it.
  await noticesOn(page)
    .getByRole('button', { name: /^Show all/ })
    .click()
  const own = noticesOn(page).locator('.alarm-notice[data-eid="disk"]')
  await own.getByText('Platform', { exact: true }).waitFor()
  // There is no device to snooze.
  expect(await own.getByRole('combobox').count()).toBe(0)
  await end(/^internal error: an alarm without what it needs/)
})

test('a picture that does not come says so in its frame and nowhere else, and comes when it is tried again', async () => {
  const { page, end } = await away()
  const path = `**${getEventCloudPic.path}`
  await page.route(path, (route) => route.abort())
  const failed = noticesOn(page).locator('.alarm-frame[data-state="failed"]').first()
  await failed.getByText('Image loading failed').waitFor()
  expect(await page.locator('.toast').count()).toBe(0)
  await page.unroute(path)
  const eid = await page.locator('.alarm-notice:has([data-state="failed"])').first().getAttribute('data-eid')
  const notice = page.locator(`.alarm-notice[data-eid="${eid}"]`)
  // Newer alarms may come meanwhile: they go before it, and those of the same kind fold it away.
  const folded = noticesOn(page).locator('button[aria-expanded="false"], details:not([open]) > summary')
  await expect
    .poll(async () => {
      if (await notice.isHidden()) for (const fold of await folded.all()) await fold.click({ timeout: 1000 })
      const again = notice.getByRole('button', { name: 'Try again' })
      if (await again.isVisible()) await again.click({ timeout: 1000 })
      return notice.locator('.alarm-frame img').count()
    }, PATIENCE)
    .toBe(1)
  await end(/net::ERR_FAILED/)
})

test('of two tabs one sounds, what is closed in one is closed in both, and none is shown on the wall or when switched off', async () => {
  const { page, context, end } = await visit(browser, { hasNotices: true })
  await withTones(context)
  await enterOnPage(page, platform.address, '#/albumManager')
  await page.reload()
  // The first that is ready is the one that sounds.
  const held = () => page.evaluate(async () => JSON.stringify((await navigator.locks.query()).held))
  await expect.poll(held, PATIENCE).toContain('vedette-alarm-sound')
  const other = await context.newPage()
  await other.goto(`${platform.address}#/albumManager`)
  const newest = (of: Page) => noticesOn(of).locator('.alarm-notice').first()
  await newest(other).waitFor(PATIENCE)
  await newest(page).waitFor(PATIENCE)
  await expect.poll(() => tones(page), PATIENCE).toBeGreaterThan(0)
  expect(await tones(other)).toBe(0)

  await noticesOn(page).getByRole('button', { name: 'Close alarm notices' }).click()
  await noticesOn(other).waitFor({ state: 'detached' })
  await other.close()

  await page.goto(`${platform.address}#/realTimeVideo`)
  await page.locator('.tile[data-alarm="true"]').first().waitFor(PATIENCE)
  expect(await noticesOn(page).count()).toBe(0)

  await page.goto(`${platform.address}#/albumManager`)
  await page.getByRole('button', { name: 'System settings' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('switch', { name: 'Alarm pop-ups' }).uncheck()
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await dialog.waitFor({ state: 'detached' })
  // One may have come before it was switched off.
  if (await noticesOn(page).isVisible())
    await noticesOn(page).getByRole('button', { name: 'Close alarm notices' }).click()
  const bell = page.getByRole('button', { name: /^Latest alarms/ })
  const count = async () => Number(/\d+/.exec((await bell.getAttribute('aria-label')) ?? '')?.[0] ?? 0)
  const before = await count()
  await expect.poll(count, PATIENCE).toBeGreaterThan(before)
  expect(await noticesOn(page).count()).toBe(0)
  await end()
})

test('a tab of another company sounds and tells of its own alarms, and keeps its notices when this one’s are closed', async () => {
  await foundCompany(platform, 'north', 'Nordhof')
  const north = { EnterpriseCode: 'north', Account: 'admin', Password: ADMIN_PASSWORD }
  const own = { OwnPassword: ADMIN_PASSWORD }
  await replied(platform.address, await logIn(platform.address), linkCompany, { ...own, ...north })
  const whole = await launchWholeBrowser()
  onTestFinished(() => whole.close())
  const { page, context, end } = await visit(whole, { hasNotices: true })
  await withDeskNotices(context)
  await withTones(context)
  await enterOnPage(page, platform.address, '#/albumManager')
  await page.evaluate(() => localStorage.setItem('setting', '{"notification":true,"deskNotices":true}'))
  await expect.poll(() => tones(page), PATIENCE).toBeGreaterThan(0)

  const other = await context.newPage()
  const { tell } = await tapped(other)
  await other.goto(`${platform.address}#/albumManager`)
  await other.locator('.user-button').click()
  await Promise.all([
    other.waitForEvent('load'),
    other.locator('#user select').selectOption({ label: 'Nordhof' }),
  ])
  await other.locator('.user-button').filter({ hasText: 'Nordhof' }).waitFor()
  await hide(other)
  let alarms = 0
  const alarm = (): void => {
    const EventInfo = { EventID: 4, Time: Date.now(), CloudEid: `of north ${++alarms}` }
    const BODY = { DID: 'CAM-NORTH-01', EventInfo, channelNum: 0, DevName: 'North gate' }
    tell({ METHOD: METHOD.alarm, BODY, SEQID: '' })
  }
  // A page that was just hidden still counts as looked at for a moment.
  const after = <T>(look: (page: Page) => T): T => (alarm(), look(other))
  await expect.poll(() => after(tones), PATIENCE).toBeGreaterThan(0)
  await expect.poll(() => after(toldOnDesk)).toContain('Device offline, North gate')

  await noticesOn(page).getByRole('button', { name: 'Close alarm notices' }).click()
  alarm()
  await noticesOn(other).getByRole('status').getByText(String(alarms), { exact: true }).waitFor()
  await end()
})

test('the floors of a building stand side by side with their alarms, and the building has their sum', async () => {
  const token = await logIn(platform.address)
  const root = (await replied(platform.address, token, getGroupList, {})).List[0]?.GID ?? ''
  const within = async (ParentGID: string, GroupName: string): Promise<string> =>
    (await replied(platform.address, token, createGroup, { ParentGID, GroupName })).GID
  const tower = await within(root, 'Tower')
  const [ground, upper] = [await within(tower, 'Ground'), await within(tower, 'Upper')]
  for (const GID of [ground, upper]) {
    const Url = await uploadedPhoto(platform.address, token, uploadFloorPlan)
    await replied(platform.address, token, saveFloorPlan, { GID, Url })
  }
  const DIDs = (await replied(platform.address, token, deviceList, { PageSize: 100 })).List.map(
    ({ DID }) => DID,
  )
  await replied(platform.address, token, batchChangeGroup, { DIDs, GID: upper })

  const { page, end } = await away()
  await page.goto(`${platform.address}#/floorPlans`)
  const strip = page.getByRole('navigation', { name: 'Floors' })
  const badge = (floor: string) => strip.getByRole('button', { name: floor }).locator('.floors-badge')
  await badge('Upper').waitFor()
  expect(await strip.getByRole('button').allInnerTexts()).toHaveLength(2)
  expect(await badge('Ground').count()).toBe(0)
  const sum = async () => Number(await strip.locator('.floors-alarms').getAttribute('data-count'))
  await expect.poll(async () => (await sum()) - Number(await badge('Upper').innerText()), PATIENCE).toBe(0)
  expect(await sum()).toBeGreaterThan(0)
  // The floor that is chosen is the one that is shown.
  await strip.getByRole('button', { name: 'Upper' }).click()
  await page.getByRole('img', { name: 'Floor plan of Upper' }).waitFor()
  await end()
})
