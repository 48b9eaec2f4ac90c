/** What of the codecs and of the browser's names is used here: the library of types that has them is a browser's. */

declare namespace WebAssembly {
  class Module {}
  function compile(bytes: Uint8Array): Promise<Module>
}

interface DecodedPicture {
  data: Uint8ClampedArray
  width: number
  height: number
}

declare module '@jsquash/png/decode.js' {
  export function init(codec: WebAssembly.Module): Promise<unknown>
  export function decode(bytes: ArrayBuffer): Promise<DecodedPicture>
}

declare module '@jsquash/png/encode.js' {
  export function init(codec: WebAssembly.Module): Promise<unknown>
  export default function encode(picture: DecodedPicture): Promise<ArrayBuffer>
}

declare module '@jsquash/jpeg/decode.js' {
  export function init(codec: WebAssembly.Module): Promise<void>
  export default function decode(
    bytes: ArrayBuffer,
    options: { preserveOrientation: boolean },
  ): Promise<DecodedPicture>
}

declare module '@jsquash/webp/decode.js' {
  export function init(codec: WebAssembly.Module): Promise<void>
  export default function decode(bytes: ArrayBuffer): Promise<DecodedPicture>
}

declare module '@jsquash/webp/encode.js' {
  export function init(codec: WebAssembly.Module): Promise<unknown>
  export default function encode(picture: DecodedPicture, options: { quality: number }): Promise<ArrayBuffer>
}

declare module 'omggif' {
  export class GifReader {
    constructor(bytes: Uint8Array)
    readonly width: number
    readonly height: number
    frameInfo(number: number): { x: number; y: number; width: number; height: number }
    decodeAndBlitFrameRGBA(number: number, pixels: Uint8ClampedArray): void
  }
}
