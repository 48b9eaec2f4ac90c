import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'

import { getMotion, setMotion } from './analytics.ts'
import { MOST_CELLS, readCells, writeCells } from './cells.ts'
import { OnvifClient } from './client.ts'
import { outcomeOf } from './fault.ts'
import {
  type Answers,
  PASSWORD,
  type ScriptedDevice,
  scriptedDevice,
  USERNAME,
} from './testing/scripted-device.ts'
import { childrenOf, type XmlElement } from './xml.ts'

let device: ScriptedDevice | undefined
afterEach(async () => {
  await device?.close()
  device = undefined
})

const ANALYTICS =
  '<Service><Namespace>http://www.onvif.org/ver10/media/wsdl</Namespace><XAddr>http://10.0.0.9/m</XAddr></Service>' +
  '<Service><Namespace>http://www.onvif.org/ver20/analytics/wsdl</Namespace><XAddr>http://10.0.0.9/a</XAddr></Service>'
const layout = (columns: string, rows: string) =>
  `<ElementItem Name="Layout"><CellLayout Columns="${columns}" Rows="${rows}"><Transformation>` +
  '<Translate x="-1" y="-1"/><Scale x="0.090909" y="0.111111"/></Transformation></CellLayout></ElementItem>'
const engine = (columns = '22', rows = '18') =>
  '<AnalyticsModule Name="MyCellMotionModule" Type="tt:CellMotionEngine"><Parameters>' +
  `<SimpleItem Name="Sensitivity" Value="60"/>${layout(columns, rows)}</Parameters></AnalyticsModule>`
const rule = (cells: string, name = 'MyMotionDetectorRule') =>
  `<Rule Name="${name}" Type="tt:CellMotionDetector"><Parameters><SimpleItem Name="MinCount" Value="5"/>` +
  `<SimpleItem Name="AlarmOnDelay" Value="1000"/><SimpleItem Name="ActiveCells" Value="${cells}"/></Parameters></Rule>`
const TAMPER = '<Rule Name="Tamper" Type="tt:TamperDetector"><Parameters/></Rule>'
/** All of 22 × 18 cells and none of them, as cameras are seen to write it. */
const [ALL, NONE] = ['0P8A8A==', 'zwA=']

async function clientOf(answers: Answers): Promise<OnvifClient> {
  device = await scriptedDevice({ answers: { GetServices: ANALYTICS, ...answers } })
  const target = { url: device.url, connectHost: '127.0.0.1', username: USERNAME, password: PASSWORD }
  const client = new OnvifClient({ ...target, tls: 'any' }, { deadlineMs: 20_000 })
  await client.open()
  return client
}

/** A device that says what it has, and what it was asked to change. */
async function settable(rules: string, modules = engine()) {
  const heard: { action: string; request: XmlElement }[] = []
  const hear = (action: string) => (request: XmlElement) => {
    heard.push({ action, request })
    return ''
  }
  const actions = ['ModifyAnalyticsModules', 'CreateRules', 'ModifyRules', 'DeleteRules']
  const client = await clientOf({
    GetAnalyticsModules: modules,
    GetRules: rules,
    ...Object.fromEntries(actions.map((action) => [action, hear(action)])),
  })
  return { client, heard }
}

const itemsOf = (request: XmlElement | undefined, element: string) =>
  Object.fromEntries(
    childrenOf(childrenOf(childrenOf(request, element)[0], 'Parameters')[0], 'SimpleItem').map((it) => [
      it.attributes.get('Name'),
      it.attributes.get('Value'),
    ]),
  )

describe("a device's own detection of motion", () => {
  it('is read as cameras write it', async () => {
    const { client } = await settable(TAMPER + rule(ALL))
    const { isOn, sensitivity, cells } = await getMotion(client, 'VA1')
    expect({ isOn, sensitivity, columns: cells.columns, rows: cells.rows }).toEqual({
      isOn: true,
      sensitivity: 60,
      columns: 22,
      rows: 18,
    })
    expect(cells.isActive).toEqual(Array.from({ length: 396 }, () => true))
  })

  it('is off without a rule of motion, and watches what several rules watch together', async () => {
    const { client } = await settable(TAMPER)
    expect((await getMotion(client, 'VA1')).isOn).toBe(false)
    await device?.close()
    const both = await settable(rule('AP/QAA==', 'Left') + rule('0AAA8A==', 'Right'))
    const { isActive } = (await getMotion(both.client, 'VA1')).cells
    expect(isActive.flatMap((is, at) => (is ? [at] : []))).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 392, 393, 394, 395,
    ])
  })

  it('is written where it differs, with all that the device had beside it', async () => {
    const { client, heard } = await settable(rule(ALL) + rule(NONE, 'Second'))
    const { cells } = await getMotion(client, 'VA1')
    const corner = { ...cells, isActive: cells.isActive.map((_is, at) => at < 2) }
    await setMotion(client, 'VA1', { isOn: true, sensitivity: 85, cells: corner })
    expect(heard.map(({ action }) => action)).toEqual([
      'ModifyAnalyticsModules',
      'DeleteRules',
      'ModifyRules',
    ])
    const [module, , changed] = heard.map(({ request }) => request)
    expect(itemsOf(module, 'AnalyticsModule')).toEqual({ Sensitivity: '85' })
    expect(JSON.stringify(module, (_key, it: unknown) => (it instanceof Map ? [...it] : it))).toContain(
      '0.090909',
    )
    // Two cells can't hold the five that it wanted to see moving.
    expect(itemsOf(changed, 'Rule')).toEqual({ MinCount: '2', AlarmOnDelay: '1000', ActiveCells: 'AMDQAA==' })
  })

  it('is not written where it is as it should be', async () => {
    const { client, heard } = await settable(rule(ALL))
    await setMotion(client, 'VA1', await getMotion(client, 'VA1'))
    expect(heard).toEqual([])
  })

  it('is switched on by a rule and off without any', async () => {
    const off = await settable(TAMPER)
    const { cells } = await getMotion(off.client, 'VA1')
    const everywhere = { ...cells, isActive: cells.isActive.map(() => true) }
    await setMotion(off.client, 'VA1', { isOn: true, sensitivity: 60, cells: everywhere })
    expect(off.heard.map(({ action }) => action)).toEqual(['CreateRules'])
    expect(itemsOf(off.heard[0]?.request, 'Rule')).toMatchObject({ MinCount: '4', ActiveCells: ALL })
    await device?.close()
    const on = await settable(TAMPER + rule(ALL) + rule(ALL, 'Second'))
    await setMotion(on.client, 'VA1', { isOn: false, sensitivity: 60, cells: everywhere })
    const [request] = on.heard.map((it) => it.request)
    expect(childrenOf(request, 'RuleName').map(({ text }) => text)).toEqual([
      'MyMotionDetectorRule',
      'Second',
    ])
  })

  it('is none where the device has no engine for it', async () => {
    const client = await clientOf({ GetAnalyticsModules: '', GetRules: '' })
    expect(await outcomeOf(getMotion(client, 'VA1'))).toMatchObject({ ok: false, reason: 'notSupported' })
  })

  it.each([
    ['a grid without end', engine('9999', '9999'), rule(ALL)],
    ['a grid of nothing', engine('0', '18'), rule(ALL)],
    ['a grid that is no number', engine('22', '1e3'), rule(ALL)],
    ['a mask too short', engine(), rule('0AA=')],
    ['a mask too long', engine(), rule('0P8B8PA=')],
    ['a mask that goes on for ever', engine(), rule('gQD/'.repeat(1000))],
    ['a mask that ends within a run', engine(), rule('0A==')],
    ['no base64', engine(), rule('0P8A8A')],
    ['rules without end', engine(), rule(ALL).repeat(65)],
    ['a name without end', engine(), rule(ALL, 'x'.repeat(2000))],
  ])('that says %s is refused, and nothing is written', async (_what, modules, rules) => {
    const { client, heard } = await settable(rules, modules)
    const cells = { columns: 22, rows: 18, isActive: Array.from({ length: 396 }, () => true) }
    expect(await outcomeOf(getMotion(client, 'VA1'))).toMatchObject({ ok: false, reason: 'protocol' })
    const written = await outcomeOf(setMotion(client, 'VA1', { isOn: true, sensitivity: 1, cells }))
    expect(written).toMatchObject({ ok: false, reason: 'protocol' })
    expect(heard).toEqual([])
  })
})

describe('cells of motion', () => {
  it('are read as they were written', () => {
    const grids = fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 60 }))
    const cells = grids.chain(([columns, rows]) =>
      fc.record({
        columns: fc.constant(columns),
        rows: fc.constant(rows),
        isActive: fc.array(fc.boolean(), { minLength: columns * rows, maxLength: columns * rows }),
      }),
    )
    fc.assert(
      fc.property(cells, (all) => {
        expect(readCells(writeCells(all), all.columns, all.rows)).toEqual(all)
      }),
    )
  })

  it('are no more than a picture has', () => {
    const whole = { isActive: Array.from({ length: MOST_CELLS }, () => true) }
    expect(readCells(writeCells(whole), 128, 128)?.isActive).toHaveLength(MOST_CELLS)
    expect(readCells(writeCells({ isActive: [...whole.isActive, true] }), MOST_CELLS + 1, 1)).toBeUndefined()
  })
})
