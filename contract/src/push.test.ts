import { expect, test } from 'vitest'

import {
  HEARTBEAT_MS,
  LoginBody,
  LoginReplyBody,
  METHOD,
  PresenceBody,
  ProgressBody,
  RightsChangedBody,
  SOCKET_CLOSE,
  SOCKET_PATH,
} from './push.ts'

test('the METHODs and numbers of docs/protocol.md, "Socket"', () => {
  expect(METHOD).toEqual({
    login: '4116',
    loginReply: '4117',
    heartbeat: '0000',
    alarm: '3740',
    alarmAck: '3741',
    presence: '3750',
    rightsChanged: '3751',
    progress: '3752',
    alarmUpdate: '3755',
    alarmCount: '3754',
    ptz: '3753',
    ring: '3756',
    wallOpen: '3757',
    wallCamera: '3758',
    devicesChanged: '3759',
    communityChanged: '3760',
  })
  expect(SOCKET_CLOSE).toEqual({ malformed: 1003, notAdmitted: 4401, silent: 4408 })
  expect([SOCKET_PATH, HEARTBEAT_MS]).toEqual(['/vms/ws', 6000])
})

test.each([
  [LoginBody, { UserToken: 'x'.repeat(200), SDKVersion: 'x'.repeat(50) }],
  [LoginReplyBody, { Key: 'k', SessionID: 's' }],
  [PresenceBody, { List: [{ DID: 'd', Presence: 1, Reason: 'none', Since: 5 }] }],
  [RightsChangedBody, { Reason: 'revoked' }],
  [RightsChangedBody, { Reason: 'rights' }],
  [ProgressBody, { Kind: 'upgrade', ID: 'i', DID: 'd', State: 's', Progress: 5 }],
])('a body is read whole, and refused without any of its fields: case %#', (schema, body) => {
  expect(schema.parse(body)).toEqual(body)
  for (const field of Object.keys(body))
    expect(schema.safeParse({ ...body, [field]: undefined }).success).toBe(false)
})

test('a log-in is refused when it is longer than a token', () => {
  const body = { UserToken: 'x', SDKVersion: 'x' }
  expect(LoginBody.safeParse({ ...body, UserToken: 'x'.repeat(201) }).success).toBe(false)
  expect(LoginBody.safeParse({ ...body, SDKVersion: 'x'.repeat(51) }).success).toBe(false)
  expect(PresenceBody.safeParse({ List: [{}] }).success).toBe(false)
})
