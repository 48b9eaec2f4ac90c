import { spawnSync } from 'node:child_process'

import { expect, it } from 'vitest'

import { flacFrame, streamInfo } from '@vedette/contract/footage/flac'

const RATE = 8000
const FRAME = 320

it.each([0, 127, 128, 70_000])('frames from sample %i on are decoded to the very samples', (first) => {
  const wanted = Int16Array.from({ length: RATE }, (_, i) => 20_000 * Math.sin(i / 5))
  const samples = Float32Array.from(wanted, (value) => value / 32_768)
  const frames = Array.from({ length: RATE / FRAME }, (_, i) =>
    flacFrame(samples.subarray(i * FRAME, (i + 1) * FRAME), first + i * FRAME),
  )
  const input = Buffer.concat([Buffer.from('fLaC'), streamInfo(RATE), ...frames])
  const checked = ['-err_detect', 'crccheck+explode', '-f', 'flac', '-i', '-', '-f', 's16le', '-']
  const { stdout, stderr } = spawnSync('ffmpeg', ['-loglevel', 'warning', ...checked], { input })
  expect(stderr.toString()).toBe('')
  expect(stdout.equals(Buffer.from(wanted.buffer))).toBe(true)
})
