import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { randoms } from './render/noise.ts'

/** Makes simulator/assets/sound/: `node simulator/tools/sound.ts`. Eight seconds that begin where they end. Needs ffmpeg. */

const RATE = 16_000
const FRAME = 1024
const FRAMES = 125
const LENGTH = FRAME * FRAMES
const KBPS = [16, 32, 48]

const random = randoms(20_261_122)
const pcm = new Float32Array(LENGTH)

// A machine hums; every tone goes round a whole number of times.
for (const [turns, level] of [
  [400, 0.05],
  [800, 0.03],
  [1200, 0.012],
] as const) {
  for (let i = 0; i < LENGTH; i++)
    pcm[i] = (pcm[i] ?? 0) + level * Math.sin((2 * Math.PI * turns * i) / LENGTH)
}

// Wind: noise through a slow filter, run twice so that its end fits its beginning.
let wind = 0
for (let i = 0; i < 2 * LENGTH; i++) {
  wind += (random() * 2 - 1 - wind) * 0.04
  const swell = 0.6 + 0.4 * Math.sin((2 * Math.PI * i) / LENGTH)
  if (i >= LENGTH) pcm[i - LENGTH] = (pcm[i - LENGTH] ?? 0) + wind * 0.5 * swell
}

/** Something short: a tone that glides and dies away. */
function note(atS: number, fromHz: number, toHz: number, lengthS: number, level: number) {
  let phase = 0
  for (let i = 0; i < lengthS * RATE; i++) {
    const part = i / (lengthS * RATE)
    phase += (2 * Math.PI * (fromHz + (toHz - fromHz) * part)) / RATE
    const at = (Math.round(atS * RATE) + i) % LENGTH
    pcm[at] = (pcm[at] ?? 0) + level * Math.sin(phase) * Math.sin(Math.PI * part) ** 2
  }
}
for (const at of [1.1, 1.32, 1.5, 5.6, 5.75]) note(at, 2600, 3400, 0.11, 0.16)
for (let at = 0.4; at < 8; at += 0.54) note(at, 130, 60, 0.07, 0.3)

const samples = Buffer.alloc(2 * LENGTH)
pcm.forEach((value, i) => samples.writeInt16LE(Math.round(Math.max(-1, Math.min(1, value)) * 30_000), 2 * i))
/** Three times over, of which the middle is kept: there the encoder knows what comes before. */
function encode(kbps: number): Buffer {
  const encoded = execFileSync(
    'ffmpeg',
    `-v error -f s16le -ar ${RATE} -ac 1 -i - -c:a aac -b:a ${kbps}k -f adts -`.split(' '),
    { input: Buffer.concat([samples, samples, samples]), maxBuffer: 2 ** 24 },
  )
  const frames: Buffer[] = []
  for (let at = 0; at + 7 <= encoded.length;) {
    const length = (encoded.readUInt32BE(at + 2) >>> 5) & 0x1fff
    frames.push(encoded.subarray(at, at + length))
    at += length
  }
  return Buffer.concat(frames.slice(FRAMES, 2 * FRAMES))
}

const folder = new URL('../assets/sound/', import.meta.url)
mkdirSync(folder, { recursive: true })
for (const kbps of KBPS) writeFileSync(new URL(`street-${kbps}.aac`, folder), encode(kbps))
