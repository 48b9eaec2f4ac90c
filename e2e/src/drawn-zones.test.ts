/** Zones that are drawn on the picture, and the camera that detects motion in them, read by npm's onvif. */
import { addByAddress } from '@vedette/contract/calls/device'
import { getGroupList } from '@vedette/contract/calls/group'
import { Cam, type RequestCallback } from 'onvif'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'

import { axeViolations } from './support/axe.ts'
import { launchBrowser, visit } from './support/browser.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { enterOnPage, logIn, replied } from './support/session.ts'
import { type Simulator, startSimulator } from './support/simulator.ts'

let simulator: Simulator
let platform: Platform
let browser: Browser
let dids: string[]

beforeAll(async () => {
  simulator = await startSimulator(2, { VEDETTE_SIM_DISCOVERY_PORT: '0' })
  platform = await startPlatform({ VEDETTE_DEMO: '0' })
  browser = await launchBrowser()
  const token = await logIn(platform.address)
  const GID = (await replied(platform.address, token, getGroupList, {})).List[0]?.GID ?? ''
  const login = { Username: simulator.username, Password: simulator.password }
  dids = []
  for (const { number, onvifUrl: Url } of simulator.devices) {
    const body = { GID, DevName: `Gate ${number}`, DevType: 1, Url, ...login }
    dids.push((await replied(platform.address, token, addByAddress, body)).DID)
  }
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
  await simulator?.stop()
})

/** A camera as npm's onvif has it. */
async function outsideOf(at: number): Promise<Cam> {
  const { hostname, port, pathname: path } = new URL(simulator.devices[at]?.onvifUrl ?? '')
  const { username, password } = simulator
  return new Promise<Cam>((resolve, reject) => {
    const cam = new Cam({ hostname, port: Number(port), path, username, password }, (error) =>
      error ? reject(error) : resolve(cam),
    )
  })
}

const Item = z.object({ $: z.object({ Name: z.string(), Value: z.coerce.string() }) })
const Rule = z.object({ parameters: z.object({ simpleItem: z.array(Item) }) })
const Analysed = z.object({
  analyticsConfiguration: z.object({
    analyticsEngineConfiguration: z.object({
      analyticsModule: z.object({ parameters: z.object({ simpleItem: Item }) }),
    }),
    ruleEngineConfiguration: z.object({ rule: Rule.optional() }).or(z.string()).optional(),
  }),
})

/** The grid of the cameras. */
const [COLUMNS, ROWS] = [22, 18]

/** How a camera detects motion: its sensitivity, and each row of cells with a # for each that is watched. */
async function motionOf(at: number): Promise<{ sensitivity: string; rows: string[] | 'off' }> {
  const device = await outsideOf(at)
  const told = (done: RequestCallback<unknown>): void => device.getProfiles(done)
  const profiles = await new Promise((resolve, reject) => {
    told((error, answer) => (error ? reject(error) : resolve(answer)))
  })
  const { analyticsConfiguration } = z.tuple([Analysed], z.unknown()).parse(profiles)[0]
  const { analyticsEngineConfiguration, ruleEngineConfiguration } = analyticsConfiguration
  const sensitivity = analyticsEngineConfiguration.analyticsModule.parameters.simpleItem.$.Value
  const rule = typeof ruleEngineConfiguration === 'object' ? ruleEngineConfiguration.rule : undefined
  if (!rule) return { sensitivity, rows: 'off' }
  const mask = rule.parameters.simpleItem.find(({ $ }) => $.Name === 'ActiveCells')?.$.Value ?? ''
  const bits = [...unpacked(Buffer.from(mask, 'base64'))]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('')
  const cells = bits.replaceAll('1', '#').replaceAll('0', '.')
  return {
    sensitivity,
    rows: Array.from({ length: ROWS }, (_, row) => cells.slice(row * COLUMNS, (row + 1) * COLUMNS)),
  }
}

/** PackBits: runs and what stands between them. */
function unpacked(packed: Buffer): Buffer {
  const pieces: Buffer[] = []
  for (let at = 0; at < packed.length;) {
    const head = packed.readInt8(at)
    const plain = head >= 0 ? packed.subarray(at + 1, at + 2 + head) : Buffer.alloc(1 - head, packed[at + 1])
    pieces.push(plain)
    at += head >= 0 ? head + 2 : 2
  }
  return Buffer.concat(pieces)
}

const WATCHING = [
  {
    at: 0,
    locale: 'en-US',
    viewport: { width: 1440, height: 900 },
    theme: 'dark',
    tab: 'Alarm settings',
    own: 'by the device',
    motion: 'Motion detection',
    addZone: 'Add zone',
    corner: 'Corner 3 of zone 1',
    addRange: 'Add time range',
    sensitivity: 'Sensitivity',
    save: 'Save',
    done: 'Saved to the device',
  },
  {
    at: 1,
    locale: 'zh-CN',
    viewport: { width: 390, height: 844 },
    theme: 'light',
    tab: '报警设置',
    own: '由设备执行',
    motion: '移动侦测',
    addZone: '添加区域',
    corner: '区域 1 的顶点 3',
    addRange: '添加时间段',
    sensitivity: '灵敏度',
    save: '保存',
    done: '已保存到设备',
  },
] as const

it.each(WATCHING)(
  'a zone that is drawn is where the camera itself detects motion, in $locale',
  async (words) => {
    const { page, end } = await visit(browser, words)
    page.setDefaultTimeout(60_000)
    await enterOnPage(page, platform.address, `#/deviceConf/${dids[words.at]}`)
    await page.getByRole('tab', { name: words.tab }).click()
    await page.getByText(words.own).waitFor()
    const motion = page.getByRole('switch', { name: words.motion })
    expect(await motion.isChecked()).toBe(true)
    const save = async (): Promise<void> => {
      // Looked for beforehand: it is shown for 3 s.
      const done = page.getByText(words.done).first().waitFor()
      await page.getByRole('button', { name: words.save }).click()
      await done
      await page.getByText(words.done).waitFor({ state: 'detached' })
    }
    await page.getByRole('button', { name: words.addZone }).click()
    // From the middle of the picture to its right edge and its foot, key by key.
    const corner = page.getByRole('button', { name: words.corner })
    // A key held on a page that is busy: every step counts, whatever has been drawn by then.
    await corner.evaluate((it) => {
      const key = { key: 'ArrowRight', bubbles: true, cancelable: true }
      for (let step = 0; step < 13; step++) it.dispatchEvent(new KeyboardEvent('keydown', key))
    })
    for (let step = 0; step < 13; step++) await corner.press('ArrowDown')
    await page.getByRole('button', { name: words.addRange }).click()
    await page.getByLabel(words.sensitivity).fill('35')
    expect(await axeViolations(page)).toEqual([])
    await save()
    const { rows, sensitivity } = await motionOf(words.at)
    expect(sensitivity).toBe('35')
    expect(rows).toHaveLength(ROWS)
    // A kite from the upper left to the lower right.
    expect(rows[1]).toBe('.'.repeat(COLUMNS))
    expect(rows[5]).toBe(`.....${'#'.repeat(12)}.....`)
    expect(rows[17]).toBe(`${'.'.repeat(20)}##`)
    await motion.click()
    await save()
    expect(await motionOf(words.at)).toEqual({ sensitivity: '35', rows: 'off' })
    await page.reload()
    await page.getByRole('tab', { name: words.tab }).click()
    await corner.waitFor()
    expect(await motion.isChecked()).toBe(false)
    await end()
  },
)
