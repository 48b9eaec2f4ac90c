/** Contact sheets: every screen in two languages, two themes and three sizes, one sheet for each screen; axe looks at each. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { deviceList } from '@vedette/contract/calls/device'
import type { Browser, Page } from 'playwright-core'

import { axeViolations } from '../support/axe.ts'
import { type Look, wear } from '../support/looks.ts'
import { enterOnPage, replied } from '../support/session.ts'
import type { Stage } from './stage.ts'

const FOLDER = resolve(import.meta.dirname, '../../../docs/pictures/sheets')
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
] as const
const LOOKS: readonly Look[] = (['en', 'zh-cn'] as const).flatMap((language) =>
  (['dark', 'light'] as const).flatMap((theme) => SIZES.map((viewport) => ({ language, theme, viewport }))),
)
const PATIENCE_MS = 90_000
/** Height of a picture on its sheet, CSS pixels. */
const SHOWN_HEIGHT = 420

/** A screen by the path that leads to it, and what is pressed there; without `isInside` nobody is logged in. */
interface Screen {
  path: string
  isInside: boolean
  set?: (page: Page) => Promise<void>
}

const inside = (path: string, set?: Screen['set']): Screen => ({
  path,
  isInside: true,
  ...(set ? { set } : {}),
})

/** The screens of the sheets, found by classes and roles that are the same in both languages. */
function screensOf(did: string): Readonly<Record<string, Screen>> {
  return {
    login: { path: '#/login', isInside: false },
    agreement: { path: '#/PrivacyAgreement', isInside: false },
    home: inside('#/home'),
    live: inside('#/realTimeVideo'),
    replay: inside('#/replay'),
    exports: inside('#/exports'),
    map: inside('#/deviceMap'),
    devices: inside('#/deviceManger'),
    'device-panel': inside('#/deviceManger', (page) => page.locator('.device-open').first().click()),
    'no-devices-found': inside('#/deviceManger?text=nobody'),
    'add-device': inside('#/deviceManger?open=add'),
    'device-settings': inside(`#/deviceConf/${did}`),
    transfer: inside('#/deviceTransfer'),
    alarms: inside('#/alarmManger'),
    album: inside('#/albumManager'),
    accounts: inside('#/accountManger'),
    roles: inside('#/roleManger'),
    audit: inside('#/audit'),
    'floor-plans': inside('#/floorPlans'),
    areas: inside('#/residentialArea'),
    buildings: inside('#/building'),
    residents: inside('#/resident'),
    vehicles: inside('#/vehicle'),
    'not-found': inside('#/nowhere'),
  }
}

/** Writes the sheets of these screens, of all where none is named; they are not committed. Throws what axe found, when all are written. */
export async function contactSheets(stage: Stage, names: readonly string[]): Promise<void> {
  const { List } = await replied(stage.address, stage.token, deviceList, { PageSize: 1 })
  const screens = screensOf(List[0]?.DID ?? '')
  const unknown = names.filter((name) => !(name in screens))
  if (unknown.length > 0)
    throw new Error(`no sheet ${unknown.join(', ')}: ${Object.keys(screens).join(', ')}`)
  mkdirSync(FOLDER, { recursive: true })
  const pages = { inside: await pageOf(stage, true), outside: await pageOf(stage, false) }
  const violations: string[] = []
  for (const [name, screen] of Object.entries(screens)) {
    if (names.length > 0 && !names.includes(name)) continue
    const page = screen.isInside ? pages.inside : pages.outside
    const shots: Buffer[] = []
    for (const look of LOOKS) {
      await wear(page, look)
      await show(page, screen)
      shots.push(await page.screenshot())
      const { language, theme, viewport } = look
      const found = await axeViolations(page)
      violations.push(...found.map((it) => `${name}, ${language}, ${theme}, ${viewport.width}: ${it}`))
    }
    writeFileSync(resolve(FOLDER, `${name}.png`), await sheetOf(stage.browser, shots))
    console.log(`sheet ${name}: ${shots.length} pictures`)
  }
  for (const page of Object.values(pages)) await page.context().close()
  if (violations.length > 0) throw new Error(`axe found\n${violations.join('\n')}`)
}

async function pageOf({ browser, address }: Stage, isInside: boolean): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US', viewport: SIZES[0] })
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  if (isInside) await enterOnPage(page, address)
  else await page.goto(address)
  return page
}

/** Comes from elsewhere, so that nothing of the look before is left open. */
async function show(page: Page, { path, set }: Screen): Promise<void> {
  for (const to of ['#/nowhere', path])
    await page.evaluate((hash) => {
      location.hash = hash
    }, to)
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await page.locator('.progress[data-running="false"]').waitFor({ state: 'attached' })
  await set?.(page)
  // The network is never idle: states, alarms and video come all the time.
  await page.waitForFunction(
    () =>
      document.querySelector('.skeleton') === null &&
      [...document.images].every((it) => it.complete || it.loading === 'lazy'),
  )
}

/** All as one picture, three in a row. */
async function sheetOf(browser: Browser, shots: readonly Buffer[]): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 1700, height: 1000 } })
  try {
    const pictures = shots.map(
      (shot) => `<img height="${SHOWN_HEIGHT}" src="data:image/png;base64,${shot.toString('base64')}">`,
    )
    const rows = Array.from({ length: Math.ceil(pictures.length / SIZES.length) }, (_, row) =>
      pictures.slice(row * SIZES.length, (row + 1) * SIZES.length).join('\n'),
    )
    await page.setContent(
      `<body style="margin:8px;background:#777">${rows.map((it) => `<p style="display:flex;gap:8px;margin:0 0 8px">${it}</p>`).join('')}</body>`,
    )
    await page.waitForFunction(() => [...document.images].every((it) => it.complete))
    return await page.screenshot({ fullPage: true })
  } finally {
    await page.close()
  }
}
