import { mkdtemp, rm } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import type { NetConnectOpts } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What `VEDETTE_FEED` names: `host:port`, a Unix socket's path or a named pipe. */
export function endpointOf(feed: string): NetConnectOpts {
  const [, host, port] = /^([^/\\]+):(\d{1,5})$/.exec(feed) ?? []
  return host && port ? { host, port: Number(port) } : { path: feed }
}

/** A place to listen that only this user reaches. */
export async function privateEndpoint(): Promise<{ path: string; remove(): Promise<void> }> {
  if (process.platform === 'win32')
    return { path: `\\\\.\\pipe\\vedette-${randomBytes(16).toString('hex')}`, remove: async () => {} }
  // mkdtemp makes it 0700.
  const folder = await mkdtemp(join(tmpdir(), 'vedette-'))
  return { path: join(folder, 'feed'), remove: () => rm(folder, { recursive: true, force: true }) }
}
