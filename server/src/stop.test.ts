/** The process ends when it is asked to, no matter who still holds on to it: after 5 s it would end with 1. */
import { connect } from 'node:net'
import { join } from 'node:path'

import { addByAddress, probeDevice } from '@vedette/contract/calls/device'
import { getGroupList } from '@vedette/contract/calls/group'
import { recordTimeline } from '@vedette/contract/calls/record'
import { LIVE_PATH } from '@vedette/contract/live'
import { LoginReplyBody, SOCKET_PATH } from '@vedette/contract/push'
import { makeTicket } from '@vedette/contract/ticket'
import { footage } from '@vedette/media/testing/footage'
import { RtspPeer } from '@vedette/media/testing/rtsp-peer'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { type Ask, administrator } from './http/caller.ts'
import { LiveClient, PushClient } from './push/test-clients.ts'
import { hangingCamera } from './testing/hanging-camera.ts'
import { Processes } from './testing/processes.ts'

const ADMIN_PASSWORD = 'Stopped#Horse9'
const COMMANDS = join(import.meta.dirname, 'archive-commands.ts')
const FOR_EVER_MS = 8_640_000_000_000_000

let processes: Processes
beforeEach(async () => {
  processes = await Processes.open()
})
afterEach(() => processes.close())

const socketAt = (address: string, path: string): string => new URL(path, address).href.replace('http', 'ws')

async function addCamera(ask: Ask, DevName: string, Url: string): Promise<string> {
  const { List } = await ask(getGroupList, {})
  const device = { DevName, DevType: 1, Url, Username: 'u', Password: 'p' }
  return (await ask(addByAddress, { ...device, GID: List[0]?.GID ?? '' })).DID
}

/** Both of a console's sockets. */
async function openSockets(address: string, token: string): Promise<{ push: PushClient; page: LiveClient }> {
  const push = new PushClient(socketAt(address, SOCKET_PATH))
  const { Key, SessionID } = LoginReplyBody.parse((await push.login(token)).BODY)
  const page = new LiveClient(socketAt(address, LIVE_PATH))
  await page.hello(makeTicket(Key, SessionID, Date.now()))
  return { push, page }
}

it('stops cleanly with sockets, watchers, half a request, a probe and a camera that hangs', async () => {
  const camera = await hangingCamera()
  try {
    const run = processes.run({ VEDETTE_ADMIN_PASSWORD: ADMIN_PASSWORD })
    const address = await run.address()
    const { ask, token } = await administrator(address, ADMIN_PASSWORD)
    const DID = await addCamera(ask, 'Hangs', camera.url)
    await camera.kept

    const { push, page } = await openSockets(address, token)
    await page.shown(0, DID)
    // One that reads nothing, not even the farewell.
    const deaf = await new PushClient(socketAt(address, SOCKET_PATH)).opened()
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

it('stops with nine windows open whose cameras are recorded: no process is left, and every recording is closed', async () => {
  const camera = await RtspPeer.start(footage('plain'))
  try {
    const run = processes.run({ VEDETTE_ADMIN_PASSWORD: ADMIN_PASSWORD, VEDETTE_LOG_LEVEL: 'debug' })
    const address = await run.address()
    const { ask, token } = await administrator(address, ADMIN_PASSWORD)
    const dids: string[] = []
    for (let n = 1; n <= 9; n++) dids.push(await addCamera(ask, `Gate ${n}`, `${camera.url}/${n}`))
    const { page } = await openSockets(address, token)
    for (const [window, did] of dids.entries()) await page.shown(window, did)
    const recorded = async (): Promise<number> => {
      const Streams = dids.map((DID) => ({ DID }))
      const { List } = await ask(recordTimeline, { Streams, From: 0, To: FOR_EVER_MS })
      return List.filter(({ Spans }) => Spans.length > 0).length
    }
    await vi.waitFor(async () => expect(await recorded()).toBe(9), { timeout: 60_000, interval: 250 })
    const pids = /"pids":\[(\d+)\]/.exec(run.stderr())?.[1]
    const isRunning = (): boolean => process.kill(Number(pids), 0)
    expect(isRunning()).toBe(true)

    run.child.kill('SIGTERM')
    expect(await run.ended).toBe(0)
    expect(await page.closed).toBe(1001)
    expect(isRunning).toThrow('ESRCH')
    // Each file is whole, and the index has it.
    const proof = processes.run({}, COMMANDS, ['verify'])
    expect(await proof.ended).toBe(0)
    expect(Number(/^(\d+) files, .* 0 faults$/m.exec(proof.stdout())?.[1])).toBeGreaterThanOrEqual(9)
  } finally {
    await camera.close()
  }
})
