import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { personScore, USUAL_SENSITIVITY } from '../settings.ts'
import { hasFootage, labels } from '../testing/footage.ts'
import { peopleScore } from '../testing/people-score.ts'
import { inputSize, openOnnxDetector } from './onnx-detector.ts'
import type { PersonDetectorOutcome } from './person-detector.ts'

let cacheFolder: string
let opened: PersonDetectorOutcome
beforeAll(async () => {
  cacheFolder = await mkdtemp(join(tmpdir(), 'vision-model-'))
  opened = await openOnnxDetector({ cacheFolder })
})
afterAll(async () => {
  if (opened.ok) await opened.detector.close()
  await rm(cacheFolder, { recursive: true, force: true })
})

it('the model is converted once, or it is said what is not installed', async () => {
  if (!opened.ok) return expect(opened.detail).toMatch(/not installed/)
  const files = await readdir(cacheFolder)
  expect(files).toEqual([expect.stringMatching(/^person-[0-9a-f]{12}\.onnx$/)])
  const again = await openOnnxDetector({ cacheFolder })
  expect(again.ok).toBe(true)
  if (again.ok) await again.detector.close()
  expect(await readdir(cacheFolder)).toEqual(files)
})

it('a file that is no model is told of by its name', async () => {
  const modelFile = join(cacheFolder, 'none.onnx')
  await writeFile(modelFile, 'no model')
  const outcome = await openOnnxDetector({ cacheFolder, modelFile })
  expect(outcome).toMatchObject({ ok: false, detail: expect.stringMatching(/none\.onnx|onnxruntime-node/) })
})

it('what the model is given has sides that 32 divides, in the shape of the picture', () => {
  expect(inputSize({ width: 640, height: 360 })).toEqual({ width: 416, height: 224 })
  expect(inputSize({ width: 640, height: 480 })).toEqual({ width: 416, height: 320 })
  expect(inputSize({ width: 240, height: 640 })).toEqual({ width: 160, height: 416 })
})

describe.runIf(hasFootage)('on real footage, with one set of thresholds', () => {
  it('of the people in a yard 95 % are right and 80 % are found', async () => {
    if (!opened.ok) return expect(opened.detail).toMatch(/not installed/)
    const fps = labels()['pets_a']?.fps ?? 0
    const { detector } = opened
    const score = await peopleScore(
      'pets_a',
      fps,
      (picture) => detector.find(picture),
      personScore(USUAL_SENSITIVITY),
    )
    expect(score.precision).toBeGreaterThanOrEqual(0.95)
    expect(score.recall).toBeGreaterThanOrEqual(0.8)
  })
})
