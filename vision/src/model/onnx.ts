/** Writes an ONNX graph: onnx.proto of ONNX 1.12, operator set 17. */
import { Message } from './protobuf.ts'

export type Attribute = number | number[] | string | { float: number }
type Dimension = number | string

const TENSOR = { float: 1, uint8: 2 } as const
const ATTRIBUTE = { float: 1, int: 2, string: 3, ints: 7 } as const
const IR_VERSION = 8
const OPERATOR_SET = 17

export class OnnxGraph {
  readonly #graph = new Message()
  readonly #weights: Message[] = []
  readonly #ports: [field: number, port: Message][] = []
  #count = 0

  /** Returns the name of its output. */
  operator(
    type: string,
    inputs: readonly string[],
    attributes: Record<string, Attribute> = {},
    output?: string,
  ): string {
    const name = output ?? `t${this.#count++}`
    const node = new Message()
    for (const input of inputs) node.bytes(1, input)
    node.bytes(2, name).bytes(3, name).bytes(4, type)
    for (const [key, value] of Object.entries(attributes)) node.message(5, attribute(key, value))
    this.#graph.message(1, node)
    return name
  }

  weight(shape: readonly number[], data: Float32Array): string {
    const name = `w${this.#count++}`
    const tensor = new Message()
    for (const size of shape) tensor.int(1, size)
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    this.#weights.push(tensor.int(2, TENSOR.float).bytes(8, name).bytes(9, bytes))
    return name
  }

  input(name: string, type: keyof typeof TENSOR, shape: readonly Dimension[]): void {
    this.#ports.push([11, port(name, type, shape)])
  }

  output(name: string, type: keyof typeof TENSOR, shape: readonly Dimension[]): void {
    this.#ports.push([12, port(name, type, shape)])
  }

  file(name: string): Buffer {
    this.#graph.bytes(2, name)
    for (const weight of this.#weights) this.#graph.message(5, weight)
    for (const [field, each] of this.#ports) this.#graph.message(field, each)
    const operators = new Message().bytes(1, '').int(2, OPERATOR_SET)
    return new Message()
      .int(1, IR_VERSION)
      .bytes(2, 'vedette')
      .message(7, this.#graph)
      .message(8, operators)
      .encoded()
  }
}

function attribute(name: string, value: Attribute): Message {
  const message = new Message().bytes(1, name)
  if (typeof value === 'string') return message.bytes(4, value).int(20, ATTRIBUTE.string)
  if (typeof value === 'number') return message.int(3, value).int(20, ATTRIBUTE.int)
  if (!Array.isArray(value)) return message.float(2, value.float).int(20, ATTRIBUTE.float)
  for (const each of value) message.int(8, each)
  return message.int(20, ATTRIBUTE.ints)
}

function port(name: string, type: keyof typeof TENSOR, dimensions: readonly Dimension[]): Message {
  const shape = new Message()
  for (const size of dimensions)
    shape.message(1, typeof size === 'number' ? new Message().int(1, size) : new Message().bytes(2, size))
  const tensor = new Message().int(1, TENSOR[type]).message(2, shape)
  return new Message().bytes(1, name).message(2, new Message().message(1, tensor))
}
