/** One window's picture by WebCodecs, decoded and painted in the media worker: the newest picture, as soon as it is there. */
import type { Placed } from './media-timeline.ts'
import type { PaintSchedule } from './paint-schedule.ts'
import { RunAhead } from './run-ahead.ts'
import type { Configuration, Frame, MediaItem, PainterNews } from './worker-messages.ts'

type Context = OffscreenCanvasRenderingContext2D

export class CanvasPainter {
  readonly #window: number
  readonly #canvas: OffscreenCanvas
  readonly #context: Context | null
  readonly #schedule: PaintSchedule
  readonly #tell: (news: PainterNews) => void
  #decoder: VideoDecoder | undefined
  #sent = new RunAhead()
  #isBlank = true
  #pictures = 0
  #bytes = 0

  /** `turns` is shared by all that paint in this worker. */
  constructor(
    window: number,
    canvas: OffscreenCanvas,
    schedule: PaintSchedule,
    tell: (news: PainterNews) => void,
  ) {
    this.#window = window
    this.#canvas = canvas
    this.#context = canvas.getContext('2d', { alpha: false })
    this.#schedule = schedule
    this.#tell = tell
  }

  take(items: readonly MediaItem[]): void {
    for (const item of items) {
      this.#bytes += item.segment.byteLength
      if (item.kind === 'configuration') this.#configure(item)
      else if (item.kind === 'video') this.#decode(item)
    }
  }

  close(): void {
    this.#closeDecoder()
  }

  /** A new decoder for each epoch: what the old one still holds is older than anything that is to come. */
  #configure({ format, decoderData }: Configuration): void {
    this.#closeDecoder()
    const sent = new RunAhead()
    this.#sent = sent
    this.#schedule.waits(this.#window, performance.now())
    const config: VideoDecoderConfig = {
      codec: format.codec,
      codedWidth: format.width,
      codedHeight: format.height,
      optimizeForLatency: true,
      ...(decoderData.byteLength > 0 && { description: decoderData.slice() }),
    }
    const decoder = new VideoDecoder({
      output: (frame) => this.#show(frame, sent),
      error: () => {
        if (decoder === this.#decoder) void this.#fail(config)
      },
    })
    this.#decoder = decoder
    try {
      decoder.configure(config)
    } catch (cause) {
      // TypeError: a codec string that the browser cannot read at all.
      if (!(cause instanceof TypeError)) throw cause
      this.#tell({ type: 'unplayable', window: this.#window, codec: config.codec })
    }
  }

  #decode(frame: Frame): void {
    const decoder = this.#decoder
    if (decoder?.state !== 'configured') return
    const wasSkipping = this.#sent.isSkipping
    if (!this.#sent.admits(frame)) {
      if (!wasSkipping) this.#tell({ type: 'behind', window: this.#window })
      return
    }
    this.#sent.add(frame)
    decoder.decode(
      new EncodedVideoChunk({
        type: frame.isKey ? 'key' : 'delta',
        timestamp: frame.timestampUs,
        data: frame.decoderData,
      }),
    )
  }

  #show(picture: VideoFrame, sent: RunAhead): void {
    const frame = sent === this.#sent ? sent.take(picture.timestamp) : undefined
    if (frame) {
      this.#pictures++
      const isPainted = !frame.isOvertaken && this.#schedule.takes(this.#window, performance.now())
      if (isPainted) this.#paint(picture, frame)
      else if (this.#isBlank) this.#paintEarly(picture, frame)
    }
    picture.close()
  }

  /** Up to a GOP is decoded before the newest picture is there: its first picture is better than none. */
  #paintEarly(picture: VideoFrame, { stream, arrivalUs }: Placed): void {
    this.#draw(picture)
    this.#tell({ type: 'early', window: this.#window, stream, arrivalUs })
  }

  #paint(picture: VideoFrame, { stream, arrivalUs }: Placed): void {
    this.#draw(picture)
    const [pictures, bytes] = [this.#pictures, this.#bytes]
    this.#pictures = 0
    this.#bytes = 0
    this.#tell({ type: 'painted', window: this.#window, stream, arrivalUs, pictures, bytes })
  }

  #draw(picture: VideoFrame): void {
    this.#isBlank = false
    const { displayWidth, displayHeight } = picture
    if (this.#canvas.width !== displayWidth || this.#canvas.height !== displayHeight) {
      this.#canvas.width = displayWidth
      this.#canvas.height = displayHeight
    }
    this.#context?.drawImage(picture, 0, 0, displayWidth, displayHeight)
  }

  /** The error's own name does not tell a codec that is not there from pictures that are damaged. */
  async #fail(config: VideoDecoderConfig): Promise<void> {
    this.#closeDecoder()
    const { supported } = await VideoDecoder.isConfigSupported(config)
    this.#tell(
      supported
        ? { type: 'broken', window: this.#window }
        : { type: 'unplayable', window: this.#window, codec: config.codec },
    )
  }

  #closeDecoder(): void {
    this.#schedule.leaves(this.#window)
    if (this.#decoder && this.#decoder.state !== 'closed') this.#decoder.close()
    this.#decoder = undefined
  }
}
