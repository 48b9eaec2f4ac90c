import { createServer } from 'node:net'
import { once } from 'node:events'
import { expect, it } from 'vitest'

import { choosePort } from './ports.ts'

it('takes the usual port where nothing is said, and never where any will do, since others start at once', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const usual = typeof address === 'object' && address ? address.port : 0
  server.close()
  await once(server, 'close')
  const wish = { variable: 'VEDETTE_SIM_RTSP_PORT', recorded: undefined, usual }
  expect(await choosePort({ ...wish, wanted: undefined })).toBe(usual)
  const ports = await Promise.all([1, 2].map(async () => choosePort({ ...wish, wanted: 0 })))
  expect(new Set([...ports, usual]).size).toBe(3)
  expect(await choosePort({ ...wish, wanted: 0, recorded: usual })).toBe(usual)
})
