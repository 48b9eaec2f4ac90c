import { expect, it } from 'vitest'

import { alarmIn } from './alarms.ts'
import type { OnvifEvent } from './events.ts'

const event = (topic: string, data: Record<string, string>, operation = 'Changed'): OnvifEvent => ({
  topic,
  time: '',
  operation,
  source: new Map([['Rule', 'A']]),
  data: new Map(Object.entries(data)),
})

it.each([
  ['RuleEngine/CellMotionDetector/Motion', { IsMotion: 'true' }, 'motion', true],
  ['RuleEngine/CellMotionDetector/Motion', { IsMotion: 'false' }, 'motion', false],
  ['VideoSource/MotionAlarm', { State: '1' }, 'motion', true],
  ['RuleEngine/MyRuleDetector/PeopleDetect', { State: 'true' }, 'human', true],
  ['RuleEngine/MyRuleDetector/Visitor', { State: 'true' }, 'ring', true],
] as const)('%s with %j is %s: %s', (topic, data, kind, isOn) => {
  expect(alarmIn(event(topic, data), false)).toEqual({ kind, isOn, rule: `${topic} A` })
})

it('an input is the bell of a doorbell alone', () => {
  const pressed = event('Device/Trigger/DigitalInput', { LogicalState: 'true' })
  expect(alarmIn(pressed, true)?.kind).toBe('ring')
  expect(alarmIn(pressed, false)).toBeUndefined()
})

it('what is deleted is over, and what says nothing of a state is no alarm', () => {
  const topic = 'RuleEngine/CellMotionDetector/Motion'
  expect(alarmIn(event(topic, { IsMotion: 'true' }, 'Deleted'), false)?.isOn).toBe(false)
  expect(alarmIn(event(topic, {}), false)).toBeUndefined()
  expect(alarmIn(event('Device/OperationMode/Sleep', { State: 'true' }), false)).toBeUndefined()
})
