import { createHash } from 'node:crypto'

import type { BodyOf, Call, ReplyOf } from '@vedette/contract/call'
import { addByAddress } from '@vedette/contract/calls/device'
import { getDeviceInfo } from '@vedette/contract/calls/device-config'
import { getGroupList } from '@vedette/contract/calls/group'
import { beginFirmware, sendFirmware, upgradeDevices, upgradeList } from '@vedette/contract/calls/upgrade'
import { login } from '@vedette/contract/calls/user'
import { readAnswer } from '@vedette/contract/envelope'
import { PASSWORD, USERNAME } from '@vedette/devices/onvif/testing/scripted-device'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { replyOf } from '../../http/caller.ts'
import { Processes } from '../../testing/processes.ts'
import { type SettableCamera, settableCamera } from '../../testing/settable-camera.ts'

const PATIENCE = { timeout: 60_000, interval: 100 }
const ADMIN_PASSWORD = 'Tr1cky#Horse'

let processes: Processes
let camera: SettableCamera
beforeEach(async () => {
  ;[processes, camera] = await Promise.all([Processes.open(), settableCamera()])
})
afterEach(async () => {
  await processes.close()
  await camera.close()
})

async function ask<C extends Call>(
  address: string,
  call: C,
  BODY: BodyOf<C>,
  token = '',
): Promise<ReplyOf<C>> {
  const response = await fetch(new URL(call.path, address), {
    method: call.method,
    headers: { authorization: token },
    body: JSON.stringify({ SEQID: '1', BODY }),
  })
  const answer = readAnswer(await response.json())
  if (answer?.CODE !== call.success) throw new Error(`${call.path} answered ${JSON.stringify(answer)}`)
  return replyOf(call, answer.BODY)
}

it('a camera that was installing when the platform was killed is upgraded when both are back', async () => {
  const first = processes.run({ VEDETTE_ADMIN_PASSWORD: ADMIN_PASSWORD })
  const address = await first.address()
  const credentials = { EnterpriseCode: 'demo', Account: 'admin', Password: ADMIN_PASSWORD }
  const token = (await ask(address, login, credentials)).CompanyInfos[0]?.Utoken ?? ''
  const GID = (await ask(address, getGroupList, {}, token)).List[0]?.GID ?? ''
  const access = { Url: camera.url, Username: USERNAME, Password: PASSWORD }
  const { DID } = await ask(address, addByAddress, { GID, DevName: 'Gate', DevType: 1, ...access }, token)

  // It says nothing of a new version before the test does.
  const file = Buffer.from('version=2.0 broken')
  const of = { Model: 'Eye 3', Version: '2.0' }
  const Sha256 = createHash('sha256').update(file).digest('hex')
  await ask(address, beginFirmware, { ...of, FileName: 'eye.bin', Bytes: file.length, Sha256 }, token)
  await ask(address, sendFirmware, { ...of, Offset: 0, Data: file.toString('base64') }, token)
  await ask(address, upgradeDevices, { DIDs: [DID] }, token)
  const state = async (at: string) => (await ask(at, upgradeList, { DID }, token)).List[0]?.State
  await expect.poll(() => state(address), PATIENCE).toBe('installing')
  camera.unplug()
  first.child.kill('SIGKILL')
  await first.ended

  const again = await processes.run().address()
  expect(await state(again)).toBe('installing')
  camera.now.version = '2.0'
  camera.plug()
  await expect.poll(() => state(again), PATIENCE).toBe('done')
  expect((await ask(again, getDeviceInfo, { DID }, token)).Firmware).toBe('2.0')
  expect(camera.uploads).toHaveLength(1)
})
