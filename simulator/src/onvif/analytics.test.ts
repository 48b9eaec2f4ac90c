/** Motion that cameras detect themselves, as a program sees and sets it that knows the standard alone. */
import fc from 'fast-check'
import { Cam } from 'onvif'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lookOf, makeDevice } from '../fleet.ts'
import { MotionDetector } from '../motion-detector.ts'
import { type Simulator, startSimulator } from '../simulator.ts'
import { soap, usernameToken } from '../testing/soap.ts'
import { readMask, writeMask } from './cell-mask.ts'

const login = { username: 'admin', password: 'correct horse' }
const [CAMERA, NVR, SOLAR, DOORBELL] = [1, 3, 4, 5]
/** All of 22 × 18 cells, and none of them, as cameras are seen to write it: 49 bytes of ones and one of four, 50 of zeros. */
const [ALL, NONE] = ['0P8A8A==', 'zwA=']

let simulator: Simulator
beforeAll(async () => {
  const ports = { rtspPort: 0, onvifPort: 0, discoveryPort: 0 }
  simulator = await startSimulator({ devices: 6, ...ports, ...login })
})
afterAll(() => simulator.close())

const urlOf = (number: number, service: string) =>
  `http://127.0.0.1:${simulator.onvifPort}/onvif/${number}/${service}`

async function ask(number: number, operation: string, inner = '', channel = 1) {
  const token = `<ConfigurationToken>analytics${channel}</ConfigurationToken>`
  const body = `<${operation} xmlns="http://www.onvif.org/ver20/analytics/wsdl">${token}${inner}</${operation}>`
  return soap(urlOf(number, 'analytics_service'), body, usernameToken(login))
}

const item = (name: string, value: string | number) => `<SimpleItem Name="${name}" Value="${value}"/>`
const rule = (cells: string, { name = 'Motion', type = 'tt:CellMotionDetector', count = '1' } = {}) =>
  `<Rule Name="${name}" Type="${type}"><Parameters>${item('MinCount', count)}${item('ActiveCells', cells)}</Parameters></Rule>`

test('npm onvif is told where the analytics service is, of those that have one', async () => {
  const connected = (number: number) =>
    new Promise<Cam>((resolve, reject) => {
      const path = `/onvif/${number}/device_service`
      const at = { hostname: '127.0.0.1', port: simulator.onvifPort, path }
      const camera = new Cam({ ...at, ...login }, (error) => (error ? reject(error) : resolve(camera)))
    })
  const told = (camera: Cam) =>
    new Promise((resolve, reject) => {
      camera.getCapabilities((error, capabilities) => (error ? reject(error) : resolve(capabilities)))
    })
  expect(await told(await connected(CAMERA))).toMatchObject({
    analytics: { XAddr: urlOf(CAMERA, 'analytics_service'), ruleSupport: true },
  })
  expect(await told(await connected(SOLAR))).not.toHaveProperty('analytics')
})

test('grids differ, an NVR has no sensitivity, each of its channels rules of its own', async () => {
  const modules = async (number: number) => (await ask(number, 'GetAnalyticsModules')).text
  expect(await modules(CAMERA)).toMatch(/Name="Sensitivity" Value="50".*CellLayout Columns="22" Rows="18"/)
  expect(await modules(NVR)).toMatch(/CellLayout Columns="16" Rows="9"/)
  expect(await modules(NVR)).not.toContain('Sensitivity')
  expect(await modules(DOORBELL)).toContain('CellLayout Columns="9" Rows="7"')
  expect((await ask(SOLAR, 'GetAnalyticsModules')).status).toBe(404)
  expect((await ask(CAMERA, 'GetSupportedRules')).text).toContain('Name="tt:CellMotionDetector"')
  await ask(NVR, 'DeleteRules', '<RuleName>Motion</RuleName>', 2)
  expect((await ask(NVR, 'GetRules', '', 2)).text).not.toContain('Motion')
  expect((await ask(NVR, 'GetRules', '', 3)).text).toContain('Name="Motion"')
})

test('what is set is read back', async () => {
  const rules = async () => (await ask(CAMERA, 'GetRules')).text
  expect(await rules()).toContain(`Name="ActiveCells" Value="${ALL}"`)
  await ask(CAMERA, 'ModifyRules', rule(NONE))
  expect(await rules()).toContain(`Name="ActiveCells" Value="${NONE}"`)
  await ask(CAMERA, 'DeleteRules', '<RuleName>Motion</RuleName>')
  expect(await rules()).not.toContain('CellMotionDetector')
  await ask(CAMERA, 'CreateRules', rule(ALL, { name: 'Gate' }))
  expect(await rules()).toMatch(/Rule Name="Gate" Type="tt:CellMotionDetector"/)
  const engine = (sensitivity: string) =>
    `<AnalyticsModule Name="MotionEngine" Type="tt:CellMotionEngine"><Parameters>${item('Sensitivity', sensitivity)}</Parameters></AnalyticsModule>`
  await ask(CAMERA, 'ModifyAnalyticsModules', engine('73'))
  expect((await ask(CAMERA, 'ModifyAnalyticsModules', engine('101'))).status).toBe(400)
  expect((await ask(NVR, 'ModifyAnalyticsModules', engine('73'))).status).toBe(400)
  expect((await ask(CAMERA, 'GetAnalyticsModules')).text).toContain('Name="Sensitivity" Value="73"')
})

test.each([
  ['a mask too short', rule('/v8='), 'InvalidRule'],
  ['a mask too long', rule('ggD/'), 'InvalidRule'],
  ['no base64', rule('0P8A8A'), 'InvalidRule'],
  ['more cells to move than there are', rule('+f8=', { count: '64' }), 'InvalidRule'],
  ['another kind of rule', rule(ALL, { type: 'tt:LineDetector' }), 'InvalidRule'],
  ['a rule that is not there', rule('+f8=', { name: 'Other' }), 'RuleNotExistent'],
])('%s is refused', async (_what, wish, fault) => {
  const before = (await ask(DOORBELL, 'GetRules')).text
  const { status, text } = await ask(DOORBELL, 'ModifyRules', wish)
  expect([status, text]).toEqual([400, expect.stringContaining(`ter:${fault}`)])
  expect((await ask(DOORBELL, 'GetRules')).text).toBe(before)
})

test('without a rule nothing is told of motion any more', async () => {
  const events = 'http://www.onvif.org/ver10/events/wsdl'
  const subscribe = async (): Promise<string> => {
    const wish = `<CreatePullPointSubscription xmlns="${events}"/>`
    const { text } = await soap(urlOf(2, 'event_service'), wish, usernameToken(login))
    return /<wsa:Address>([^<]+)/.exec(text)?.[1] ?? ''
  }
  const pull = async (address: string): Promise<string> => {
    const wish = `<PullMessages xmlns="${events}"><Timeout>PT5S</Timeout></PullMessages>`
    return (await soap(address, wish, usernameToken(login))).text
  }
  const until = async (address: string, wanted: RegExp): Promise<void> => {
    while (!wanted.test(await pull(address)));
  }
  const first = await subscribe()
  await until(first, /CellMotionDetector/)
  await ask(2, 'DeleteRules', '<RuleName>Motion</RuleName>')
  await until(first, /CellMotionDetector.*PropertyOperation="Deleted"/)
  const told = await pull(await subscribe())
  expect(told).toContain('PeopleDetect')
  expect(told).not.toContain('CellMotionDetector')
})

test('what moves outside the cells of a rule is none to it', () => {
  const device = makeDevice(CAMERA, 'mixed', 'secret')
  const camera = { number: CAMERA, look: lookOf(device, 1) }
  const detector = new MotionDetector({ columns: 22, rows: 18, hasSensitivity: true })
  const among = (isMeant: (row: number) => boolean) => ({
    name: 'Motion',
    cells: Array.from({ length: detector.cellCount }, (_, at) => isMeant(Math.floor(at / 22))),
    minCount: 1,
    alarmOnDelayMs: 0,
    alarmOffDelayMs: 0,
  })
  const times = Array.from({ length: 600 }, (_, at) => at * 200)
  const seen = (isMeant: (row: number) => boolean) =>
    times.filter((timeMs) => detector.sees(among(isMeant), camera, timeMs)).length
  expect(seen(() => true)).toBeGreaterThan(0)
  // The sky over the gate.
  expect(seen((row) => row < 2)).toBe(0)
  expect(seen((row) => row >= 2)).toBe(seen(() => true))
})

test('masks are read as they were written', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 600 }), (cells) => {
      expect(readMask(writeMask(cells), cells.length)).toEqual(cells)
    }),
  )
  expect(readMask(ALL, 396)).toEqual(Array.from({ length: 396 }, () => true))
})

test('any text as a mask is read or refused', () => {
  fc.assert(
    fc.property(fc.base64String(), fc.integer({ min: 1, max: 400 }), (text, count) => {
      expect(readMask(text, count)?.length ?? count).toBe(count)
    }),
  )
})
