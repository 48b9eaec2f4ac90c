/**
 * A process that decodes pictures of strangers and encodes them anew, one after the other: an order and the bytes in, a WebP and a
 * PNG out, both empty for what cannot be decoded. It may read the program's own files and nothing else, and has no environment.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

import { decodeBmp } from './bmp.ts'
import { FrameReader, framed } from './frames.ts'
import { type Pixels, scaledTo } from './scale.ts'

const QUALITY = 82
const { resolve } = createRequire(import.meta.url)

// The decoders make what browsers call so.
class Picture {
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number
  constructor(data: Uint8ClampedArray, width: number, height: number) {
    this.data = data
    this.width = width
    this.height = height
  }
}
Object.assign(globalThis, { ImageData: Picture })

async function codec(path: string): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(resolve(path)))
}

/** Made when it is first asked for. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

const PNG = '@jsquash/png/codec/pkg/squoosh_png_bg.wasm'
const pngDecoder = once(async () => {
  const { decode, init } = await import('@jsquash/png/decode.js')
  await init(await codec(PNG))
  return decode
})
const pngEncoder = once(async () => {
  const { default: encode, init } = await import('@jsquash/png/encode.js')
  await init(await codec(PNG))
  return encode
})
const jpegDecoder = once(async () => {
  const { default: decode, init } = await import('@jsquash/jpeg/decode.js')
  await init(await codec('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm'))
  return decode
})
const webpDecoder = once(async () => {
  const { default: decode, init } = await import('@jsquash/webp/decode.js')
  await init(await codec('@jsquash/webp/codec/dec/webp_dec.wasm'))
  return decode
})
const webpEncoder = once(async () => {
  const { default: encode, init } = await import('@jsquash/webp/encode.js')
  await init(await codec('@jsquash/webp/codec/enc/webp_enc_simd.wasm'))
  return encode
})

async function decoded(kind: string, bytes: ArrayBuffer): Promise<Pixels> {
  if (kind === 'png') return (await pngDecoder())(bytes)
  if (kind === 'jpeg') return (await jpegDecoder())(bytes, { preserveOrientation: true })
  if (kind === 'webp') return (await webpDecoder())(bytes)
  return kind === 'gif' ? firstOfGif(new Uint8Array(bytes)) : decodeBmp(Buffer.from(bytes))
}

async function firstOfGif(bytes: Uint8Array): Promise<Pixels> {
  const { GifReader } = await import('omggif')
  const reader = new GifReader(bytes)
  const { width, height } = reader
  const first = reader.frameInfo(0)
  // Its size may be lied about behind the head, which alone was judged.
  if (first.x + first.width > width || first.y + first.height > height) throw new Error('outside its picture')
  const data = new Uint8ClampedArray(width * height * 4)
  reader.decodeAndBlitFrameRGBA(0, data)
  return { data, width, height }
}

interface Order {
  kind: string
  webpSide: number
  pngSide?: number
}

async function make({ kind, webpSide, pngSide }: Order, bytes: Buffer): Promise<Buffer> {
  const whole = await decoded(kind, Uint8Array.from(bytes).buffer)
  const large = pngSide === undefined ? undefined : scaledTo(pngSide, whole)
  const webp = await (await webpEncoder())(scaledTo(webpSide, large ?? whole), { quality: QUALITY })
  const png = large ? await (await pngEncoder())(large) : new ArrayBuffer(0)
  return framed(Buffer.from(webp), Buffer.from(png))
}

const nothing = (): Buffer => framed(Buffer.alloc(0), Buffer.alloc(0))

// The platform sends the next order when it has the answer to this one.
const reader = new FrameReader(([order, bytes]) => {
  // Our own main process made it, so its shape is what `picture-process.ts` sent.
  const asked = JSON.parse(order.toString('utf8')) as Order
  make(asked, bytes)
    .catch(nothing)
    .then((answer) => process.stdout.write(answer))
    .catch(() => process.exit(1))
})
process.stdin.on('data', (chunk: Buffer) => reader.read(chunk))
// The platform that started it is gone, or has no more work for it.
process.stdin.once('end', () => process.exit(0))
