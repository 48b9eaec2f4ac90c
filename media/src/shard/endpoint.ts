import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect, type NetConnectOpts } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// sun_path has 104 bytes on macOS and 108 on Linux, with the zero that ends it.
const LONGEST_PATH_BYTES = 100
const OURS_IN_TMP = /^vedette-[A-Za-z0-9]{6}$/
const SOCKET = 'feed'
/** A folder this young may belong to a gate that is about to listen. */
const YOUNG_MS = 60_000

/** What `VEDETTE_FEED` names: `host:port`, a Unix socket's path or a named pipe. */
export function endpointOf(feed: string): NetConnectOpts {
  const [, host, port] = /^([^/\\]+):(\d{1,5})$/.exec(feed) ?? []
  return host && port ? { host, port: Number(port) } : { path: feed }
}

export interface Endpoint {
  path: string
  remove(): Promise<void>
}

/**
 * A place to listen that only this user reaches: in the folder, which has to be the caller's alone and is emptied of what
 * killed gates left there, or below the system's temporary one where that path is too long.
 */
export async function privateEndpoint(folder?: string): Promise<Endpoint> {
  const name = randomBytes(8).toString('hex')
  if (process.platform === 'win32') return { path: `\\\\.\\pipe\\vedette-${name}`, remove: async () => {} }
  const path = folder === undefined ? undefined : join(folder, name)
  if (folder === undefined || path === undefined || Buffer.byteLength(path) > LONGEST_PATH_BYTES)
    return temporaryEndpoint()
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return { path, remove: () => rm(path, { force: true }) }
}

async function temporaryEndpoint(): Promise<Endpoint> {
  await removeDead(tmpdir())
  // mkdtemp makes it 0700.
  const folder = await mkdtemp(join(tmpdir(), 'vedette-'))
  return { path: join(folder, SOCKET), remove: () => rm(folder, { recursive: true, force: true }) }
}

/** Removes what gates left that were killed: there is a socket, and nobody listens. */
async function removeDead(parent: string): Promise<void> {
  const names = (await readdir(parent)).filter((name) => OURS_IN_TMP.test(name))
  for (const folder of names.map((name) => join(parent, name))) {
    if (await isDead(folder)) await rm(folder, { recursive: true, force: true })
  }
}

async function isDead(folder: string): Promise<boolean> {
  try {
    const { uid, mtimeMs } = await lstat(folder)
    if (uid !== process.getuid?.() || Date.now() - mtimeMs < YOUNG_MS) return false
    const socket = connect(join(folder, SOCKET))
    await once(socket, 'connect')
    socket.destroy()
    return false
  } catch (error) {
    // Any other fault says nothing about its gate.
    return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
  }
}
