import { fork } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

const MAIN = new URL('main.ts', import.meta.url)

test('the process prints its cameras without the password, tells its parent everything, obeys it and ends with it', async () => {
  const env = {
    ...process.env,
    VEDETTE_SIM_DEVICES: '2',
    VEDETTE_SIM_RTSP_PORT: '0',
    VEDETTE_SIM_ONVIF_PORT: '0',
    VEDETTE_SIM_DISCOVERY_PORT: '0',
    VEDETTE_SIM_PASSWORD: 's3cr3t',
  }
  const child = fork(MAIN, { env, silent: true })
  let printed = ''
  child.stdout?.on('data', (text) => (printed += String(text)))
  const ended = once(child, 'exit')
  const [ready] = await once(child, 'message')
  expect(ready).toMatchObject({ type: 'ready', username: 'admin', password: 's3cr3t' })
  child.send('nonsense')
  child.send({ type: 'state', id: 7, device: 2, state: 'gone' })
  child.send({ type: 'state', id: 8, device: 2, state: 'offline' })
  expect((await once(child, 'message'))[0]).toMatchObject({ type: 'done', id: 7, ok: false })
  expect((await once(child, 'message'))[0]).toEqual({ type: 'done', id: 8, ok: true })
  child.disconnect()
  expect(await ended).toEqual([0, null])
  const [line = ''] = printed.split('\n')
  expect(JSON.parse(line)).toMatchObject({ cameras: [{ number: 1, name: 'Main gate 01' }, { number: 2 }] })
  expect(printed).not.toContain('s3cr3t')
})
