import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { privateEndpoint } from './endpoint.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vedette-endpoint-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** What a gate that was killed leaves: a socket at which nobody listens. */
async function leaveDeadSocket(path: string): Promise<void> {
  const script = `require('net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`
  const child = spawn(process.execPath, ['-e', script], { stdio: 'ignore' })
  await once(child, 'exit')
  expect(existsSync(path)).toBe(true)
}

it('stands in its folder, which others cannot enter, and leaves nothing there', async () => {
  const run = join(folder, 'run')
  const endpoint = await privateEndpoint(run)
  expect(dirname(endpoint.path)).toBe(run)
  expect((await stat(run)).mode & 0o077).toBe(0)
  const server = createServer().listen(endpoint.path)
  await once(server, 'listening')
  expect(await readdir(run)).toHaveLength(1)
  server.close()
  await endpoint.remove()
  expect(await readdir(run)).toEqual([])
})

it('does not pile up in the folder when gates are killed', async () => {
  const run = join(folder, 'run')
  const first = await privateEndpoint(run)
  await leaveDeadSocket(first.path)
  await privateEndpoint(run)
  expect(await readdir(run)).toEqual([])
})

it('stands elsewhere when its path would be too long, and does not pile up there either', async () => {
  const long = join(folder, 'x'.repeat(100))
  const [dead, alive, foreign] = await Promise.all(
    ['vedette-', 'vedette-', 'vedette-app-'].map((prefix) => mkdtemp(join(tmpdir(), prefix))),
  )
  if (!dead || !alive || !foreign) throw new Error('three folders were made')
  for (const path of [dead, foreign]) await leaveDeadSocket(join(path, 'feed'))
  const server = createServer().listen(join(alive, 'feed'))
  await once(server, 'listening')
  const longAgo = new Date(Date.now() - 3_600_000)
  for (const path of [dead, alive, foreign]) await utimes(path, longAgo, longAgo)

  const endpoint = await privateEndpoint(long)
  expect(endpoint.path.startsWith(folder)).toBe(false)
  expect([dead, alive, foreign].map((path) => existsSync(path))).toEqual([false, true, true])
  await endpoint.remove()
  expect(existsSync(dirname(endpoint.path))).toBe(false)
  server.close()
  for (const path of [alive, foreign]) await rm(path, { recursive: true })
})
