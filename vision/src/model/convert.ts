/**
 * The CenterNet of the package `@vladmandic/human`, a graph model of TensorFlow.js, as an ONNX file: weights from NHWC to
 * NCHW, hard-swish as HardSigmoid and Mul, one class, any width and height that 32 divides, and RGB bytes as its input.
 */
import type { GraphModel, GraphNode, Weight } from './graph-model.ts'
import { OnnxGraph } from './onnx.ts'

const PERSON = 0
const CLASS_HEAD = 'centernet_cls_output'
const HEATMAP = 'tower_0/keypoints'
const SIZES = 'tower_0/wh'
const FLOAT = 1

/** Outputs: `heat` [1, 1, H/4, W/4] and `ltrb` [1, 4, H/4, W/4], distances to the sides in pixels. */
export function centerNetAsOnnx(model: GraphModel): Buffer {
  const conversion = new Conversion(model)
  const { graph } = conversion
  graph.operator('Identity', [conversion.output(HEATMAP)], {}, 'heat')
  graph.operator('Identity', [conversion.output(SIZES)], {}, 'ltrb')
  graph.input('image', 'uint8', ['N', 'H', 'W', 3])
  graph.output('heat', 'float', ['N', 1, 'h', 'w'])
  graph.output('ltrb', 'float', ['N', 4, 'h', 'w'])
  return graph.file('centernet')
}

class Conversion {
  readonly graph = new OnnxGraph()
  readonly #model: GraphModel
  readonly #done = new Map<string, string>()

  constructor(model: GraphModel) {
    this.#model = model
  }

  /** The ONNX name of what the node or weight is. */
  output(name: string): string {
    const done = this.#done.get(name) ?? this.#convert(name)
    this.#done.set(name, done)
    return done
  }

  #convert(name: string): string {
    const weight = this.#model.weights.get(name)
    if (weight)
      return this.graph.weight(
        weight.shape.length > 0 ? [1, weight.shape.at(-1) ?? 1, 1, 1] : [],
        weight.data,
      )
    const node = this.#node(name)
    const inputs = (count = node.input.length): string[] =>
      node.input.slice(0, count).map((input) => this.output(input))
    switch (node.op) {
      case 'Placeholder': {
        const planes = this.graph.operator('Transpose', ['image'], { perm: [0, 3, 1, 2] })
        return this.graph.operator('Cast', [planes], { to: FLOAT })
      }
      case 'Conv2D':
      case '_FusedConv2D':
        return this.#convolution(node, false)
      case 'DepthwiseConv2dNative':
      case 'FusedDepthwiseConv2dNative':
        return this.#convolution(node, true)
      case 'Identity':
        return this.output(node.input[0] ?? '')
      case 'Relu':
      case 'Sigmoid':
      case 'Add':
        return this.graph.operator(node.op, inputs())
      case 'Relu6':
        return this.#clipped(this.output(node.input[0] ?? ''))
      case 'Mean':
        return this.graph.operator('GlobalAveragePool', inputs(1))
      case 'ConcatV2':
        return this.graph.operator('Concat', inputs(node.input.length - 1), { axis: 1 })
      case 'ResizeBilinear': {
        const twice = this.graph.weight([4], Float32Array.of(1, 1, 2, 2))
        const how = { mode: 'linear', coordinate_transformation_mode: 'asymmetric' }
        return this.graph.operator('Resize', [...inputs(1), '', twice], how)
      }
      case 'Mul':
        return this.#hardSwish(node) ?? this.graph.operator('Mul', inputs())
      default:
        throw new Error(`the model has an operator that is not known here: ${node.op}`)
    }
  }

  #node(name: string): GraphNode {
    const node = this.#model.nodes.get(name)
    if (!node) throw new Error(`the model has no ${name}`)
    return node
  }

  #weight(name: string): Weight {
    const weight = this.#model.weights.get(name)
    if (!weight) throw new Error(`the model has no weight ${name}`)
    return weight
  }

  #scalar(name: string | undefined): number | undefined {
    const weight = name === undefined ? undefined : this.#model.weights.get(name)
    return weight?.data.length === 1 ? weight.data[0] : undefined
  }

  #clipped(input: string): string {
    const bound = (value: number): string => this.graph.weight([], Float32Array.of(value))
    return this.graph.operator('Clip', [input, bound(0), bound(6)])
  }

  #hardSigmoid(input: string): string {
    return this.graph.operator('HardSigmoid', [input], { alpha: { float: 1 / 6 }, beta: { float: 0.5 } })
  }

  /** x of relu6(x + 3). */
  #insideRelu6(name: string | undefined): string | undefined {
    const relu = name === undefined ? undefined : this.#model.nodes.get(name)
    const sum = relu?.op === 'Relu6' ? this.#model.nodes.get(relu.input[0] ?? '') : undefined
    return sum?.op === 'Add' && this.#scalar(sum.input[1]) === 3 ? sum.input[0] : undefined
  }

  /** 1/6 · relu6(x + 3), and x/6 · relu6(x + 3), with their factors in either order. */
  #hardSwish({ input }: GraphNode): string | undefined {
    for (const [factor, relu] of [input, input.toReversed()]) {
      const inside = this.#insideRelu6(relu)
      if (inside === undefined || factor === undefined) continue
      if (isSixth(this.#scalar(factor))) return this.#hardSigmoid(this.output(inside))
      const scaled = this.#model.nodes.get(factor)
      if (scaled?.op !== 'Mul' || scaled.input[1] !== inside || !isSixth(this.#scalar(scaled.input[0])))
        continue
      const x = this.output(inside)
      return this.graph.operator('Mul', [x, this.#hardSigmoid(x)])
    }
    return undefined
  }

  #convolution(node: GraphNode, isDepthwise: boolean): string {
    const [input = '', weight = '', bias] = node.input
    const kernel = this.#weight(weight)
    const isHead = node.name.includes(CLASS_HEAD)
    const { shape, data } = isDepthwise ? depthwiseKernel(kernel) : kernelFor(kernel, isHead)
    const inputs = [this.output(input), this.graph.weight(shape, data)]
    if (bias !== undefined) {
      const all = this.#weight(bias).data
      const kept = isHead ? all.slice(PERSON, PERSON + 1) : all
      inputs.push(this.graph.weight([kept.length], kept))
    }
    const strides = node.numbers('strides') ?? [1, 1, 1, 1]
    const dilations = node.numbers('dilations') ?? [1, 1, 1, 1]
    let result = this.graph.operator('Conv', inputs, {
      kernel_shape: shape.slice(2),
      strides: strides.slice(1, 3),
      dilations: dilations.slice(1, 3),
      group: isDepthwise ? (shape[0] ?? 1) : 1,
      auto_pad: node.texts('padding')[0] === 'SAME' ? 'SAME_UPPER' : 'VALID',
    })
    for (const fused of node.texts('fused_ops')) {
      if (fused === 'Relu') result = this.graph.operator('Relu', [result])
      if (fused === 'Relu6') result = this.#clipped(result)
    }
    return result
  }
}

const isSixth = (value: number | undefined): boolean => value !== undefined && Math.abs(value - 1 / 6) < 1e-3

/** [height, width, in, out] to [out, in, height, width]; of the head the class of people alone. */
function kernelFor({ shape, data }: Weight, isHead: boolean): Weight {
  const [height = 1, width = 1, ins = 1, outs = 1] = shape
  const [first, count] = isHead ? [PERSON, 1] : [0, outs]
  const kernel = new Float32Array(count * ins * height * width)
  let to = 0
  for (let out = first; out < first + count; out++)
    for (let each = 0; each < ins; each++)
      for (let at = 0; at < height * width; at++) kernel[to++] = data[(at * ins + each) * outs + out] ?? 0
  return { shape: [count, ins, height, width], data: kernel }
}

/** [height, width, in, multiplier] to [in · multiplier, 1, height, width]. */
function depthwiseKernel({ shape, data }: Weight): Weight {
  const [height = 1, width = 1, ins = 1, multiplier = 1] = shape
  const count = ins * multiplier
  const kernel = new Float32Array(data.length)
  let to = 0
  for (let out = 0; out < count; out++)
    for (let at = 0; at < height * width; at++) kernel[to++] = data[at * count + out] ?? 0
  return { shape: [count, 1, height, width], data: kernel }
}
