/** The container image: built from the Dockerfile, started as it starts itself, and asked by its own health check. */
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'

import { freePort } from '../e2e/src/support/free-port.ts'

const run = promisify(execFile)
const BUILD = resolve(import.meta.dirname, '../.ci/image')
const PATIENCE_MS = 900_000
/** CI must have it, and be root. */
const CANNOT_BUILD =
  process.env['CI'] === undefined &&
  (process.getuid?.() !== 0 || spawnSync('buildah', ['--version']).status !== 0)

const Image = z.object({
  Manifest: z.string(),
  Docker: z.object({
    config: z.object({
      User: z.string(),
      Cmd: z.array(z.string()),
      Healthcheck: z.object({ Test: z.array(z.string()) }),
    }),
  }),
})

const Manifest = z.object({ layers: z.array(z.object({ size: z.int() })) })

describe.skipIf(CANNOT_BUILD)('the container image', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vedette-image-'))
  const buildah = (...args: string[]): string[] => [
    '--root',
    join(folder, 'images'),
    '--runroot',
    join(folder, 'run'),
    ...args,
  ]
  const inside = (port: number, ...command: string[]): string[] => {
    const env = ['--env', `VEDETTE_PORT=${port}`, '--env', 'VEDETTE_MQTT_PORT=0']
    return buildah('run', '--isolation', 'chroot', ...env, 'tried', '--', ...command)
  }
  let config: z.infer<typeof Image>['Docker']['config']
  let layers: z.infer<typeof Manifest>['layers']
  let platform: ChildProcess | undefined

  beforeAll(async () => {
    await run(BUILD, [folder])
    const { stdout } = await run('buildah', buildah('inspect', '--type', 'image', 'localhost/vedette'))
    const image = Image.parse(JSON.parse(stdout))
    config = image.Docker.config
    layers = Manifest.parse(JSON.parse(image.Manifest)).layers
    await run('buildah', buildah('from', '--pull-never', '--name', 'tried', 'localhost/vedette'))
  }, PATIENCE_MS)

  afterAll(async () => {
    if (platform?.pid !== undefined && platform.exitCode === null) {
      process.kill(-platform.pid, 'SIGTERM')
      await once(platform, 'exit')
    }
    await run('buildah', buildah('rm', '--all'))
    rmSync(folder, { recursive: true })
  }, PATIENCE_MS)

  it('is as large as the documentation says, within a tenth', async () => {
    const page = await readFile(resolve(import.meta.dirname, '../docs/install.md'), 'utf8')
    const saidMb = Number(/adds (\d+) MB to its base/.exec(page)?.[1])
    // The base is one layer here, and all that was built on it another.
    const [, ours, ...others] = layers.map(({ size }) => size / 1e6)
    expect(others).toEqual([])
    expect(ours).toBeGreaterThan(saidMb * 0.9)
    expect(ours).toBeLessThan(saidMb * 1.1)
  })

  it('runs as a user without rights, who can change nothing of the program', async () => {
    expect(config.User).toBe('1000:1000')
    await expect(run('buildah', inside(0, 'touch', 'start.js'))).rejects.toThrow('Permission denied')
  })

  it(
    'starts, is healthy, has the console, and has been compiled before',
    async () => {
      const [, ...check] = config.Healthcheck.Test
      const port = await freePort()
      await expect(run('buildah', inside(port, ...check))).rejects.toThrow('ECONNREFUSED')
      const before = await compiled(port)

      // A group of its own, so that it ends with all that it started.
      platform = spawn('buildah', inside(port, ...config.Cmd), {
        detached: true,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let said = ''
      for await (const chunk of platform.stdout ?? []) {
        said += String(chunk)
        if (said.includes('Vedette is at')) break
      }
      expect(said).toContain(`Vedette is at https://localhost:${port}/`)
      await run('buildah', inside(port, ...check))
      expect(await pageAt(port)).toContain('<div id="root">')
      expect(await compiled(port)).toBe(before)
    },
    PATIENCE_MS,
  )

  /** How much Node has compiled and kept. */
  async function compiled(port: number): Promise<string> {
    const { stdout } = await run(
      'buildah',
      inside(port, 'sh', '-c', 'ls -R node_modules/.cache | sort | cksum'),
    )
    return stdout
  }
})

async function pageAt(port: number): Promise<string> {
  // The certificate is its own.
  const request = get({ host: '127.0.0.1', port, path: '/', rejectUnauthorized: false })
  const [response] = await once(request, 'response')
  return text(response)
}
