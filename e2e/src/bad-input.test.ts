import { afterAll, beforeAll, expect, test } from 'vitest'

import { addByAddress, deviceList, probeDevice } from '@vedette/contract/calls/device'
import { getGroupList } from '@vedette/contract/calls/group'
import { CODES } from '@vedette/contract/codes'
import { readAnswer } from '@vedette/contract/envelope'
import { SOCKET_CLOSE, SOCKET_PATH } from '@vedette/contract/push'
import { LIVE_CLOSE, LIVE_PATH } from '@vedette/contract/live'

import { type Platform, startPlatform } from './support/platform.ts'
import { ask, logIn } from './support/session.ts'

let platform: Platform
let token: string
let GID: string

beforeAll(async () => {
  platform = await startPlatform({ VEDETTE_DEMO: '0' })
  token = await logIn(platform.address)
  GID =
    getGroupList.reply.parse((await ask(platform.address, token, getGroupList, {})).BODY).List[0]?.GID ?? ''
})

afterAll(() => platform?.stop())

const EVIL_ADDRESSES = [
  'file:///etc/passwd',
  'exec:/bin/sh',
  'rtsp://viewer:secret@192.0.2.1/stream',
  'http://169.254.169.254/latest/meta-data',
  'rtsp://169.254.169.254/',
  'rtsp://[::ffff:169.254.169.254]/',
  'rtsp://2852039166/',
  'rtsp://0.0.0.0/',
  'rtsp://224.0.0.1/',
  'rtsp://camera/\r\nAuthorization: x',
  `rtsp://192.0.2.1/${'a'.repeat(5000)}`,
  'rtsp://',
  'just text',
]

test.each(EVIL_ADDRESSES)('the address %j is refused with the reason, and nothing is added', async (Url) => {
  const before = await ask(platform.address, token, deviceList, {})
  for (const answer of [
    await ask(platform.address, token, probeDevice, { Url }),
    await ask(platform.address, token, addByAddress, { GID, DevName: 'Evil', DevType: 1, Url }),
  ]) {
    expect([CODES.addressNotAllowed.code, CODES.badInput.code]).toContain(answer.CODE)
    expect(answer.BODY).toMatchObject({ Reason: expect.stringMatching(/\w+ \w+/) })
  }
  expect(await ask(platform.address, token, deviceList, {})).toEqual(before)
})

test('the platform itself is no camera', async () => {
  const { port } = new URL(platform.address)
  for (const Url of [`rtsp://127.0.0.1:${port}/`, `http://localhost:${port}/`, `rtsp://[::1]:${port}/`]) {
    expect((await ask(platform.address, token, probeDevice, { Url })).CODE).toBe(CODES.addressNotAllowed.code)
  }
})

test('a body that is no envelope gets an envelope that says so', async () => {
  for (const body of [
    '',
    'hello',
    '[]',
    '{}',
    '{"SEQID":true,"BODY":{}}',
    '{"BODY":{}}',
    '{"SEQID":"1","BODY":{}',
  ]) {
    const response = await fetch(new URL(deviceList.path, platform.address), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: token },
      body,
    })
    expect([response.status, readAnswer(await response.json())?.CODE]).toEqual([400, CODES.badEnvelope.code])
  }
})

test('a token that nobody gave is worth nothing', async () => {
  for (const forged of ['', 'x', `${token}0`, token.slice(1), '0'.repeat(64)]) {
    expect((await ask(platform.address, forged, deviceList, {})).CODE).toBe(CODES.notLoggedIn.code)
  }
})

test.each([
  [SOCKET_PATH, SOCKET_CLOSE.malformed],
  // Garbage is no ticket either.
  [LIVE_PATH, LIVE_CLOSE.notAdmitted],
])('garbage on %s closes it and harms nobody', async (path, code) => {
  const address = new URL(path, platform.address)
  address.protocol = 'ws:'
  for (const garbage of [
    Uint8Array.of(1, 2, 3),
    Uint8Array.from({ length: 500 }, (_, i) => (i * 37) & 255),
    'hello',
  ]) {
    const socket = new WebSocket(address)
    const closed = new Promise<number>((resolve) => {
      socket.addEventListener('close', (event) => resolve(event.code))
    })
    socket.addEventListener('open', () => socket.send(garbage))
    expect(await closed).toBe(code)
  }
  expect((await fetch(new URL('/healthz', platform.address))).status).toBe(200)
})
