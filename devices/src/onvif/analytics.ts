/** The analytics service: motion that the device itself detects, in the cells of its picture. */
import { type Cells, MOST_CELLS, readCells, writeCells } from './cells.ts'
import type { OnvifClient } from './client.ts'
import { OnvifFault } from './fault.ts'
import { child, childrenOf, escapeXml, tag, type XmlElement } from './xml.ts'

const ENGINE = 'CellMotionEngine'
const DETECTOR = 'CellMotionDetector'
const RULE_NAME = 'Vedette motion'
const MOST_CONFIGS = 64
const MOST_ITEMS = 64
const LONGEST_TEXT = 1024
/** A leaf or an insect moves in fewer. */
const FEWEST_CELLS = 4
const NEW_RULE = [
  ['AlarmOnDelay', '100'],
  ['AlarmOffDelay', '1000'],
] as const

export interface Motion {
  /** The device has a rule that tells of motion. */
  isOn: boolean
  /** 0 to 100; undefined where it can't be set. */
  sensitivity: number | undefined
  /** What it watches: all of its rules together; nowhere when it has none. */
  cells: Cells
}

export type MotionChange = Pick<Motion, 'isOn' | 'sensitivity'> & {
  /** As many cells as the device has. */
  cells: Cells
}

/** A module or a rule, as the device has it. */
interface Config {
  name: string
  type: string
  items: ReadonlyMap<string, string>
  layout: XmlElement | undefined
}

interface Found extends Motion {
  engine: Config
  rules: Config[]
}

/** Throws OnvifFault: `notSupported` where the device detects no motion in cells, `protocol` where what it says is impossible. */
export async function getMotion(client: OnvifClient, configuration: string): Promise<Motion> {
  const { isOn, sensitivity, cells } = await findMotion(client, configuration)
  return { isOn, sensitivity, cells }
}

/** Writes what differs from what the device has. Throws OnvifFault. */
export async function setMotion(
  client: OnvifClient,
  configuration: string,
  { isOn, sensitivity, cells }: MotionChange,
): Promise<void> {
  const found = await findMotion(client, configuration)
  const ask = (action: string, inner: string) =>
    client.call('analytics', action, `${tag('q:ConfigurationToken', configuration)}${inner}`)
  const isOther = found.sensitivity !== undefined && found.sensitivity !== sensitivity
  if (isOther && sensitivity !== undefined)
    await ask('ModifyAnalyticsModules', moduleElement(found.engine, sensitivity))
  const [first, ...others] = found.rules
  const gone = isOn ? others : found.rules
  if (gone.length > 0) await ask('DeleteRules', gone.map(({ name }) => tag('q:RuleName', name)).join(''))
  if (!isOn) return
  if (!first) await ask('CreateRules', ruleElement(undefined, cells))
  else if (others.length > 0 || !isSame(found.cells, cells))
    await ask('ModifyRules', ruleElement(first, cells))
}

export function isSame(a: Cells, b: Cells): boolean {
  return a.columns === b.columns && a.rows === b.rows && a.isActive.every((is, at) => is === b.isActive[at])
}

async function findMotion(client: OnvifClient, configuration: string): Promise<Found> {
  const token = tag('q:ConfigurationToken', configuration)
  const modules = configsIn(await client.call('analytics', 'GetAnalyticsModules', token), 'AnalyticsModule')
  const engine = modules.find(({ type }) => type === ENGINE)
  if (!engine) throw new OnvifFault('notSupported', 'The device detects no motion in cells')
  const [columns, rows] = [sizeOf(engine, 'Columns'), sizeOf(engine, 'Rows')]
  if (columns * rows > MOST_CELLS) throw impossible()
  const said = configsIn(await client.call('analytics', 'GetRules', token), 'Rule')
  const rules = said.filter(({ type }) => type === DETECTOR)
  const isActive = Array.from({ length: columns * rows }, () => false)
  for (const { items } of rules) {
    const text = items.get('ActiveCells')
    // A rule that names none watches them all.
    const cells = text === undefined ? undefined : readCells(text, columns, rows)
    if (text !== undefined && !cells) throw impossible()
    for (const at of isActive.keys()) isActive[at] ||= cells?.isActive[at] ?? true
  }
  return {
    isOn: rules.length > 0,
    sensitivity: sensitivityOf(engine),
    cells: { columns, rows, isActive },
    engine,
    rules,
  }
}

function impossible(): OnvifFault {
  return new OnvifFault(
    'protocol',
    'What the device says of the cells in which it detects motion is impossible',
  )
}

function configsIn(answer: XmlElement, element: string): Config[] {
  const found = childrenOf(answer, element)
  if (found.length > MOST_CONFIGS) throw impossible()
  return found.map((config) => {
    const parameters = child(config, 'Parameters')
    const items = childrenOf(parameters, 'SimpleItem')
    const layout = childrenOf(parameters, 'ElementItem').find((it) => it.attributes.get('Name') === 'Layout')
    const [name, type] = [textOf(config, 'Name'), textOf(config, 'Type')]
    if (items.length > MOST_ITEMS) throw impossible()
    return {
      name,
      type: type.slice(type.lastIndexOf(':') + 1),
      items: new Map(items.map((it) => [textOf(it, 'Name'), it.attributes.get('Value') ?? ''])),
      layout: child(layout, 'CellLayout'),
    }
  })
}

function textOf({ attributes }: XmlElement, name: string): string {
  const text = attributes.get(name) ?? ''
  if (text.length > LONGEST_TEXT) throw impossible()
  return text
}

function sizeOf({ layout }: Config, name: 'Columns' | 'Rows'): number {
  const text = layout?.attributes.get(name) ?? ''
  if (!/^[1-9]\d{0,3}$/.test(text)) throw impossible()
  return Number(text)
}

function sensitivityOf({ items }: Config): number | undefined {
  const text = items.get('Sensitivity') ?? ''
  return /^\d{1,3}$/.test(text) && Number(text) <= 100 ? Number(text) : undefined
}

/** All that a module has is written back: some devices drop what is left out. */
function moduleElement({ name, items, layout }: Config, sensitivity: number): string {
  const element = (part: 'Translate' | 'Scale'): string => {
    const of = child(layout, 'Transformation', part)?.attributes
    return of ? `<tt:${part} x="${escapeXml(of.get('x') ?? '')}" y="${escapeXml(of.get('y') ?? '')}"/>` : ''
  }
  const sizes = (['Columns', 'Rows'] as const)
    .map((size) => ` ${size}="${escapeXml(layout?.attributes.get(size) ?? '')}"`)
    .join('')
  const cells =
    `<tt:ElementItem Name="Layout"><tt:CellLayout${sizes}><tt:Transformation>` +
    `${element('Translate')}${element('Scale')}</tt:Transformation></tt:CellLayout></tt:ElementItem>`
  const parameters = itemElements(new Map([...items, ['Sensitivity', String(sensitivity)]]))
  return configElement('AnalyticsModule', name, ENGINE, `${parameters}${cells}`)
}

function ruleElement(was: Config | undefined, cells: Cells): string {
  const active = cells.isActive.filter(Boolean).length
  const fewest = Number(was?.items.get('MinCount') ?? FEWEST_CELLS)
  // No motion in a small zone could ever fill more cells than it has.
  const minCount = Math.max(1, Math.min(Number.isFinite(fewest) ? fewest : FEWEST_CELLS, active))
  const items = new Map([
    ...(was?.items ?? NEW_RULE),
    ['MinCount', String(minCount)],
    ['ActiveCells', writeCells(cells)],
  ])
  return configElement('Rule', was?.name ?? RULE_NAME, DETECTOR, itemElements(items))
}

function itemElements(items: ReadonlyMap<string, string>): string {
  return [...items]
    .map(([name, value]) => `<tt:SimpleItem Name="${escapeXml(name)}" Value="${escapeXml(value)}"/>`)
    .join('')
}

function configElement(element: string, name: string, type: string, parameters: string): string {
  return `<q:${element} Name="${escapeXml(name)}" Type="tt:${type}"><tt:Parameters>${parameters}</tt:Parameters></q:${element}>`
}
