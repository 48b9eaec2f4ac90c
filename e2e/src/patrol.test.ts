import { imageList } from '@vedette/contract/calls/album'
import { batchExitGroup } from '@vedette/contract/calls/device-edit'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { axeViolations } from './support/axe.ts'
import { launchBrowser, visit } from './support/browser.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { logIn, logInOnPage, replied } from './support/session.ts'

let platform: Platform
let browser: Browser

beforeAll(async () => {
  platform = await startPlatform({ VEDETTE_SIM_DEVICES: '6', VEDETTE_SIM_ROSTER: 'cameras' })
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

const PATIENCE = { timeout: 60_000 }

const LANGUAGES = [
  {
    locale: 'en-US',
    start: 'Start a patrol',
    begin: 'Start',
    more: 'The number of patrol devices must be greater than the number of windows.',
    interval: 'Please enter a patrol interval.',
    position: 'Please select a start position.',
    locked: 'This window is under patrol.',
    layout: 'Stop the patrol to change the layout.',
    paused: 'Paused',
    stop: 'Stop the patrol',
    confirm: 'Stop',
    gone: 'the patrol continues without it',
  },
  {
    locale: 'zh-CN',
    start: '开启轮巡',
    begin: '开始轮巡',
    more: '轮巡设备数量必须大于窗口数量。',
    interval: '请输入轮巡间隔。',
    position: '请选择起始位置。',
    locked: '该窗口正在轮巡',
    layout: '请先停止轮巡再切换分屏。',
    paused: '已暂停',
    stop: '停止轮巡',
    confirm: '停止',
    gone: '轮巡继续',
  },
] as const

const UNDER_PATROL = '.tile[data-patrol="true"][data-warming="false"]'

function onPatrol(page: Page): Promise<(string | null)[]> {
  return page
    .locator(UNDER_PATROL)
    .evaluateAll((tiles) =>
      tiles
        .toSorted((a, b) => Number(a.getAttribute('data-place')) - Number(b.getAttribute('data-place')))
        .map((tile) => tile.getAttribute('data-did')),
    )
}

/** How far the windows of a column are apart, px, while others are warmed; undefined while none are. */
function gapsWhileWarming(page: Page): Promise<number[] | undefined> {
  return page.evaluate((selector) => {
    if (!document.querySelector('.tile[data-warming="true"][data-state="live"]')) return undefined
    const boxes = [...document.querySelectorAll(selector)].map((tile) => tile.getBoundingClientRect())
    const sorted = boxes.toSorted((a, b) => a.top - b.top)
    return sorted.slice(1).map(({ top }, at) => Math.round(top - (sorted[at]?.bottom ?? 0)))
  }, UNDER_PATROL)
}

/** The states in which windows under patrol came into sight; runs until the page is left. */
async function watchTurns(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate((selector) => {
    const [seen, known]: [string[], Set<Element>] = [[], new Set(document.querySelectorAll(selector))]
    Object.assign(globalThis, { turnsSeen: seen })
    new MutationObserver(() => {
      const inSight = new Set(document.querySelectorAll(selector))
      for (const tile of inSight) if (!known.has(tile)) seen.push(tile.getAttribute('data-state') ?? '')
      known.clear()
      for (const tile of inSight) known.add(tile)
    }).observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['data-warming'],
    })
  }, UNDER_PATROL)
  return () => page.evaluate(() => [...(Reflect.get(globalThis, 'turnsSeen') as string[])])
}

for (const words of LANGUAGES) {
  const { locale } = words

  test(`${locale}: a patrol from its dialog to its end, with the keyboard`, async () => {
    const { page, end } = await visit(browser, { locale })
    await logInOnPage(page, platform.address)
    const rows = page.locator('.device-tree [role="treeitem"][data-did]')
    const first = (await rows.nth(0).getAttribute('data-did')) ?? ''
    await rows.nth(0).dblclick()
    await page.locator(`.tile[data-did="${first}"][data-state="live"]`).waitFor()
    await page.locator('[data-place="0"]').focus()

    // All that is wrong is said at once.
    await page.keyboard.press('t')
    const dialog = page.getByRole('dialog', { name: words.start })
    await dialog.locator('[name="interval"]').fill('')
    await dialog.locator('[name="position"]').fill('')
    await page.keyboard.press('Enter')
    for (const said of [words.more, words.interval, words.position]) await dialog.getByText(said).waitFor()
    expect(await axeViolations(page)).toEqual([])

    // The whole company, from the second window on.
    await dialog.getByRole('tree').focus()
    await page.keyboard.press('Home')
    await page.keyboard.press(' ')
    await dialog.locator('[name="interval"]').fill('6')
    await dialog.locator('[name="position"]').fill('2')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => page.locator(`${UNDER_PATROL}[data-state="live"]`).count(), PATIENCE).toBe(3)
    expect(await page.locator(`.tile[data-patrol="false"][data-did="${first}"]`).count()).toBe(1)
    expect(await page.locator(`${UNDER_PATROL} .tile-lock`).count()).toBe(3)
    expect(await axeViolations(page)).toEqual([])

    // Everybody's turn comes, and with a picture.
    const states = await watchTurns(page)
    const seen = new Set<string | null>()
    await expect
      .poll(async () => {
        for (const did of await onPatrol(page)) seen.add(did)
        return seen.size
      }, PATIENCE)
      .toBe(await rows.count())
    expect(new Set(await states())).toEqual(new Set(['live']))

    // Paused, on and back.
    await page.locator('[data-place="0"]').focus()
    await page.keyboard.press('k')
    await page.getByText(words.paused).waitFor()
    const held = await onPatrol(page)
    await page.keyboard.press('l')
    await expect.poll(() => onPatrol(page), PATIENCE).not.toEqual(held)
    await page.keyboard.press('j')
    await expect.poll(() => onPatrol(page), PATIENCE).toEqual(held)

    // What is under patrol is not used otherwise.
    await rows.nth(5).dragTo(page.locator('[data-place="2"]'))
    await page.getByText(words.locked).waitFor()
    await page.keyboard.press('Alt+9')
    await page.getByText(words.layout).waitFor()
    expect(await onPatrol(page)).toEqual(held)

    // A question before it stops; the wall comes back as it was.
    await page.locator('[data-place="0"]').focus()
    await page.keyboard.press('t')
    const question = page.getByRole('dialog', { name: words.stop })
    await question.waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    expect(await onPatrol(page)).toEqual(held)
    await page.keyboard.press('t')
    await question.getByRole('button', { name: words.confirm, exact: true }).press('Enter')
    await page.locator('.tile[data-patrol="true"]').first().waitFor({ state: 'detached' })
    expect(
      await page.locator('.tile').evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute('data-did'))),
    ).toEqual([first, null, null, null])
    await end()
  })
}

test('a camera that is deleted in its turn is taken out, and the patrol goes on: with the mouse', async () => {
  const [words] = LANGUAGES
  const { page, end } = await visit(browser)
  await logInOnPage(page, platform.address)
  await page.locator('[data-tool="patrol"]').click()
  const dialog = page.getByRole('dialog', { name: words.start })
  // Which camera that is, before it is ticked.
  await dialog.getByRole('searchbox').fill('Main gate 01')
  await dialog.getByRole('treeitem', { name: 'Main gate 01' }).hover()
  await page.locator('.camera-card').waitFor()
  await dialog.getByRole('searchbox').fill('')
  await dialog.getByRole('treeitem').first().click()
  await dialog.locator('[name="interval"]').fill('6')
  await dialog.getByRole('button', { name: words.begin, exact: true }).click()
  await expect.poll(() => page.locator(`${UNDER_PATROL}[data-state="live"]`).count(), PATIENCE).toBe(4)
  const [DID = ''] = (await onPatrol(page)).flatMap((did) => did ?? [])
  const states = await watchTurns(page)
  await replied(platform.address, await logIn(platform.address), batchExitGroup, { DIDs: [DID] })
  // The page hears of it, and does not wait for its next turn.
  await page.locator(`.device-tree [data-did="${DID}"]`).waitFor({ state: 'detached' })
  await page.getByText(words.gone).first().waitFor({ timeout: 60_000 })
  // A whole round without it.
  const seen = new Set<string | null>()
  await expect
    .poll(async () => {
      for (const did of await onPatrol(page)) seen.add(did)
      return seen.size
    }, PATIENCE)
    .toBe(5)
  expect(seen.has(DID)).toBe(false)
  expect(new Set(await states())).toEqual(new Set(['live']))

  // On a phone held upright one picture follows on the other, also while the next ones are warmed.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => gapsWhileWarming(page), PATIENCE).toEqual([8, 8, 8])
  // Its buttons stand side by side in sight.
  const edges = await page
    .locator('.patrol-bar .live-tool')
    .evaluateAll((tools) =>
      tools.map((it) => it.getBoundingClientRect()).flatMap((it) => [it.left, it.right]),
    )
  expect(edges).toHaveLength(8)
  expect(edges).toEqual(edges.toSorted((a, b) => a - b))
  expect(edges.at(-1)).toBeLessThanOrEqual(390)
  await end(/6004|Failed to load resource/)
})

test('a tour is saved, begins by its schedule, is taken over by hand and deleted', async () => {
  const { page, end } = await visit(browser)
  await logInOnPage(page, platform.address)
  await page.keyboard.press('t')
  const dialog = page.getByRole('dialog', { name: 'Start a patrol' })
  await dialog.getByRole('treeitem').first().click()
  await dialog.locator('[name="interval"]').fill('7')
  await dialog.getByText('Save as a tour').click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Night round')
  await dialog.getByRole('checkbox', { name: 'Share with my role' }).check()
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'])
    await dialog.getByRole('checkbox', { name: day }).check()
  // Whole days, whenever this is.
  await dialog.getByRole('textbox', { name: 'From (HH:MM)' }).fill('00:00')
  await dialog.getByRole('textbox', { name: 'To (HH:MM)' }).fill('0')
  await page.keyboard.press('Enter')
  await dialog.getByText('Enter a time such as 22:00').waitFor()
  await dialog.getByRole('textbox', { name: 'To (HH:MM)' }).fill('00:00')
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByText('Tour saved: Night round').waitFor()
  await page.keyboard.press('Escape')

  await page.getByText('Scheduled patrol started: Night round').waitFor(PATIENCE)
  const runs = async () => {
    await expect.poll(() => page.locator(`${UNDER_PATROL}[data-state="live"]`).count(), PATIENCE).toBe(4)
  }
  await runs()

  // What the keys do, they do with the cameras in sight.
  await page.keyboard.press('k')
  await page.getByText('Paused').waitFor()
  const held = await onPatrol(page)
  await page.keyboard.press('s')
  const token = await logIn(platform.address)
  const album = async () => (await replied(platform.address, token, imageList, {})).List
  await expect.poll(async () => (await album()).map(({ DID }) => DID), PATIENCE).toEqual(held.slice(0, 1))
  await page.keyboard.press('m')
  await page.getByText('This window is under patrol.').waitFor()
  await page.keyboard.press('h')
  await page.locator('.replay').waitFor()
  expect(new URLSearchParams(page.url().split('?')[1]).get('show')).toBe(held.join())

  // It goes on after a look elsewhere, and not once somebody has stopped it.
  await page.goBack()
  await runs()
  await page.locator('[data-tool="patrol-stop"]').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop', exact: true }).click()
  await page.locator('.tile[data-patrol="true"]').first().waitFor({ state: 'detached' })
  await page.goForward()
  await page.locator('.replay').waitFor()
  await page.goBack()
  await page.locator('.device-tree [role="treeitem"][data-did]').first().waitFor()

  await page.locator('[data-tool="patrol"]').click()
  await dialog.getByRole('combobox', { name: 'Saved tour' }).selectOption('Night round')
  expect(await dialog.locator('[name="interval"]').inputValue()).toBe('7')
  await dialog.getByRole('button', { name: 'Delete Night round' }).click()
  await dialog.getByText('Tour deleted: Night round').waitFor()
  await dialog.getByRole('button', { name: 'Start', exact: true }).click()
  await expect.poll(() => page.locator(UNDER_PATROL).count(), PATIENCE).toBe(4)
  await end()
})
