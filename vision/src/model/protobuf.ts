/** The part of protobuf's wire format that writing an ONNX file takes. */
export class Message {
  readonly #parts: Uint8Array[] = []

  int(field: number, value: number): this {
    this.#varint(field << 3)
    return this.#varint(value)
  }

  float(field: number, value: number): this {
    const bytes = Buffer.alloc(4)
    bytes.writeFloatLE(value)
    this.#varint((field << 3) | 5)
    this.#parts.push(bytes)
    return this
  }

  bytes(field: number, content: Uint8Array | string): this {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    this.#varint((field << 3) | 2)
    this.#varint(bytes.length)
    this.#parts.push(bytes)
    return this
  }

  message(field: number, message: Message): this {
    return this.bytes(field, message.encoded())
  }

  encoded(): Buffer {
    return Buffer.concat(this.#parts)
  }

  #varint(value: number): this {
    let left = BigInt(value)
    const bytes: number[] = []
    do {
      const low = Number(left & 127n)
      left >>= 7n
      bytes.push(left > 0n ? low | 128 : low)
    } while (left > 0n)
    this.#parts.push(Uint8Array.from(bytes))
    return this
  }
}
