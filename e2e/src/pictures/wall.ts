/** The wall, and every state that one of its windows can be in. */
import { createHash } from 'node:crypto'

import { addByAddress, deviceList } from '@vedette/contract/calls/device'
import { getGroupList } from '@vedette/contract/calls/group'
import { beginFirmware, sendFirmware, upgradeDevices } from '@vedette/contract/calls/upgrade'
import type { Locator, Page } from 'playwright-core'

import { ask } from '../support/session.ts'
import { inside, type Scene, type Stage } from './stage.ts'

/** Rows of the tree that play something: a recorder opens to its channels instead. */
function playable(page: Page): Locator {
  return page.locator('[role=treeitem][data-did]:not([aria-expanded])')
}

/** The tree's so many-th camera, in the next free window. */
export async function play(page: Page, index: number): Promise<void> {
  await playable(page).nth(index).dblclick()
}

/** So many windows are live, and their captions have figures. */
export async function liveWindows(page: Page, count: number): Promise<void> {
  await page
    .locator('.tile[data-state="live"][data-age-ms]')
    .nth(count - 1)
    .waitFor()
}

async function playNamed(page: Page, name: string): Promise<Locator> {
  const row = page.getByRole('treeitem', { name })
  const did = await row.getAttribute('data-did')
  await row.dblclick()
  return page.locator(`.tile[data-did="${did}"]`)
}

async function reaches(tile: Locator, state: string, words = ''): Promise<void> {
  await tile
    .and(tile.page().locator(`[data-state="${state}"]`))
    .filter({ hasText: words })
    .waitFor()
}

async function addForeign(stage: Stage, DevName: string, Url: string, Password: string): Promise<void> {
  const { address, token, foreign } = stage
  const groups = getGroupList.reply.parse((await ask(address, token, getGroupList, {})).BODY)
  const GID = groups.List[0]?.GID ?? ''
  const added = await ask(address, token, addByAddress, {
    GID,
    DevName,
    DevType: 1,
    Url,
    Username: foreign.username,
    Password,
  })
  if (added.CODE !== '200') throw new Error(`${DevName} was not added: ${JSON.stringify(added)}`)
}

/** The camera takes a firmware and is away until it is told to be back. */
async function beginUpgrade({ address, token }: Stage, name: string, model: string): Promise<void> {
  const { List } = deviceList.reply.parse((await ask(address, token, deviceList, { Keyword: name })).BODY)
  const file = Buffer.from(`vedette-simulator-firmware model=${model} version=2.0.0\n`)
  const of = { Model: model, Version: '2.0.0' }
  const Sha256 = createHash('sha256').update(file).digest('hex')
  await ask(address, token, beginFirmware, { ...of, FileName: 'new.bin', Bytes: file.length, Sha256 })
  await ask(address, token, sendFirmware, { ...of, Offset: 0, Data: file.toString('base64') })
  const begun = await ask(address, token, upgradeDevices, { DIDs: [List[0]?.DID ?? ''] })
  if (begun.CODE !== '200') throw new Error(`no upgrade: ${JSON.stringify(begun)}`)
}

/** Nine windows, no two for the same reason. */
async function setStates(page: Page, stage: Stage): Promise<void> {
  const { cable, foreign, simulator } = stage
  await addForeign(stage, 'Door 21, H.265', foreign.url('/h265'), foreign.password)
  await addForeign(stage, 'Door 22, refused', foreign.url('/h264'), 'not-the-password')
  await addForeign(stage, 'Door 23, nobody', 'rtsp://127.0.0.1:9/none', foreign.password)
  await page.keyboard.press('Alt+9')
  await playNamed(page, 'Car park 10')
  const sleeping = await playNamed(page, 'Car park 04')
  const upgrading = await playNamed(page, 'North drive 08')
  const reconnecting = await playNamed(page, 'Corridor 05')
  const stalled = await playNamed(page, 'Main gate 07')
  await liveWindows(page, 5)
  await reaches(await playNamed(page, 'Door 21'), 'failed')
  await reaches(await playNamed(page, 'Door 22'), 'failed')
  await reaches(await playNamed(page, 'Door 23'), 'offline')
  await simulator({ type: 'state', device: 7, state: 'frozen' })
  await beginUpgrade(stage, 'North drive 08', 'VB-050')
  await reaches(upgrading, 'upgrading')
  await simulator({ type: 'state', device: 8, state: 'upgrading' })
  await reaches(stalled, 'offline')
  await simulator({ type: 'state', device: 5, state: 'offline' })
  await reaches(reconnecting, 'reconnecting', '(2)')
  await page.locator('[data-place="8"]').click()
  // A camera that is watched is woken in a moment, which the page is not to hear.
  await simulator({ type: 'state', device: 4, state: 'asleep' })
  await reaches(sleeping, 'sleeping')
  cable.hold()
}

/** Whatever a window says, its reason among it, is drawn in full. */
async function isSaid(tile: Locator): Promise<void> {
  const why = await tile.locator('.tile-why').elementHandle()
  await tile.page().waitForFunction((it) => it && getComputedStyle(it).opacity === '1', why)
}

export const wall: Readonly<Record<string, Scene>> = {
  live: inside({}, async (page) => {
    await page.keyboard.press('Alt+9')
    for (let window = 0; window < 9; window++) await play(page, window)
    await liveWindows(page, 9)
  }),
  eight: inside({}, async (page) => {
    await page.keyboard.press('Alt+8')
    for (let window = 0; window < 8; window++) await play(page, window)
    await liveWindows(page, 8)
  }),
  recorder: inside({}, async (page) => {
    await page.getByRole('treeitem', { name: 'Loading bay 03' }).dblclick()
    const channels = page.locator('[role=treeitem][data-channel]')
    for (let channel = 0; channel < 4; channel++) await channels.nth(channel).dblclick()
    await liveWindows(page, 4)
  }),
  'cannot-play': inside({}, async (page, stage) => {
    const { foreign } = stage
    await addForeign(stage, 'Yard 31, MJPEG', foreign.url('/mjpeg'), foreign.password)
    await addForeign(stage, 'Yard 32, H.265', foreign.url('/h265'), foreign.password)
    await addForeign(stage, 'Yard 33, no stream', foreign.url('/nowhere'), foreign.password)
    for (const name of ['Yard 31', 'Yard 32', 'Yard 33']) await reaches(await playNamed(page, name), 'failed')
    // The same as when somebody of another region sent the address of his wall.
    await page.evaluate(() => {
      location.hash += ',ELSEWHERE-0007'
    })
    await reaches(page.locator('[data-did="ELSEWHERE-0007"]'), 'failed')
  }),
  switching: inside({}, async (page, { cable }) => {
    for (let window = 0; window < 4; window++) await play(page, window)
    await liveWindows(page, 4)
    cable.hold()
    try {
      await page.locator('[data-place="0"]').dblclick()
      const tile = page.locator('.tile')
      await reaches(tile, 'switching')
      await isSaid(tile)
    } finally {
      cable.letGo()
    }
  }),
  lost: inside({}, async (page, { cable }) => {
    for (let window = 0; window < 4; window++) await play(page, window)
    await liveWindows(page, 4)
    cable.pull()
    try {
      const lost = page.locator('.tile[data-reason="serverLost"]', { hasText: '(3)' })
      await lost.nth(3).waitFor()
    } finally {
      cable.plugIn()
    }
  }),
  offline: inside({ locale: 'zh-CN' }, async (page) => {
    for (let window = 0; window < 4; window++) await play(page, window)
    await liveWindows(page, 4)
    await page.context().setOffline(true)
    await page.getByText('网络异常').waitFor()
  }),
  // The last one, for it leaves cameras away.
  states: inside({}, setStates),
}
