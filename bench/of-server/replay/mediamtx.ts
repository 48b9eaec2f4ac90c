/** MediaMTX's playback server over the same files as ours, named as it wants them. Built from its Go module, which the Go proxy has. */
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { freePort } from '../../../e2e/src/support/free-port.ts'
import { startProcess } from '../../../e2e/src/support/process.ts'

const MODULE = 'github.com/bluenviron/mediamtx@v1.20.0'
const run = promisify(execFile)

export interface MediaMtx {
  /** The address of so many seconds from a moment on. */
  addressOf(atMs: number, seconds: number): string
  stop(): Promise<void>
}

/** Undefined where there is no Go. */
export async function startMediaMtx(
  files: readonly { path: string; startMs: number }[],
): Promise<MediaMtx | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'vedette-mediamtx-'))
  const program = await built(folder)
  if (program === undefined) {
    await rm(folder, { recursive: true, force: true })
    return undefined
  }
  await mkdir(join(folder, 'cam'))
  for (const { path, startMs } of files) await symlink(path, join(folder, 'cam', nameOf(startMs)))
  const address = `127.0.0.1:${await freePort()}`
  const started = startProcess(program, [address, folder], { TZ: 'UTC', GIN_MODE: 'release' })
  await started.line(/^listening$/)
  return {
    addressOf: (atMs, seconds) => {
      const query = { path: 'cam', start: new Date(atMs).toISOString(), duration: String(seconds) }
      return `http://${address}/get?${new URLSearchParams(query).toString()}`
    },
    stop: async () => {
      await started.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** `%Y-%m-%d_%H-%M-%S-%f.mp4`, in UTC. */
function nameOf(startMs: number): string {
  const [day = '', clock = ''] = new Date(startMs).toISOString().split('T')
  const [seconds = '', parts = ''] = clock.replace('Z', '').split('.')
  return `${day}_${seconds.replaceAll(':', '-')}-${parts.padEnd(6, '0')}.mp4`
}

async function built(folder: string): Promise<string | undefined> {
  const source = join(folder, 'source')
  const program = join(folder, 'playback')
  try {
    const { stdout } = await run('go', ['mod', 'download', '-json', MODULE])
    const { Dir } = JSON.parse(stdout) as { Dir: string }
    await cp(Dir, source, { recursive: true })
    await run('chmod', ['-R', 'u+w', source])
    const main = join(source, 'cmd/playback')
    await mkdir(main, { recursive: true })
    await cp(join(import.meta.dirname, 'mediamtx.go'), join(main, 'main.go'))
    await run('go', ['build', '-o', program, './cmd/playback'], { cwd: source })
    await rm(source, { recursive: true })
    return program
  } catch (cause) {
    console.log(`without MediaMTX, which needs Go: ${cause instanceof Error ? cause.message : String(cause)}`)
    return undefined
  }
}
