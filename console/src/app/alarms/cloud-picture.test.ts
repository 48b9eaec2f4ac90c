import { EVENT_TYPES, eventIdOf, type EventType } from '@vedette/contract/events'
import { expect, it } from 'vitest'

import { awaitedOf } from './cloud-picture.ts'

const PICTURED: readonly EventType[] = ['motion', 'human', 'ring']

it.each(EVENT_TYPES)('a picture of %s is waited for where somebody takes one', (type) => {
  const awaited = PICTURED.includes(type) ? 'soon' : 'never'
  for (const origin of ['device', 'server'] as const)
    expect(awaitedOf(eventIdOf(type, origin), false)).toBe(awaited)
  expect(awaitedOf(eventIdOf(type, 'device'), true)).toBe('there')
})

it('an event of a later version may have one', () => {
  expect(awaitedOf(99, false)).toBe('soon')
})
