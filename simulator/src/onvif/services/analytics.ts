/** The analytics service: motion in the cells of the picture, for the devices that detect it themselves. */
import type { Camera, Device } from '../../device.ts'
import type { MotionDetector, MotionRule } from '../../motion-detector.ts'
import { readMask, writeMask } from '../cell-mask.ts'
import { type Call, service } from '../service.ts'
import { invalidArgument, SoapFault } from '../soap.ts'
import { topicOfMotion } from '../topics.ts'
import { childrenOf, find, localName, NOTHING, textAt, Xml, type XmlElement, xml } from '../xml.ts'

const ENGINE = 'MotionEngine'
const MOST_RULES = 4
const LONGEST_DELAY_MS = 60_000

interface Detecting {
  camera: Camera
  detector: MotionDetector
}

export const analyticsToken = (camera: Camera): string => `analytics${camera.channel}`

export const hasAnalytics = (device: Device): boolean =>
  device.cameras.some(({ detector }) => detector !== undefined)

export const detectingOf = (device: Device): Detecting[] =>
  device.cameras.flatMap((camera) =>
    camera.detector === undefined ? [] : [{ camera, detector: camera.detector }],
  )

export function detectingBy(device: Device, token: string | undefined): Detecting {
  const found = detectingOf(device).find(({ camera }) => analyticsToken(camera) === token)
  if (found === undefined) throw invalidArgument(`There is no configuration ${token ?? ''}`, 'ter:NoConfig')
  return found
}

const asked = ({ device, body }: Call): Detecting => detectingBy(device, textAt(body, 'ConfigurationToken'))

const simpleItem = (name: string, value: string | number): Xml =>
  xml`<tt:SimpleItem Name="${name}" Value="${value}"/>`

/** Cells are counted from the upper left, whatever the sign of the scale says. */
const layout = ({ columns, rows }: MotionDetector): Xml => xml`
  <tt:ElementItem Name="Layout">
    <tt:CellLayout Columns="${columns}" Rows="${rows}">
      <tt:Transformation>
        <tt:Translate x="-1" y="-1"/>
        <tt:Scale x="${(2 / columns).toFixed(6)}" y="${(2 / rows).toFixed(6)}"/>
      </tt:Transformation>
    </tt:CellLayout>
  </tt:ElementItem>
`

const moduleContent = (detector: MotionDetector): Xml => {
  const { sensitivity } = detector
  const item = sensitivity === undefined ? NOTHING : simpleItem('Sensitivity', sensitivity)
  return xml`<tt:Parameters>${item}${layout(detector)}</tt:Parameters>`
}

const ruleContent = ({ cells, minCount, alarmOnDelayMs, alarmOffDelayMs }: MotionRule): Xml => {
  const items = [
    simpleItem('MinCount', minCount),
    simpleItem('AlarmOnDelay', alarmOnDelayMs),
    simpleItem('AlarmOffDelay', alarmOffDelayMs),
    simpleItem('ActiveCells', writeMask(cells)),
  ]
  return xml`<tt:Parameters>${items}</tt:Parameters>`
}

/** An element of this name, as both services and the media services have them. */
function configElement(element: string, name: string, type: string, content: Xml): Xml {
  const head = xml` Name="${name}" Type="tt:${type}"`
  return new Xml(`<${element}${head.text}>${content.text}</${element}>`)
}

const modules = (element: string, detector: MotionDetector): Xml =>
  configElement(element, ENGINE, 'CellMotionEngine', moduleContent(detector))

const rules = (element: string, detector: MotionDetector): Xml[] =>
  detector.rules.map((rule) => configElement(element, rule.name, 'CellMotionDetector', ruleContent(rule)))

/** Content of a `tt:VideoAnalyticsConfiguration`. */
export const analyticsContent = ({ detector }: Detecting): Xml => xml`
  <tt:Name>analytics</tt:Name>
  <tt:UseCount>2</tt:UseCount>
  <tt:AnalyticsEngineConfiguration>${modules('tt:AnalyticsModule', detector)}</tt:AnalyticsEngineConfiguration>
  <tt:RuleEngineConfiguration>${rules('tt:Rule', detector)}</tt:RuleEngineConfiguration>
`

/** What stands in a profile of the camera. */
export function analyticsIn(edition: 'tt' | 'tr2', camera: Camera): Xml {
  const { detector } = camera
  if (detector === undefined) return NOTHING
  const token = analyticsToken(camera)
  const content = analyticsContent({ camera, detector })
  return edition === 'tt'
    ? xml`<tt:VideoAnalyticsConfiguration token="${token}">${content}</tt:VideoAnalyticsConfiguration>`
    : xml`<tr2:Analytics token="${token}">${content}</tr2:Analytics>`
}

const invalidRule = (reason: string): SoapFault => invalidArgument(reason, 'ter:InvalidRule')

function itemsOf(config: XmlElement): Map<string, string> {
  const items = childrenOf(find(config, 'Parameters')).filter((it) => localName(it) === 'SimpleItem')
  return new Map(items.map(({ attributes }) => [attributes['Name'] ?? '', attributes['Value'] ?? '']))
}

function wholeNumber(text: string | undefined, most: number, otherwise: number): number | undefined {
  if (text === undefined) return otherwise
  return /^\d{1,6}$/.test(text) && Number(text) <= most ? Number(text) : undefined
}

function ruleIn(config: XmlElement, detector: MotionDetector): MotionRule {
  const name = config.attributes['Name'] ?? ''
  const type = config.attributes['Type']?.replace(/^[\w.-]+:/, '')
  if (!/^[\w .-]{1,64}$/.test(name)) throw invalidRule('A rule needs a name')
  if (type !== 'CellMotionDetector') throw invalidRule(`There are no rules of type ${type ?? ''}`)
  const items = itemsOf(config)
  const cells = readMask(items.get('ActiveCells') ?? '', detector.cellCount)
  if (cells === undefined) throw invalidRule('ActiveCells is no mask of this layout')
  const minCount = wholeNumber(items.get('MinCount'), detector.cellCount, 1)
  const alarmOnDelayMs = wholeNumber(items.get('AlarmOnDelay'), LONGEST_DELAY_MS, 100)
  const alarmOffDelayMs = wholeNumber(items.get('AlarmOffDelay'), LONGEST_DELAY_MS, 1000)
  if (minCount === undefined || alarmOnDelayMs === undefined || alarmOffDelayMs === undefined)
    throw invalidRule('A parameter of the rule is out of range')
  return { name, cells, minCount, alarmOnDelayMs, alarmOffDelayMs }
}

const wished = (body: XmlElement, name: string): XmlElement[] =>
  childrenOf(body).filter((it) => localName(it) === name)

function wishedRules({ body }: Call, detector: MotionDetector): MotionRule[] {
  const found = wished(body, 'Rule').map((config) => ruleIn(config, detector))
  if (found.length === 0) throw invalidRule('There is no rule')
  return found
}

function mustHave({ rules: known }: MotionDetector, names: readonly string[]) {
  const missing = names.find((name) => !known.some((rule) => rule.name === name))
  if (missing !== undefined) throw invalidArgument(`There is no rule ${missing}`, 'ter:RuleNotExistent')
}

/** What rules no longer say, nobody is to hear again. */
function forget(camera: Camera, names: readonly string[]) {
  for (const name of names) camera.device.events.forget(...topicOfMotion(camera, name), Date.now())
}

const description = (name: string, type: string): Xml =>
  xml`<tt:SimpleItemDescription Name="${name}" Type="${type}"/>`

const RULE_PARAMETERS = [
  description('MinCount', 'xs:integer'),
  description('AlarmOnDelay', 'xs:integer'),
  description('AlarmOffDelay', 'xs:integer'),
  description('ActiveCells', 'xs:base64Binary'),
]

export const analytics = service(
  {
    prefix: 'tan',
    namespace: 'http://www.onvif.org/ver20/analytics/wsdl',
    path: 'analytics_service',
    capabilities: xml`<tan:Capabilities RuleSupport="true" AnalyticsModuleSupport="true" CellBasedSceneDescriptionSupported="false"/>`,
    isFor: hasAnalytics,
  },
  {
    GetSupportedRules: (call) => {
      asked(call)
      return xml`
        <tan:SupportedRules>
          <tt:RuleContentSchemaLocation>http://www.onvif.org/ver10/schema/onvif.xsd</tt:RuleContentSchemaLocation>
          <tt:RuleDescription Name="tt:CellMotionDetector" maxInstances="${MOST_RULES}">
            <tt:Parameters>${RULE_PARAMETERS}</tt:Parameters>
            <tt:Messages IsProperty="true">
              <tt:Source>
                ${description('VideoSourceConfigurationToken', 'tt:ReferenceToken')}
                ${description('VideoAnalyticsConfigurationToken', 'tt:ReferenceToken')}
                ${description('Rule', 'xs:string')}
              </tt:Source>
              <tt:Data>${description('IsMotion', 'xs:boolean')}</tt:Data>
              <tt:ParentTopic>tns1:RuleEngine/CellMotionDetector/Motion</tt:ParentTopic>
            </tt:Messages>
          </tt:RuleDescription>
        </tan:SupportedRules>
      `
    },

    GetRules: (call) => xml`${rules('tan:Rule', asked(call).detector)}`,

    CreateRules: (call) => {
      const { detector } = asked(call)
      const added = wishedRules(call, detector)
      const names = [...detector.rules, ...added].map(({ name }) => name)
      if (new Set(names).size < names.length)
        throw invalidArgument('There is a rule of this name', 'ter:RuleAlreadyExistent')
      if (names.length > MOST_RULES)
        throw new SoapFault('There are too many rules', ['ter:Action', 'ter:TooManyRules'], 'Receiver')
      detector.rules = [...detector.rules, ...added]
      return NOTHING
    },

    ModifyRules: (call) => {
      const { detector } = asked(call)
      const changed = wishedRules(call, detector)
      mustHave(
        detector,
        changed.map(({ name }) => name),
      )
      detector.rules = detector.rules.map((rule) => changed.find(({ name }) => name === rule.name) ?? rule)
      return NOTHING
    },

    DeleteRules: (call) => {
      const { camera, detector } = asked(call)
      const names = wished(call.body, 'RuleName').map(({ text }) => text.trim())
      mustHave(detector, names)
      detector.rules = detector.rules.filter(({ name }) => !names.includes(name))
      forget(camera, names)
      return NOTHING
    },

    GetSupportedAnalyticsModules: (call) => {
      const { sensitivity } = asked(call).detector
      return xml`
        <tan:SupportedAnalyticsModules>
          <tt:AnalyticsModuleContentSchemaLocation>http://www.onvif.org/ver10/schema/onvif.xsd</tt:AnalyticsModuleContentSchemaLocation>
          <tt:AnalyticsModuleDescription Name="tt:CellMotionEngine" fixed="true" maxInstances="1">
            <tt:Parameters>
              ${sensitivity === undefined ? NOTHING : description('Sensitivity', 'xs:integer')}
              <tt:ElementItemDescription Name="Layout" Type="tt:CellLayout"/>
            </tt:Parameters>
          </tt:AnalyticsModuleDescription>
        </tan:SupportedAnalyticsModules>
      `
    },

    GetAnalyticsModules: (call) => modules('tan:AnalyticsModule', asked(call).detector),

    ModifyAnalyticsModules: (call) => {
      const { detector } = asked(call)
      const [config] = wished(call.body, 'AnalyticsModule')
      if (config === undefined || config.attributes['Name'] !== ENGINE)
        throw invalidArgument('There is no such module', 'ter:AnalyticsModuleNotExistent')
      const written = itemsOf(config).get('Sensitivity')
      if (written === undefined) return NOTHING
      const value = wholeNumber(written, 100, 0)
      if (detector.sensitivity === undefined || value === undefined)
        throw invalidArgument('Sensitivity is from 0 to 100', 'ter:InvalidAnalyticsModule')
      detector.sensitivity = value
      return NOTHING
    },
  },
)
