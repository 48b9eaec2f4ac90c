/** Decoded frames made into 8-bit I420 of another size. */
import type { Frame, SoftwareScaleContext } from 'node-av/lib'

import type { Libav } from './load-libav.ts'

interface Size {
  width: number
  height: number
}

export class FrameScaler {
  readonly #libav: Libav
  readonly #scaled: Frame
  #context: SoftwareScaleContext | undefined
  #way = ''

  constructor(libav: Libav) {
    this.#libav = libav
    this.#scaled = new libav.lib.Frame()
  }

  /** The frame returned is overwritten by the next call; a string says why there is none. */
  scale(frame: Frame, size: Size): Frame | string {
    const { width, height, format } = frame
    const code = this.#contextFor(frame, size).scaleFrameSync(this.#scaled, frame)
    return code >= 0 ? this.#scaled : `a picture of ${width} × ${height} (${format}) can't be scaled: ${code}`
  }

  close(): void {
    this.#context?.freeContext()
    this.#context = undefined
    if (this.#way !== '') this.#scaled.free()
    this.#way = ''
  }

  #contextFor({ width, height, format }: Frame, to: Size): SoftwareScaleContext {
    const way = `${width} ${height} ${format} ${to.width} ${to.height}`
    if (this.#context && this.#way === way) return this.#context
    this.#context?.freeContext()
    const { lib, constants } = this.#libav
    const context = new lib.SoftwareScaleContext()
    const [yuv, fast] = [constants.AV_PIX_FMT_YUV420P, constants.SWS_FAST_BILINEAR]
    context.getContext(width, height, pixelFormat(format), to.width, to.height, yuv, fast)
    if (this.#way !== '') this.#scaled.free()
    this.#scaled.alloc()
    this.#scaled.width = to.width
    this.#scaled.height = to.height
    this.#scaled.format = yuv
    this.#scaled.allocBuffer()
    this.#context = context
    this.#way = way
    return context
  }
}

/** A decoder of video returns formats of pixels alone. */
function pixelFormat(format: Frame['format']): Parameters<SoftwareScaleContext['getContext']>[2] {
  return format as Parameters<SoftwareScaleContext['getContext']>[2]
}
