import { expect, it } from 'vitest'

import { AUDIT_DETAILS, AUDIT_WORDS, type AuditDetails, auditDetailsIn } from './audit-details.ts'
import { RING_ACTS } from './calls/ring.ts'
import { ALARM_STATES } from './events.ts'
import { PASSWORD_RULES } from './password-rules.ts'

it('names every detail and word in both languages', () => {
  for (const { en, zh } of [...Object.values(AUDIT_DETAILS), ...Object.values(AUDIT_WORDS)]) {
    expect(en).toMatch(/^[A-Z][^.]{1,49}$/)
    expect(zh).toMatch(/^(?:MP4|[\u4e00-\u9fff].{0,19})$/)
  }
})

it('has a word for all that is chosen from a list', () => {
  const words = Object.keys(AUDIT_WORDS)
  expect(words).toEqual(
    expect.arrayContaining([
      ...ALARM_STATES.map((state) => `state:${state}`),
      ...RING_ACTS.map((act) => `act:${act}`),
      ...PASSWORD_RULES.map((rule) => `rule:${rule}`),
    ]),
  )
  for (const word of words) expect(AUDIT_DETAILS).toHaveProperty(word.split(':', 1))
})

it('lets nothing be told that has no text', () => {
  const told: AuditDetails[] = [
    { state: 'claimed', events: 2 },
    // @ts-expect-error no such detail
    { invented: 1 },
    // @ts-expect-error no such word
    { state: 'invented' },
  ]
  expect(told).toHaveLength(3)
})

it('says in the reader’s language what was told, and what another version told as it is', () => {
  const details = { state: 'false', alarms: ['A', 'B'], events: 2, gone: 'x', toString: 'y' }
  expect(auditDetailsIn('en', details)).toBe(
    'Status: False alarm; Alarm IDs: A, B; Alarms: 2; gone: x; toString: y',
  )
  expect(auditDetailsIn('zh-cn', details)).toBe('状态：误报；报警编号：A、B；报警数：2；gone：x；toString：y')
})
