/** A canary for each kind of secret is put in at the front, and looked for wherever something comes out. */
import { randomBytes } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { addByAddress, probeDevice } from '@vedette/contract/calls/device'
import { getGroupList } from '@vedette/contract/calls/group'
import { logout } from '@vedette/contract/calls/user'
import { CALLS } from '@vedette/contract/catalogue'
import { LIVE_PATH } from '@vedette/contract/live'
import { LoginReplyBody, SOCKET_PATH } from '@vedette/contract/push'
import { makeTicket } from '@vedette/contract/ticket'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'

import { administrator } from './http/caller.ts'
import { LiveClient, PushClient } from './push/test-clients.ts'
import { type HangingCamera, hangingCamera } from './testing/hanging-camera.ts'
import { Processes } from './testing/processes.ts'

const ADMIN_PASSWORD = 'Canary#Owner9'
const CAMERA_PASSWORD = 'Canary#Camera9'

let processes: Processes
let camera: HangingCamera
beforeEach(async () => {
  processes = await Processes.open()
  camera = await hangingCamera()
})
afterEach(async () => {
  await processes.close()
  camera.close()
})

/** What each text holds of the secrets, in the forms in which programs write such things. */
function leaksIn(texts: Record<string, string>, secrets: Record<string, string>): string[] {
  return Object.entries(secrets).flatMap(([secret, value]) => {
    const bytes = Buffer.from(value)
    const forms = [
      value,
      bytes.toString('base64').replaceAll('=', ''),
      bytes.toString('hex'),
      encodeURIComponent(value),
    ]
    return Object.entries(texts)
      .filter(([, text]) => forms.some((form) => text.includes(form)))
      .map(([place]) => `${secret} in ${place}`)
  })
}

function filesOf(folder: string): Record<string, string> {
  const paths = globSync('**', { cwd: folder }).filter((path) => statSync(join(folder, path)).isFile())
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), 'latin1')]))
}

/** The command lines and environments of the processes that this one started. */
function childrenOf(parent: number): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const pid of globSync('[0-9]*', { cwd: '/proc' })) {
    try {
      const parentOfIt = /\) \S (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.[1]
      if (Number(parentOfIt) !== parent) continue
      for (const what of ['cmdline', 'environ'])
        texts[`${what} of child ${pid}`] = readFileSync(`/proc/${pid}/${what}`, 'latin1')
    } catch {
      // It ended while we looked.
    }
  }
  return texts
}

it.skipIf(!existsSync('/proc/self/environ'))('no secret comes out anywhere', async () => {
  const key = randomBytes(32).toString('hex')
  const run = processes.run({
    VEDETTE_ADMIN_PASSWORD: ADMIN_PASSWORD,
    VEDETTE_SECRET_KEY: key,
    VEDETTE_LOG_LEVEL: 'trace',
  })
  const address = await run.address()
  const { ask, token } = await administrator(address, ADMIN_PASSWORD)
  const at = (path: string): string => new URL(path, address).href.replace('http', 'ws')
  const push = new PushClient(at(SOCKET_PATH))
  const { Key, SessionID } = LoginReplyBody.parse((await push.login(token)).BODY)
  const ticket = makeTicket(Key, SessionID, Date.now())
  const page = new LiveClient(at(LIVE_PATH))
  await page.hello(ticket)

  const [root] = (await ask(getGroupList, {})).List
  const device = { Url: camera.url, Username: 'viewer', Password: CAMERA_PASSWORD }
  const { DID } = await ask(addByAddress, { ...device, GID: root?.GID ?? '', DevName: 'Canary', DevType: 1 })
  await camera.kept
  await page.shown(0, DID)
  const probing = ask(probeDevice, device).catch((error: unknown) => String(error))

  const everything = `${ADMIN_PASSWORD} ${CAMERA_PASSWORD} ${key} ${token} ${Key} ${ticket}`
  const answers: Record<string, string> = {}
  const send = async (path: string, method: string, BODY: unknown): Promise<void> => {
    const response = await fetch(new URL(path, address), {
      method,
      headers: { authorization: token },
      ...(method === 'GET' ? {} : { body: JSON.stringify({ SEQID: '1', BODY }) }),
    })
    answers[`answer ${Object.keys(answers).length} of ${path}`] = await response.text()
  }
  for (const { path, method, body, transport } of CALLS) {
    if (transport !== 'http' || path === logout.path) continue
    await send(path, method, {})
    if (!(body instanceof z.ZodObject)) continue
    // All fields at once, and each in turn with the others as the device above has them.
    const fields = Object.keys(body.shape)
    const good = { ...device, GID: root?.GID, ParentGID: root?.GID, DevName: 'x', DevType: 1, PageSize: 9999 }
    await send(path, method, Object.fromEntries(fields.map((field) => [field, everything])))
    for (const field of fields)
      for (const bad of [everything, { Password: everything }])
        await send(path, method, { ...good, [field]: bad })
    for (const field of fields.filter((it) => it.endsWith('Url')))
      await send(path, method, { ...good, [field]: `rtsp://viewer:${CAMERA_PASSWORD}@192.0.2.7/` })
  }
  await send(`/vms/user/info?token=${token}&password=${encodeURIComponent(ADMIN_PASSWORD)}`, 'POST', {})
  await send(`/vms/${token}/nothing`, 'POST', everything)
  answers['metrics'] = await (await fetch(new URL('/metrics', address))).text()
  answers['probe'] = JSON.stringify(await probing)
  answers['notices'] = JSON.stringify(page.rest.notices)
  const children = childrenOf(run.child.pid ?? 0)

  await page.settle()
  const files = filesOf(processes.dataFolder)
  run.child.kill('SIGTERM')
  expect(await run.ended).toBe(0)

  const secrets = {
    'admin password': ADMIN_PASSWORD,
    'camera password': CAMERA_PASSWORD,
    key,
    token,
    Key,
    ticket,
  }
  const texts = {
    stdout: run.stdout(),
    stderr: run.stderr(),
    ...answers,
    ...children,
    ...files,
    ...filesOf(processes.dataFolder),
    'the wire to the camera': camera.heard(),
  }
  expect(leaksIn(texts, secrets)).toEqual([])
  // The places where they would be have been looked at.
  expect(run.stderr()).toContain('/vms/device/addByAddress')
  expect(Object.keys(children).length).toBeGreaterThanOrEqual(2)
  expect(Object.values(files).some((file) => file.includes('argon2id'))).toBe(true)
  expect(camera.heard()).toContain('username="viewer"')
  expect(Object.keys(answers).length).toBeGreaterThan(40)
})
