import { isRoster } from './fleet.ts'
import { type Simulator, type SimulatorOptions, startSimulator } from './simulator.ts'

/**
 * The simulator as a process. Standard output gets one line of JSON; a parent that gave an IPC channel gets
 * `{type:'ready', rtspPort, onvifPort, username, password, devices, cameras}` and may send the commands of
 * simulator/README.md with an `id`, which are answered by `{type:'done', id, ok, …}`. The process ends with its parent, on SIGINT and on SIGTERM.
 */

function optionsFromEnvironment(env: NodeJS.ProcessEnv): SimulatorOptions {
  const numbers = {
    devices: wholeNumber('VEDETTE_SIM_DEVICES', env),
    fps: wholeNumber('VEDETTE_SIM_FPS', env),
    gopFrames: wholeNumber('VEDETTE_SIM_GOP', env),
    rtspPort: wholeNumber('VEDETTE_SIM_RTSP_PORT', env),
    onvifPort: wholeNumber('VEDETTE_SIM_ONVIF_PORT', env),
    controlPort: wholeNumber('VEDETTE_SIM_CONTROL_PORT', env),
    mqttPort: wholeNumber('VEDETTE_SIM_MQTT_PORT', env),
    discoveryPort: wholeNumber('VEDETTE_SIM_DISCOVERY_PORT', env),
  }
  const roster = env['VEDETTE_SIM_ROSTER'] ?? 'mixed'
  if (!isRoster(roster)) throw new RangeError(`VEDETTE_SIM_ROSTER is no roster: ${roster.slice(0, 20)}`)
  const password = env['VEDETTE_SIM_PASSWORD']
  const controlToken = env['VEDETTE_SIM_CONTROL_TOKEN']
  const host = env['VEDETTE_SIM_HOST']
  return {
    ...given(numbers),
    roster,
    ...(controlToken === undefined || controlToken === '' ? {} : { controlToken }),
    ...(host === undefined || host === '' ? {} : { host }),
    ...(password === undefined || password === '' ? {} : { password }),
    log: (line) => console.error(`simulator: ${line}`),
  }
}

/** What is not undefined. */
function given<Name extends string>(values: Record<Name, number | undefined>): Partial<Record<Name, number>> {
  const found: Partial<Record<Name, number>> = {}
  for (const name in values) {
    const value = values[name]
    if (value !== undefined) found[name] = value
  }
  return found
}

function wholeNumber(name: string, env: NodeJS.ProcessEnv): number | undefined {
  const text = env[name]
  if (text === undefined || text === '') return undefined
  if (!/^\d{1,5}$/.test(text)) throw new RangeError(`${name} is not a whole number: ${text.slice(0, 20)}`)
  return Number(text)
}

/** Does what the parent asks and answers it; what is no command is ignored. */
function obeyParent(simulator: Simulator, message: unknown) {
  if (typeof message !== 'object' || message === null || !('type' in message)) return
  const { id, ...command } = { id: undefined, ...message }
  process.send?.({ type: 'done', id, ...simulator.control.obey(command) })
}

const simulator = await startSimulator(optionsFromEnvironment(process.env))
const { rtspPort, onvifPort, username, password, devices, cameras } = simulator

// Who knows a licence may add the device.
const printed = devices.map(({ number, type, name, did, onvifUrl }) => ({
  number,
  type,
  name,
  did,
  onvifUrl,
}))
console.log(JSON.stringify({ rtspPort, onvifPort, username, devices: printed, cameras }))
console.log(
  `${cameras.length} cameras at rtsp://127.0.0.1:${rtspPort}/cam/<1…${cameras.length}>/<main|sub>, user ${username}`,
)

async function end() {
  await simulator.close()
  process.exit(0)
}
process.once('SIGINT', () => void end())
process.once('SIGTERM', () => void end())

if (process.send !== undefined) {
  const { url, token } = simulator.control
  process.send({
    type: 'ready',
    rtspPort,
    onvifPort,
    username,
    password,
    control: { url, token },
    devices,
    cameras,
  })
  process.on('message', (message) => obeyParent(simulator, message))
  process.once('disconnect', () => void end())
} else if (process.env['VEDETTE_SIM_PASSWORD'] === undefined) {
  // Nobody else could tell the person at the terminal.
  console.log(`password, for this start: ${password}`)
  console.log(`control: ${simulator.control.url}, token ${simulator.control.token}`)
}
