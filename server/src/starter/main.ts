/**
 * What `npm start` runs: the platform and, unless VEDETTE_DEMO=0, the simulator beside it, whose cameras it enrols once
 * through the same public calls that anybody uses.
 */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { greet, Ready } from '../greeting.ts'
import { startBeside, startServer } from './child.ts'
import { enrol } from './enrolment.ts'
import { type DemoRecord, readDemo, writeDemo } from './record.ts'
import { Simulated } from './simulated.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const env = process.env
const dataFolder = resolve(env['VEDETTE_DATA'] || './data')
mkdirSync(dataFolder, { recursive: true, mode: 0o700 })

const wantsDemo = env['VEDETTE_DEMO'] !== '0'
const demo: DemoRecord | undefined = wantsDemo ? readDemo(dataFolder) : undefined

const simulator = wantsDemo
  ? startBeside(join(ROOT, 'simulator/src/main.ts'), {
      ...env,
      VEDETTE_SIM_DEVICES: env['VEDETTE_SIM_DEVICES'] || '18',
      ...(demo ? { VEDETTE_SIM_PASSWORD: demo.cameraPassword } : {}),
      ...(demo && !env['VEDETTE_SIM_RTSP_PORT'] ? { VEDETTE_SIM_RTSP_PORT: String(demo.rtspPort) } : {}),
    })
  : undefined
const simulated = await simulator?.report(Simulated)

const server = startServer(join(ROOT, 'server/src/main.ts'), {
  ...env,
  VEDETTE_DATA: dataFolder,
  ...(simulated ? { VEDETTE_LOOPBACK_CAMERAS: String(simulated.rtspPort) } : {}),
})
endTogether()

// A server that ended said why, and its code becomes ours.
const ready = await server.report(Ready)
if (ready) {
  greet(ready)
  if (simulated) await keepEnrolled(simulated, ready)
}

async function keepEnrolled(cameras: Simulated, { address, firstPassword }: Ready): Promise<void> {
  if (demo?.isEnrolled) {
    if (cameras.rtspPort !== demo.rtspPort)
      console.log(
        `The simulated cameras were added at port ${demo.rtspPort}, which is taken; they stay offline until it is free.`,
      )
    return
  }
  const password = env['VEDETTE_ADMIN_PASSWORD'] || firstPassword || demo?.adminPassword
  if (!password) {
    console.log(
      'The simulated cameras are not in any company: start once with VEDETTE_ADMIN_PASSWORD to add them.',
    )
    return
  }
  const record = { rtspPort: cameras.rtspPort, cameraPassword: cameras.password }
  writeDemo(dataFolder, { ...record, adminPassword: password, isEnrolled: false })
  try {
    const added = await enrol(address, password, cameras)
    writeDemo(dataFolder, { ...record, isEnrolled: true })
    console.log(`${added} simulated cameras are in the company demo`)
  } catch (error) {
    // The platform serves without them; the next start tries again.
    console.error(`The simulated cameras could not be added: ${String(error)}`)
  }
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
