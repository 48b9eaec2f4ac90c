/** GStreamer's RTSP server, an implementation of the protocol that is not ours. */
import { resolve } from 'node:path'

import { type Started, startProcess } from './process.ts'

export interface GstreamerCameras {
  url(path: '/h264-aac' | '/h264' | '/mjpeg'): string
  started: Started
  stop(): Promise<void>
}

export async function startGstreamer(login?: {
  username: string
  password: string
}): Promise<GstreamerCameras> {
  const script = resolve(import.meta.dirname, '../../gstreamer-cameras.py')
  const started = startProcess('/usr/bin/python3', [
    script,
    ...(login ? ['--auth', login.username, login.password] : []),
  ])
  const [, port] = await started.line(/^port (\d+)$/)
  return { url: (path) => `rtsp://127.0.0.1:${port}${path}`, started, stop: () => started.stop('SIGKILL') }
}
