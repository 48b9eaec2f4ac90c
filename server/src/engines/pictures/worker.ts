/**
 * A process that decodes one picture of a stranger and encodes it anew: `worker.ts <kind> <longest side> [<longest side of a PNG>]`,
 * bytes in, WebP out; where a PNG is asked for, the WebP's length in four bytes, the WebP, the PNG.
 * It may read the program's own files and nothing else, and has no environment.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { buffer } from 'node:stream/consumers'

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

async function decoded(kind: string, bytes: ArrayBuffer): Promise<Pixels> {
  switch (kind) {
    case 'png': {
      const { decode, init } = await import('@jsquash/png/decode.js')
      await init(await codec('@jsquash/png/codec/pkg/squoosh_png_bg.wasm'))
      return decode(bytes)
    }
    case 'jpeg': {
      const { default: decode, init } = await import('@jsquash/jpeg/decode.js')
      await init(await codec('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm'))
      return decode(bytes, { preserveOrientation: true })
    }
    default: {
      const { default: decode, init } = await import('@jsquash/webp/decode.js')
      await init(await codec('@jsquash/webp/codec/dec/webp_dec.wasm'))
      return decode(bytes)
    }
  }
}

const [kind = '', longestSide = '', longestOfPng] = process.argv.slice(2)
const bytes = Uint8Array.from(await buffer(process.stdin))
const whole = await decoded(kind, bytes.buffer)
const png = longestOfPng === undefined ? undefined : scaledTo(Number(longestOfPng), whole)
const pixels = scaledTo(Number(longestSide), png ?? whole)
const { default: encode, init } = await import('@jsquash/webp/encode.js')
await init(await codec('@jsquash/webp/codec/enc/webp_enc_simd.wasm'))
const webp = new Uint8Array(await encode(pixels, { quality: QUALITY }))
if (png) {
  const { default: encodePng, init: initPng } = await import('@jsquash/png/encode.js')
  await initPng(await codec('@jsquash/png/codec/pkg/squoosh_png_bg.wasm'))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(webp.length)
  process.stdout.write(Buffer.concat([length, webp, new Uint8Array(await encodePng(png))]))
} else process.stdout.write(webp)
