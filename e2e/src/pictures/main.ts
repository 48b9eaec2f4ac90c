/**
 * Takes the pictures of docs/ anew: `npm run pictures`, or `npm run pictures -- NAME…` for some of them.
 * `npm run pictures -- sheets [SCREEN…]` makes contact sheets of every screen in each language, theme and size instead.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { launchBrowser } from '../support/browser.ts'
import { layCable } from '../support/cable.ts'
import { freePort } from '../support/free-port.ts'
import { startGstreamer } from '../support/gstreamer.ts'
import { startPlatform } from '../support/platform.ts'
import { logIn } from '../support/session.ts'
import { pages } from './pages.ts'
import { contactSheets } from './sheets.ts'
import type { Scene, Stage } from './stage.ts'
import { wall } from './wall.ts'
import { webp } from './webp.ts'

const FOLDER = resolve(import.meta.dirname, '../../../docs/pictures')
const SCENES: Readonly<Record<string, Scene>> = { ...pages, ...wall }
const LOGIN = { username: 'viewer', password: 'Lens9-cap' }
const CONTROL_TOKEN = 'pictures'

const names = process.argv.slice(2)
const isSheets = names[0] === 'sheets'
const unknown = isSheets ? [] : names.filter((name) => !(name in SCENES))
if (unknown.length > 0) throw new Error(`no picture ${unknown.join(', ')}: ${Object.keys(SCENES).join(', ')}`)

/** A console that has every page, in a folder of its own. */
function withCommunity(): NodeJS.ProcessEnv {
  const VEDETTE_CONSOLE = mkdtempSync(join(tmpdir(), 'vedette-sheets-'))
  process.once('exit', () => rmSync(VEDETTE_CONSOLE, { recursive: true }))
  return { VEDETTE_VARIANTS: 'community,telecom', VITE_COMMUNITY: '1', VEDETTE_CONSOLE }
}

const controlPort = await freePort()
const gstreamer = await startGstreamer({ login: LOGIN })
const platform = await startPlatform({
  VEDETTE_SIM_DEVICES: '18',
  ...(isSheets ? withCommunity() : {}),
  // A window that can't play what its camera sends is one of the pictures.
  VEDETTE_TRANSCODINGS: '0',
  VEDETTE_SIM_CONTROL_PORT: String(controlPort),
  VEDETTE_SIM_CONTROL_TOKEN: CONTROL_TOKEN,
})
const cable = await layCable(platform.address)
const browser = await launchBrowser()
try {
  const stage: Stage = {
    browser,
    cable,
    address: cable.address,
    token: await logIn(platform.address),
    foreign: { url: (path) => gstreamer.url(path), ...LOGIN },
    simulator: async (command) => {
      const response = await fetch(`http://127.0.0.1:${controlPort}/control`, {
        method: 'POST',
        headers: { authorization: `Bearer ${CONTROL_TOKEN}` },
        body: JSON.stringify(command),
      })
      if (!response.ok) throw new Error(`the simulator refused: ${await response.text()}`)
    },
  }
  if (isSheets) await contactSheets(stage, names.slice(1))
  // In their own order, whatever the order of the names: some scenes leave cameras away.
  for (const [name, scene] of Object.entries(isSheets ? {} : SCENES)) {
    if (names.length > 0 && !names.includes(name)) continue
    const picture = await webp(browser, await scene(stage))
    writeFileSync(resolve(FOLDER, `${name}.webp`), picture)
    console.log(`${name}: ${Math.round(picture.length / 1000)} KB`)
  }
} finally {
  await browser.close()
  await cable.close()
  await platform.stop()
  await gstreamer.stop()
}
