/** GStreamer's RTSP server, an implementation of the protocol that is not ours. */
import { resolve } from 'node:path'

import { type Started, startProcess } from './process.ts'

export interface GstreamerCameras {
  /** A path of e2e/gstreamer-cameras.py. */
  url(path: `/${string}`): string
  started: Started
  stop(): Promise<void>
}

interface Options {
  /** Digest authentication for this user. */
  login?: { username: string; password: string }
  /** RTSPS with cert.pem and key.pem of this folder. */
  tlsFolder?: string
  /** What `/clip` plays. */
  clip?: string
}

export async function startGstreamer({ login, tlsFolder, clip }: Options = {}): Promise<GstreamerCameras> {
  const script = resolve(import.meta.dirname, '../../gstreamer-cameras.py')
  const started = startProcess('/usr/bin/python3', [
    script,
    ...(login ? ['--auth', login.username, login.password] : []),
    ...(tlsFolder ? ['--tls', tlsFolder] : []),
    ...(clip ? ['--clip', clip] : []),
  ])
  const [, port] = await started.line(/^port (\d+)$/)
  const scheme = tlsFolder ? 'rtsps' : 'rtsp'
  return {
    url: (path) => `${scheme}://127.0.0.1:${port}${path}`,
    started,
    stop: () => started.stop('SIGKILL'),
  }
}
