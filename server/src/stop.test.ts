/** The process ends when it is asked to, whoever still holds on to it. */
import { connect } from 'node:net'

import { addByAddress, probeDevice } from '@vedette/contract/calls/device'
import { getGroupList } from '@vedette/contract/calls/group'
import { LIVE_PATH } from '@vedette/contract/live'
import { LoginReplyBody, SOCKET_PATH } from '@vedette/contract/push'
import { makeTicket } from '@vedette/contract/ticket'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { administrator } from './http/caller.ts'
import { LiveClient, PushClient } from './push/test-clients.ts'
import { hangingCamera } from './testing/hanging-camera.ts'
import { Processes } from './testing/processes.ts'

const ADMIN_PASSWORD = 'Stopped#Horse9'

let processes: Processes
beforeEach(async () => {
  processes = await Processes.open()
})
afterEach(() => processes.close())

it('stops cleanly with sockets, watchers, half a request, a probe and a camera that hangs', async () => {
  const camera = await hangingCamera()
  try {
    const run = processes.run({ VEDETTE_ADMIN_PASSWORD: ADMIN_PASSWORD })
    const address = await run.address()
    const { ask, token } = await administrator(address, ADMIN_PASSWORD)
    const { List } = await ask(getGroupList, {})
    const device = { DevName: 'Hangs', DevType: 1, Url: camera.url, Username: 'u', Password: 'p' }
    const { DID } = await ask(addByAddress, { ...device, GID: List[0]?.GID ?? '' })
    await camera.kept

    const at = (path: string): string => new URL(path, address).href.replace('http', 'ws')
    const push = new PushClient(at(SOCKET_PATH))
    const { Key, SessionID } = LoginReplyBody.parse((await push.login(token)).BODY)
    const page = new LiveClient(at(LIVE_PATH))
    await page.hello(makeTicket(Key, SessionID, Date.now()))
    await page.shown(0, DID)
    // One that reads nothing, not even the farewell.
    const deaf = await new PushClient(at(SOCKET_PATH)).opened()
    deaf.socket.pause()
    const half = connect(Number(new URL(address).port), '127.0.0.1')
    half.on('error', () => {})
    half.write('POST /vms/user/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{')
    const probing = ask(probeDevice, { Url: camera.url, Username: 'u', Password: 'p' }).catch(() => 'cut off')

    run.child.kill('SIGTERM')
    expect(await run.ended).toBe(0)
    expect(await push.closed).toBe(1001)
    expect(await page.closed).toBe(1001)
    expect(await probing).toBe('cut off')
    half.destroy()
    deaf.socket.terminate()
  } finally {
    camera.close()
  }
})
