/** Cameras that nobody here wrote, and a reader: GStreamer's. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const SCRIPT = fileURLToPath(new URL('../../../e2e/gstreamer-cameras.py', import.meta.url))
const PYTHON = '/usr/bin/python3'

const HAS_GSTREAMER =
  spawnSync(PYTHON, ['-c', 'import gi; gi.require_version("GstRtspServer", "1.0")']).status === 0
/** CI must have it. */
export const WITHOUT_GSTREAMER = !HAS_GSTREAMER && process.env['CI'] === undefined

export interface Cameras {
  process: ChildProcess
  port: string
}

export async function startCameras(...args: string[]): Promise<Cameras> {
  const child = spawn(PYTHON, [SCRIPT, ...args], { stdio: ['ignore', 'pipe', 'ignore'] })
  for await (const line of createInterface(child.stdout)) {
    const port = /^port (\d+)$/.exec(line)?.[1]
    if (port !== undefined) return { process: child, port }
  }
  throw new Error('GStreamer ended before it listened')
}

/** How many pictures GStreamer's demultiplexer finds in a file. */
export async function picturesByGstreamer(file: string): Promise<number> {
  const child = spawn(
    'gst-launch-1.0',
    // prettier-ignore
    ['-v', 'filesrc', `location=${file}`, '!', 'qtdemux', 'name=demux', 'demux.video_0', '!', 'queue', '!', 'fakesink', 'silent=false', 'sync=false'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const said = await text(child.stdout)
  return said.match(/last-message = chain /g)?.length ?? 0
}
