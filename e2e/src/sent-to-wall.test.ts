/** A camera that a colleague sends to a saved wall that is open elsewhere. */
import { addAccount } from '@vedette/contract/calls/account'
import { newRole } from '@vedette/contract/calls/role'
import { saveNamedWall } from '@vedette/contract/calls/wall'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { axeViolations } from './support/axe.ts'
import { launchBrowser, visit } from './support/browser.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { chooseOwn, logIn, OWN_PASSWORD, replied, typeLogIn } from './support/session.ts'
import { openWall, place, shows } from './support/wall.ts'

let platform: Platform
let browser: Browser
let token: string
let role: string

beforeAll(async () => {
  platform = await startPlatform({ VEDETTE_SIM_DEVICES: '2', VEDETTE_SIM_ROSTER: 'cameras' })
  browser = await launchBrowser()
  token = await logIn(platform.address)
  const permissions = [{ pageKey: 'realTimeVideo' }]
  const made = await replied(platform.address, token, newRole, { RoleName: 'Guard', permissions })
  role = made.id
  const Password = 'Given7-kites'
  const guard = { Account: 'guard', Name: 'Guard', Password, RoleID: role, AllRegions: true }
  await replied(platform.address, token, addAccount, guard)
  await chooseOwn(platform.address, 'guard', Password)
})

afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

/** The guard's page with the shared wall on it, by its link. */
async function guardAt(page: Page, WallID: string): Promise<void> {
  await page.goto(platform.address)
  await typeLogIn(page, 'guard', OWN_PASSWORD)
  await page.waitForURL(/#\/realTimeVideo/)
  await page.getByRole('tree').waitFor()
  await page.evaluate((id) => void (location.hash = `#/realTimeVideo?wall=${id}`), WallID)
}

test.each([
  {
    locale: 'en-US',
    name: 'Yard',
    title: 'Saved walls',
    send: /^Send /,
    received: 'admin sent',
    undo: 'Undo',
    here: 'Open here',
    stop: 'Stop receiving',
    openAt: 'Open on the screen of guard',
  },
  {
    locale: 'zh-CN',
    name: 'Pond',
    title: '已存视频墙',
    send: /^发送 /,
    received: 'admin 向此视频墙发送了',
    undo: '撤销',
    here: '已在此打开',
    stop: '停止接收',
    openAt: 'guard 已打开',
  },
])(
  '$locale: a camera is sent to a colleague’s wall, who sees who sent it and puts it back',
  async (words) => {
    const { locale } = words
    const sender = await openWall(browser, platform.address, locale)
    const [first, second] = sender.dids
    const Wall = `layout=4&chosen=0&show=${first}`
    const saved = { Name: words.name, Wall, RoleID: role }
    const { WallID } = await replied(platform.address, token, saveNamedWall, saved)
    const guard = await visit(browser, { locale })
    await guardAt(guard.page, WallID)
    await shows(guard.page, first, null, null, null)

    await sender.rows.nth(1).dblclick()
    await shows(sender.page, second, null, null, null)
    await place(sender.page, 0).click()
    await sender.page.locator('[data-tool="saved-walls"]').click()
    const dialog = sender.page.getByRole('dialog', { name: words.title })
    const row = dialog.locator('li', { hasText: words.name })
    await row.getByText(words.openAt).waitFor()
    expect(await axeViolations(sender.page)).toEqual([])
    await row.getByRole('button', { name: words.send }).click()

    await guard.page.getByText(words.received).waitFor()
    await shows(guard.page, first, second, null, null)
    await guard.page.getByRole('button', { name: words.undo }).last().click()
    await shows(guard.page, first, null, null, null)

    // Over a reload too, until the guard takes none any more.
    await guard.page.reload()
    await shows(guard.page, first, null, null, null)
    await guard.page.locator('[data-tool="saved-walls"]').click()
    const own = guard.page.getByRole('dialog', { name: words.title })
    await own.getByText(words.here).waitFor()
    await own.getByRole('button', { name: words.stop }).click()
    await own.getByText(words.here).waitFor({ state: 'detached' })
    await row.getByText(words.openAt).waitFor({ state: 'detached' })
    await guard.end()
    await sender.end()
  },
)
