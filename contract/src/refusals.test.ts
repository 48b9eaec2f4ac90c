import { expect, test } from 'vitest'
import { z } from 'zod'

import { REFUSAL_BODIES } from './refusals.ts'

const FAULT = { Field: 'List.3.DID', Reason: 'not an id' }

const EXAMPLES = {
  badInput: FAULT,
  loginInvalid: FAULT,
  tooManyTries: { RetryAfter: 1 },
  tooLarge: { Limit: 5 },
  unavailable: FAULT,
  addressNotAllowed: FAULT,
  deviceUnreachable: FAULT,
  deviceCertificate: FAULT,
  deviceCredentials: FAULT,
  noUsableStream: FAULT,
  inUse: { Count: 2 },
  regionHasDevices: { Count: 2 },
  roleInUse: { Accounts: ['acme_boss'], Total: 1 },
  beyondOwnRights: { Missing: ['replay'] },
  cameraInHand: { Account: 'guard', Until: 1 },
  deviceChangeFailed: { Refused: ['audio'] },
} satisfies Record<keyof typeof REFUSAL_BODIES, object>

test.each(Object.entries(REFUSAL_BODIES))(
  'what %s says is read whole, and refused without any of it',
  (name, body) => {
    const example = Object.entries(EXAMPLES).find(([key]) => key === name)?.[1] ?? {}
    const schema: z.ZodObject = body
    expect(schema.parse(example)).toEqual(example)
    for (const field of Object.keys(example))
      expect(schema.safeParse({ ...example, [field]: undefined }).success).toBe(false)
  },
)

test('every refusal with a body of its own has an example here', () => {
  expect(Object.keys(EXAMPLES).toSorted()).toEqual(Object.keys(REFUSAL_BODIES).toSorted())
})

test('a fault may say its reason as a word with values, and a wait is a second or longer', () => {
  const said = { ...FAULT, Word: 'atMost', Values: { Most: 5, Name: 'x' } }
  expect(REFUSAL_BODIES.badInput.parse(said)).toEqual(said)
  for (const wrong of [
    { ...said, Values: { Most: {} } },
    { ...said, Word: 5 },
  ])
    expect(REFUSAL_BODIES.badInput.safeParse(wrong).success).toBe(false)
  expect(REFUSAL_BODIES.tooManyTries.safeParse({ RetryAfter: 0 }).success).toBe(false)
  expect(REFUSAL_BODIES.tooManyTries.safeParse({ RetryAfter: 900 }).success).toBe(true)
})
