/**
 * The starter: the platform and, unless VEDETTE_DEMO=0, the simulator beside it, whose cameras it enrols once
 * through the same public calls that anybody uses.
 */
import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

import { makeDataFolder } from '../engines/data-folder.ts'
import { OperatorError } from '../engines/operator-error.ts'
import { greet, Ready } from '../greeting.ts'
import { type Child, startServer } from './child.ts'
import { keepEnrolled } from './demo.ts'
import { type DemoRecord, readDemo } from './record.ts'
import { choosePort } from './ports.ts'
import { readSettings, type Settings } from './settings.ts'
import { keepSimulator, type Simulator } from './simulator.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
/** The login comes last, but no camera keeps people from it for longer. */
const GREETING_LIMIT_MS = 2000

try {
  const settings = readSettings(process.env)
  await makeDataFolder(settings.dataFolder)
  await start(settings)
} catch (error) {
  if (!(error instanceof OperatorError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function start(settings: Settings): Promise<void> {
  const { wantsDemo, dataFolder } = settings
  const record = wantsDemo ? readDemo(dataFolder) : undefined
  const ports = wantsDemo ? await choosePorts(settings, record) : undefined

  const server = startServer(join(ROOT, 'server/src/main.ts'), {
    ...process.env,
    VEDETTE_DATA: dataFolder,
    ...(ports === undefined ? {} : { VEDETTE_LOOPBACK_CAMERAS: loopbackCameras(ports) }),
  })
  const simulator =
    ports === undefined
      ? undefined
      : keepSimulator(join(ROOT, 'simulator/src/main.ts'), {
          ...process.env,
          VEDETTE_SIM_DEVICES: String(settings.devices),
          VEDETTE_SIM_RTSP_PORT: String(ports.rtspPort),
          VEDETTE_SIM_ONVIF_PORT: String(ports.onvifPort),
          VEDETTE_SIM_PASSWORD:
            record?.cameraPassword ?? settings.cameraPassword ?? randomBytes(9).toString('base64url'),
        })

  let greetOnce = (): void => {}
  endTogether(server, simulator, () => greetOnce())
  // A server that ended said why, and its code becomes ours.
  const platform = await server.report(Ready)
  if (!platform) return
  if (platform.ownCertificate !== undefined)
    setDefaultCACertificates([...getCACertificates(), platform.ownCertificate])
  greetOnce = (): void => {
    greetOnce = (): void => {}
    greet(platform)
  }
  if (simulator && ports) {
    const enrolled = keepEnrolled({ settings, record, ...ports, simulated: simulator.ready, platform }).then(
      ({ isEnrolled, sentence }) => {
        if (sentence !== undefined) console.log(sentence)
        if (isEnrolled) simulator.connectTo(platform.mqttPort)
      },
    )
    await Promise.race([enrolled, setTimeout(GREETING_LIMIT_MS, undefined, { ref: false })])
  }
  greetOnce()
}

/** The operator's own cameras stand beside the simulated ones. */
function loopbackCameras({ rtspPort, onvifPort }: { rtspPort: number; onvifPort: number }): string {
  return [process.env['VEDETTE_LOOPBACK_CAMERAS'] ?? '', rtspPort, onvifPort].join(',')
}

async function choosePorts(
  settings: Settings,
  record: DemoRecord | undefined,
): Promise<{ rtspPort: number; onvifPort: number }> {
  return {
    rtspPort: await choosePort({
      variable: 'VEDETTE_SIM_RTSP_PORT',
      wanted: settings.rtspPort,
      recorded: record?.rtspPort,
      usual: 8554,
    }),
    onvifPort: await choosePort({
      variable: 'VEDETTE_SIM_ONVIF_PORT',
      wanted: settings.onvifPort,
      recorded: record?.onvifPort,
      usual: 8000,
    }),
  }
}

/** The children end with us, and we with them; the login is told even then. */
function endTogether(server: Child, simulator: Simulator | undefined, tellLogin: () => void): void {
  let isStopping = false
  const stop = (): void => {
    isStopping = true
    tellLogin()
    server.stop()
    simulator?.stop()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  // The process that started us is gone, and could not end us any more.
  process.on('disconnect', stop)
  process.channel?.unref()
  server.onExit(({ code, signal }) => {
    if (signal && !isStopping) console.error(`The platform was ended by ${signal}.`)
    process.exitCode = signal && isStopping ? 0 : code
    stop()
  })
}
