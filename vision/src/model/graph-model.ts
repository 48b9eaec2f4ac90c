/** A graph model of TensorFlow.js as its two files have it. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface Weight {
  shape: number[]
  data: Float32Array
}

export interface GraphNode {
  name: string
  op: string
  input: string[]
  /** Numbers of `strides`, `dilations`. */
  numbers(attribute: string): number[] | undefined
  /** Texts of `padding`, `fused_ops`. */
  texts(attribute: string): string[]
}

export interface GraphModel {
  nodes: ReadonlyMap<string, GraphNode>
  weights: ReadonlyMap<string, Weight>
}

interface Json {
  modelTopology: {
    node: {
      name: string
      op: string
      input?: string[]
      attr?: Record<string, { s?: string; list?: { i?: (string | number)[]; s?: string[] } }>
    }[]
  }
  weightsManifest: [
    { weights: { name: string; shape: number[]; dtype: string; quantization?: { dtype: string } }[] },
  ]
}

/** The package's own file, whose shape its version fixes. */
const parsed = (text: string): Json => JSON.parse(text) as Json
const decoded = (base64: string): string => Buffer.from(base64, 'base64').toString()

export async function readGraphModel(folder: string, name: string): Promise<GraphModel> {
  const [text, bytes] = await Promise.all([
    readFile(join(folder, `${name}.json`), 'utf8'),
    readFile(join(folder, `${name}.bin`)),
  ])
  const { modelTopology, weightsManifest } = parsed(text)
  const weights = new Map<string, Weight>()
  let at = 0
  for (const { name: weight, shape, dtype, quantization } of weightsManifest[0].weights) {
    const count = shape.reduce((product, size) => product * size, 1)
    const isHalf = quantization?.dtype === 'float16'
    const data = new Float32Array(count)
    for (let i = 0; i < count; i++, at += isHalf ? 2 : 4) {
      if (isHalf) data[i] = halfFloat(bytes.readUInt16LE(at))
      else data[i] = dtype === 'int32' ? bytes.readInt32LE(at) : bytes.readFloatLE(at)
    }
    weights.set(weight, { shape, data })
  }
  const nodes = modelTopology.node.map((node): [string, GraphNode] => [
    node.name,
    {
      name: node.name,
      op: node.op,
      input: node.input ?? [],
      numbers: (attribute) => node.attr?.[attribute]?.list?.i?.map(Number),
      texts(attribute) {
        const value = node.attr?.[attribute]
        return [...(value?.s === undefined ? [] : [value.s]), ...(value?.list?.s ?? [])].map(decoded)
      },
    },
  ])
  return { nodes: new Map(nodes), weights }
}

/** IEEE 754 binary16. */
function halfFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1
  const [exponent, fraction] = [(bits >> 10) & 31, bits & 1023]
  if (exponent === 0) return sign * 2 ** -14 * (fraction / 1024)
  if (exponent === 31) return fraction ? NaN : sign * Infinity
  return sign * 2 ** (exponent - 15) * (1 + fraction / 1024)
}
