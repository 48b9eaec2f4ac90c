/** A camera that is set to JPEG, as programs see it that nobody here wrote: npm's onvif sets it, ffmpeg plays it. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { readStrip } from '@vedette/contract/time-strip'
import { Cam, type RequestCallback } from 'onvif'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Quality } from '../scene/scene.ts'
import { type Simulator, startSimulator } from '../simulator.ts'
import { RtspClient } from '../testing/client.ts'

const login = { username: 'admin', password: 'correct-horse' }
const SIZES = { main: { width: 1920, height: 1080 }, sub: { width: 640, height: 360 } }

let simulator: Simulator
let camera: Cam
beforeAll(async () => {
  simulator = await startSimulator({ devices: 1, rtspPort: 0, onvifPort: 0, discoveryPort: 0, ...login })
  camera = await new Promise<Cam>((resolve, reject) => {
    const at = { hostname: '127.0.0.1', port: simulator.onvifPort, path: '/onvif/1/device_service' }
    const made = new Cam({ ...at, ...login }, (error) => (error ? reject(error) : resolve(made)))
  })
})
afterEach(async () => {
  for (const quality of ['main', 'sub'] satisfies Quality[]) await set(quality, 'H264', 25)
})
afterAll(() => simulator.close())

/** The answer to what is asked with this callback. */
function told(ask: (callback: RequestCallback<unknown>) => void): Promise<unknown> {
  return new Promise((resolve, reject) => {
    ask((error, answer) => (error ? reject(error) : resolve(answer)))
  })
}

function set(quality: Quality, encoding: string, frameRateLimit: number): Promise<unknown> {
  const options = { token: `encoder-${quality}1`, encoding, rateControl: { frameRateLimit } }
  return told((done) => camera.setVideoEncoderConfiguration(options, done))
}

const encoders = () => told((done) => camera.getVideoEncoderConfigurations(done))

/** Pictures by ffmpeg, which must not complain: their luma, black 0 and white 255. */
async function played(quality: Quality, count: number): Promise<Buffer[]> {
  const { username, password } = login
  const url = `rtsp://${username}:${password}@127.0.0.1:${simulator.rtspPort}/cam/1/${quality}`
  const how = [
    '-v',
    'error',
    '-rtsp_transport',
    'tcp',
    '-i',
    url,
    '-frames:v',
    String(count),
    '-fps_mode',
    'passthrough',
  ]
  const options = { encoding: 'buffer', maxBuffer: 2 ** 28 } as const
  const run = promisify(execFile)
  const { stdout, stderr } = await run('ffmpeg', [...how, '-f', 'rawvideo', '-pix_fmt', 'gray', '-'], options)
  expect(stderr.toString()).toBe('')
  const { width, height } = SIZES[quality]
  const size = width * height
  return Array.from({ length: stdout.length / size }, (_, i) => stdout.subarray(i * size, (i + 1) * size))
}

/** The most by which half of the pixels differ, whatever moves across the others. */
function medianDifference(one: Buffer, other: Buffer): number {
  const differences = Uint8Array.from(one, (value, i) => Math.abs(value - (other[i] ?? 0)))
  return differences.toSorted()[differences.length >> 1] ?? 255
}

describe.each(['main', 'sub'] satisfies Quality[])('the %s stream', (quality) => {
  test('becomes JPEG that shows the same scene, camera and time, and H.264 again', async () => {
    const { width } = SIZES[quality]
    const [before = Buffer.alloc(0)] = await played(quality, 1)
    await set(quality, 'JPEG', 10)
    expect(await encoders()).toMatchObject(
      ['main', 'sub'].map((each) => ({
        $: { token: `encoder-${each}1` },
        encoding: each === quality ? 'JPEG' : 'H264',
      })),
    )
    const startedMs = Date.now()
    const pictures = await played(quality, 4)
    const readings = pictures.map((picture) =>
      readStrip(width, (x, y) => picture[y * width + x] ?? 0, startedMs),
    )
    const firstMs = readings[0]?.timeMs ?? 0
    expect(firstMs).toBeGreaterThan(startedMs - 1000)
    const sinceFirst = readings.map((reading) => (reading?.timeMs ?? 0) - firstMs)
    // A machine that does much else leaves some out.
    expect(sinceFirst).toEqual([...new Set(sinceFirst)].toSorted((a, b) => a - b))
    expect(sinceFirst.map((ms) => ms % 100)).toEqual([0, 0, 0, 0])
    expect(readings.map((reading) => reading?.camera)).toEqual([1, 1, 1, 1])
    for (const picture of pictures) expect(medianDifference(picture, before)).toBeLessThan(6)

    await set(quality, 'H264', 25)
    expect(await encoders()).toMatchObject([{ encoding: 'H264' }, { encoding: 'H264' }])
    const [after = Buffer.alloc(0)] = await played(quality, 1)
    expect(medianDifference(after, before)).toBeLessThan(6)
  })

  test('is set to JPEG only at rates that it has', async () => {
    await expect(set(quality, 'JPEG', 25)).rejects.toThrow('Wrong')
    expect(await encoders()).toMatchObject([{ encoding: 'H264' }, { encoding: 'H264' }])
  })
})

test('both codecs are offered, each with its rates', async () => {
  expect(
    await told((done) => camera.getVideoEncoderConfigurationOptions('encoder-sub1', done)),
  ).toMatchObject([
    { $: { FrameRatesSupported: '5 10 20 25' }, encoding: 'H264' },
    { $: { FrameRatesSupported: '5 10' }, encoding: 'JPEG' },
  ])
})

test('a player is cut off when the codec becomes another, and is told of JPEG when he asks again', async () => {
  const url = `rtsp://127.0.0.1:${simulator.rtspPort}/cam/1/sub`
  const viewer = new RtspClient(url)
  const setUp = await viewer.authorized('SETUP', login, ['Transport: RTP/AVP/TCP;unicast;interleaved=0-1'])
  const session = `Session: ${setUp.headers.get('session')?.split(';')[0]}`
  expect((await viewer.authorized('PLAY', login, [session])).status).toBe(200)
  const gone = once(viewer.socket, 'close')
  await set('sub', 'JPEG', 5)
  await gone
  const again = new RtspClient(url)
  const { body } = await again.authorized('DESCRIBE', login)
  again.socket.destroy()
  expect(body).toMatch(/m=video 0 RTP\/AVP 26\r\na=rtpmap:26 JPEG\/90000\r\na=framerate:5\r\n/)
  expect(body).not.toContain('sprop-parameter-sets')
})
