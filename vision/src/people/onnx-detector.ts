/** People by an ONNX model in onnxruntime-node: the package's CenterNet, converted at the first start, or an operator's file. */
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

import type { InferenceSession, Tensor } from 'onnxruntime-node'

import { centerNetAsOnnx } from '../model/convert.ts'
import { readGraphModel } from '../model/graph-model.ts'
import { overlap, type Picture, rgbOf } from '../picture.ts'
import type { Person, PersonDetector, PersonDetectorOutcome } from './person-detector.ts'

export interface OnnxOptions {
  /** Where the converted model is kept. */
  cacheFolder: string
  /** An operator's own model with the same inputs and outputs as the converted one (`vision/src/model/convert.ts`). */
  modelFile?: string | undefined
}

/** The longer side of the picture given to the model: people a fortieth of it in height still show, at 14 ms a picture. */
const LONGER_SIDE = 416
const STRIDE = 4
const MULTIPLE = 32
export const LEAST_SCORE = 0.25
const SAME_PERSON = 0.45
/** Changed with the conversion, so that an older file is made anew. */
const CONVERSION = 1

export async function openOnnxDetector(options: OnnxOptions): Promise<PersonDetectorOutcome> {
  const runtime = await import('onnxruntime-node').catch(() => undefined)
  if (!runtime)
    return { ok: false, detail: 'The package onnxruntime-node is not installed or does not run here.' }
  const file = options.modelFile ?? (await packageModel(options.cacheFolder))
  if (file === undefined) return { ok: false, detail: 'The package @vladmandic/human is not installed.' }
  try {
    const session = await runtime.InferenceSession.create(file, {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      executionMode: 'sequential',
    })
    const name = options.modelFile === undefined ? 'CenterNet' : options.modelFile
    return { ok: true, detector: detectorOf(session, runtime.Tensor, name) }
  } catch (error) {
    return { ok: false, detail: `The model ${file} can't be used: ${String(error)}` }
  }
}

/** The file of the package's model, converted where that has not been done. */
async function packageModel(cacheFolder: string): Promise<string | undefined> {
  const folder = modelFolder()
  if (folder === undefined) return undefined
  const { version } = JSON.parse(await readFile(join(folder, '../package.json'), 'utf8')) as {
    version: string
  }
  const key = createHash('sha256').update(`${version} ${CONVERSION}`).digest('hex').slice(0, 12)
  const file = join(cacheFolder, `person-${key}.onnx`)
  const isThere = await readFile(file).then(
    () => true,
    () => false,
  )
  if (isThere) return file
  await mkdir(cacheFolder, { recursive: true })
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, centerNetAsOnnx(await readGraphModel(folder, 'centernet')))
  await rename(unfinished, file)
  return file
}

function modelFolder(): string | undefined {
  try {
    const { resolve } = createRequire(import.meta.url)
    // Its package.json is not exported; its program stands in `dist`.
    return join(dirname(resolve('@vladmandic/human')), '../models')
  } catch {
    // It is an optional dependency.
    return undefined
  }
}

function detectorOf(session: InferenceSession, Tensors: typeof Tensor, name: string): PersonDetector {
  return {
    name,
    async find(picture) {
      const { width, height } = inputSize(picture)
      const image = new Tensors('uint8', rgbOf(picture, width, height), [1, height, width, 3])
      const { heat, ltrb } = await session.run({ image })
      if (!(heat?.data instanceof Float32Array) || !(ltrb?.data instanceof Float32Array))
        throw new Error('the model answers with other outputs than heat and ltrb')
      return distinct(peaks(heat.data, ltrb.data, width, height))
    },
    close: () => session.release(),
  }
}

export function inputSize({ width, height }: Pick<Picture, 'width' | 'height'>) {
  const scale = LONGER_SIDE / Math.max(width, height)
  const whole = (side: number): number => Math.max(1, Math.round((side * scale) / MULTIPLE)) * MULTIPLE
  return { width: whole(width), height: whole(height) }
}

/** Where the heat is above all of its neighbours'. */
function peaks(heat: Float32Array, ltrb: Float32Array, width: number, height: number): Person[] {
  const [columns, rows] = [width / STRIDE, height / STRIDE]
  const count = columns * rows
  const found: Person[] = []
  for (let row = 0, at = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, at++) {
      const score = heat[at] ?? 0
      if (score < LEAST_SCORE || !isPeak(heat, columns, rows, column, row)) continue
      const side = (which: number): number => ltrb[at + which * count] ?? 0
      const x = (column * STRIDE - side(0)) / width
      const y = (row * STRIDE - side(1)) / height
      const right = (column * STRIDE + side(2)) / width
      const bottom = (row * STRIDE + side(3)) / height
      found.push({ x, y, width: right - x, height: bottom - y, score })
    }
  }
  return found
}

function isPeak(heat: Float32Array, columns: number, rows: number, column: number, row: number): boolean {
  const score = heat[row * columns + column] ?? 0
  for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++)
    for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++)
      if ((heat[y * columns + x] ?? 0) > score) return false
  return true
}

/** The surest box of each person. */
function distinct(found: readonly Person[]): Person[] {
  const kept: Person[] = []
  for (const person of found.toSorted((a, b) => b.score - a.score))
    if (!kept.some((other) => overlap(other, person) > SAME_PERSON)) kept.push(person)
  return kept
}
