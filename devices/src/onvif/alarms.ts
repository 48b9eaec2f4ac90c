/** What a device's events tell of motion, people and bells. Topics beyond ONVIF's own are those that vendors are seen to send. */
import type { OnvifEvent } from './events.ts'

export interface AlarmWord {
  kind: 'motion' | 'human' | 'ring'
  /** Whether it is so from now on, or no longer. */
  isOn: boolean
  /** Tells several rules of one kind apart, since each ends by itself. */
  rule: string
}

const STATE_NAMES = ['IsMotion', 'State', 'LogicalState', 'IsInside', 'Value']

const KINDS: readonly { kind: AlarmWord['kind']; topic: RegExp }[] = [
  { kind: 'human', topic: /^RuleEngine\/.*(?:People|Human|Person|Pedestrian|Face)/i },
  // Reolink: RuleEngine/MyRuleDetector/Visitor.
  { kind: 'ring', topic: /\/(?:Visitor|Doorbell|Ring)/i },
  { kind: 'motion', topic: /^RuleEngine\/CellMotionDetector\/Motion$/ },
  { kind: 'motion', topic: /^RuleEngine\/MotionRegionDetector\/Motion$/ },
  { kind: 'motion', topic: /^VideoSource\/MotionAlarm$/ },
  { kind: 'motion', topic: /^VideoAnalytics\/.*Motion/ },
]
/** A bell's button is an input of the device. */
const BELL_INPUT = 'Device/Trigger/DigitalInput'

/** Undefined for an event of anything else. */
export function alarmIn(event: OnvifEvent, isDoorbell: boolean): AlarmWord | undefined {
  const { topic, operation, source, data } = event
  const found = KINDS.find((it) => it.topic.test(topic))?.kind
  const kind = found ?? (isDoorbell && topic === BELL_INPUT ? 'ring' : undefined)
  if (kind === undefined) return undefined
  const said = STATE_NAMES.map((name) => data.get(name)).find((value) => value !== undefined)
  if (said === undefined) return undefined
  const isOn = operation !== 'Deleted' && (said === 'true' || said === '1')
  return { kind, isOn, rule: `${topic} ${[...source.values()].join(' ')}` }
}
