/** Cameras that nobody here wrote: one film of 1080p25 at 4 Mbit/s, sent to as many as ask, as if each had a camera of its own. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { writeFile } from 'node:fs/promises'

import { freePort } from '../../e2e/src/support/free-port.ts'
import { type Started, startProcess } from '../../e2e/src/support/process.ts'
import { pause } from './statistics.ts'

const GSTREAMER = join(import.meta.dirname, '../../e2e/gstreamer-cameras.py')
const FILM_S = 60
/** Films of GOPs of 2 s begin one after the other: fifty real cameras don't send their key frames at the same moment. */
const FILMS = 10
const APART_S = 0.2

export interface ForeignCameras {
  program: string
  urlOf: (camera: number) => string
  stop(): Promise<void>
}

/** Whether a peer is at hand. */
export function isOnPath(program: string): boolean {
  return spawnSync(program, ['--version']).error === undefined
}

/** MediaMTX, which an ffmpeg feeds, or GStreamer's RTSP server. */
export function startForeignCameras(folder: string, hasMediamtx: boolean): Promise<ForeignCameras> {
  return hasMediamtx ? byMediamtx(folder) : byGstreamer()
}

async function byGstreamer(): Promise<ForeignCameras> {
  const server = startProcess('/usr/bin/python3', [GSTREAMER])
  const [, port] = await server.line(/^port (\d+)$/)
  return {
    program: 'GStreamer',
    urlOf: (camera) => `rtsp://127.0.0.1:${port}/1080p?camera=${camera}`,
    stop: () => server.stop('SIGKILL'),
  }
}

async function byMediamtx(folder: string): Promise<ForeignCameras> {
  const port = await freePort()
  const settings = join(folder, 'cameras.yml')
  const off = ['rtmp', 'hls', 'webrtc', 'srt', 'moq'].map((protocol) => `${protocol}: no\n`).join('')
  await writeFile(
    settings,
    `logLevel: info\n${off}rtspTransports: [tcp]\nrtspAddress: 127.0.0.1:${port}\npaths:\n  all_others:\n`,
  )
  const server = startProcess('mediamtx', [settings])
  await server.line(/\[RTSP\] (?:listener|started|opened)/)
  const film = filmIn(folder)
  const urlOf = (camera: number): string => `rtsp://127.0.0.1:${port}/1080p-${camera % FILMS}`
  const feeds: Started[] = []
  while (feeds.length < FILMS) {
    feeds.push(
      startProcess(
        'ffmpeg',
        // prettier-ignore
        ['-v', 'error', '-nostdin', '-re', '-stream_loop', '-1', '-i', film, '-c', 'copy', '-f', 'rtsp', '-rtsp_transport', 'tcp', urlOf(feeds.length)],
      ),
    )
    await pause(APART_S)
  }
  await server.line(new RegExp(`is publishing to path '1080p-${FILMS - 1}'`))
  return {
    program: 'MediaMTX',
    urlOf: (camera) => `${urlOf(camera)}?camera=${camera}`,
    stop: async () => {
      await Promise.all(feeds.map((feed) => feed.stop('SIGKILL')))
      await server.stop('SIGKILL')
    },
  }
}

/** Moving, with a counter and noise in every picture, and a key frame every two seconds. */
function filmIn(folder: string): string {
  const film = join(folder, 'film.mp4')
  const { status, stderr } = spawnSync(
    'ffmpeg',
    // prettier-ignore
    ['-v', 'error', '-f', 'lavfi', '-i', `testsrc2=size=1920x1080:rate=25:duration=${FILM_S},noise=alls=8:allf=t`, '-pix_fmt', 'yuv420p',
      '-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-g', '50', '-keyint_min', '50', '-sc_threshold', '0',
      '-b:v', '4M', '-maxrate', '4M', '-bufsize', '4M', '-y', film],
  )
  if (status !== 0) throw new Error(`no film: ${String(stderr)}`)
  return film
}
