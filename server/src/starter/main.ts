/**
 * What `npm start` runs: the platform and, unless VEDETTE_DEMO=0, the simulator beside it, whose cameras it enrols once
 * through the same public calls that anybody uses.
 */
import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { startChild } from './child.ts'
import { enrol } from './enrolment.ts'
import { generatePassword } from './password.ts'
import { type DemoRecord, readDemo, writeDemo } from './record.ts'
import { simulatorOf } from './simulated.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const env = process.env
const dataFolder = resolve(env['VEDETTE_DATA'] || './data')
mkdirSync(dataFolder, { recursive: true, mode: 0o700 })

const isFirstStart = !existsSync(join(dataFolder, 'main.db')) && !env['VEDETTE_DATABASE_URL']
const wantsDemo = env['VEDETTE_DEMO'] !== '0'

let demo: DemoRecord | undefined = wantsDemo ? readDemo(dataFolder) : undefined
const given = env['VEDETTE_ADMIN_PASSWORD']
const password = given || (isFirstStart ? generatePassword() : demo?.adminPassword)
const count = Number(env['VEDETTE_SIM_DEVICES'] || '18')

const simulator = wantsDemo
  ? startChild(join(ROOT, 'simulator/src/main.ts'), {
      ...env,
      VEDETTE_SIM_DEVICES: String(count),
      ...(demo ? { VEDETTE_SIM_PASSWORD: demo.cameraPassword } : {}),
      ...(demo && !env['VEDETTE_SIM_RTSP_PORT'] ? { VEDETTE_SIM_RTSP_PORT: String(demo.rtspPort) } : {}),
    })
  : undefined
const simulated = simulator ? await simulatorOf(simulator) : undefined

if (simulated && password && !demo?.isEnrolled) {
  demo = {
    rtspPort: simulated.rtspPort,
    cameraPassword: simulated.password,
    adminPassword: password,
    isEnrolled: false,
  }
  writeDemo(dataFolder, demo)
}

const server = startChild(join(ROOT, 'server/src/main.ts'), {
  ...env,
  VEDETTE_DATA: dataFolder,
  ...(password ? { VEDETTE_ADMIN_PASSWORD: password } : {}),
  ...(simulated ? { VEDETTE_LOOPBACK_CAMERAS: String(simulated.rtspPort) } : {}),
})
endTogether()

const address = await server.message('ready', 'address')
console.log(`Vedette is at ${address}`)
if (isFirstStart && !given) {
  console.log(`First login: enterprise demo, account demo_admin, password ${password}`)
}
if (demo && simulated && !demo.isEnrolled) {
  const added = await enrol(address, demo.adminPassword ?? '', simulated)
  writeDemo(dataFolder, { rtspPort: demo.rtspPort, cameraPassword: demo.cameraPassword, isEnrolled: true })
  console.log(`${added} simulated cameras are in the company demo`)
} else if (simulated && !demo) {
  console.log(
    'The simulated cameras are not in any company: start once with VEDETTE_ADMIN_PASSWORD to add them.',
  )
} else if (simulated && demo && simulated.rtspPort !== demo.rtspPort) {
  console.log(
    `The simulated cameras were added at port ${demo.rtspPort}, which is taken; they stay offline until it is free.`,
  )
}

/** The children end with us, and we with them. */
function endTogether(): void {
  const children = simulator ? [server, simulator] : [server]
  const stop = (): void => children.forEach((child) => child.stop())
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  server.onExit((code) => {
    process.exitCode = code
    stop()
  })
  simulator?.onExit((code) => {
    if (code !== 0) console.error(`The simulator ended with ${code}; its cameras are offline.`)
  })
}
