/** The events of simulated devices: topic, source and data of each. */
import type { Camera } from '../device.ts'

type Values = Readonly<Record<string, string>>
type Told = [topic: string, source: Values, data: Values]

const analytics = (camera: Camera, rule: string): Values => ({
  VideoSourceConfigurationToken: `view${camera.channel}`,
  VideoAnalyticsConfigurationToken: `analytics${camera.channel}`,
  Rule: rule,
})

/** The topic under which the rule tells of motion. */
export const topicOfMotion = (camera: Camera, rule: string): [topic: string, source: Values] => [
  'tns1:RuleEngine/CellMotionDetector/Motion',
  analytics(camera, rule),
]

export const TOPICS = {
  motion: (camera: Camera, rule: string, isMotion: boolean): Told => [
    ...topicOfMotion(camera, rule),
    { IsMotion: String(isMotion) },
  ],
  person: (camera: Camera, isThere: boolean): Told => [
    'tns1:RuleEngine/MyRuleDetector/PeopleDetect',
    analytics(camera, 'Person'),
    { State: String(isThere) },
  ],
  tamper: (camera: Camera, isTampered: boolean): Told => [
    'tns1:RuleEngine/TamperDetector/Tamper',
    analytics(camera, 'Tamper'),
    { IsTamper: String(isTampered) },
  ],
  /** The bell's button. */
  ring: (isPressed: boolean): Told => [
    'tns1:Device/Trigger/DigitalInput',
    { InputToken: 'bell' },
    { LogicalState: String(isPressed) },
  ],
  sleep: (isAsleep: boolean): Told => [
    'tns1:Device/OperationMode/Sleep',
    { Token: 'device' },
    { State: String(isAsleep) },
  ],
} as const
