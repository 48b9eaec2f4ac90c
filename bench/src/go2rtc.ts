/** go2rtc with nothing but its page and its streams, to be measured beside. */
import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { freePort } from '../../e2e/src/support/free-port.ts'
import { type Started, startProcess } from '../../e2e/src/support/process.ts'

export interface Go2rtc {
  started: Started
  /** `http://127.0.0.1:port`. */
  address: string
  stop(): Promise<void>
}

/** `streams`: RTSP URLs by name; `preload`: those that are connected before anybody watches. */
export async function startGo2rtc(
  streams: Readonly<Record<string, string>>,
  preload: readonly string[] = [],
): Promise<Go2rtc> {
  const folder = mkdtempSync(join(tmpdir(), 'vedette-bench-go2rtc-'))
  const port = await freePort()
  const file = join(folder, 'go2rtc.yaml')
  const api = { listen: `127.0.0.1:${port}` }
  const off = { listen: '' }
  const early = Object.fromEntries(preload.map((name) => [name, 'video']))
  // YAML 1.2 holds JSON.
  await writeFile(file, JSON.stringify({ api, rtsp: off, webrtc: off, streams, preload: early }))
  const started = startProcess('go2rtc', ['-config', file])
  const stop = async (): Promise<void> => {
    await started.stop('SIGKILL')
    rmSync(folder, { recursive: true })
  }
  try {
    await started.line(/api.*listen/)
  } catch (error) {
    await stop()
    throw error
  }
  return { started, address: `http://${api.listen}`, stop }
}
