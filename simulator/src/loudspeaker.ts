/** What is said to a device, by ONVIF's back channel: heard, told to who asks, and played back by its microphone a second later. */

export type SpokenCodec = 'pcmu' | 'aac'

const ECHO_AFTER_MS = 1000
/** Beyond it nobody listens to the echo. */
const MOST_WAITING = 500
const G711_RATE = 8000

interface Spoken {
  codec: SpokenCodec
  dueMs: number
  sound: Buffer
}

export interface Heard {
  /** Packets since the device started. */
  packets: number
  codec: SpokenCodec | undefined
  /** Loudness, 0 to 1, and pitch in Hz of the last second of G.711. */
  level: number
  hz: number
}

export class Loudspeaker {
  private packets = 0
  private codec: SpokenCodec | undefined
  private waiting: Spoken[] = []
  private lastSecond: Buffer = Buffer.alloc(0)

  /** G.711 samples, or one AAC frame. */
  say(codec: SpokenCodec, sound: Buffer, nowMs: number) {
    this.packets++
    this.codec = codec
    if (codec === 'pcmu') this.lastSecond = Buffer.concat([this.lastSecond, sound]).subarray(-G711_RATE)
    this.waiting.push({ codec, dueMs: nowMs + ECHO_AFTER_MS, sound: Buffer.from(sound) })
    if (this.waiting.length > MOST_WAITING) this.waiting.shift()
  }

  /** What the microphone hears of it now, in the codec that it speaks. */
  echo(codec: SpokenCodec, nowMs: number): Buffer | undefined {
    while (this.waiting[0] !== undefined && this.waiting[0].codec !== codec) this.waiting.shift()
    return (this.waiting[0]?.dueMs ?? Infinity) <= nowMs ? this.waiting.shift()?.sound : undefined
  }

  heard(): Heard {
    const samples = Float64Array.from(this.lastSecond, linear)
    let squares = 0
    let crossings = 0
    samples.forEach((sample, i) => {
      squares += sample * sample
      if (sample >= 0 !== (samples[i - 1] ?? sample) >= 0) crossings++
    })
    const seconds = samples.length / G711_RATE
    const { packets, codec } = this
    if (samples.length === 0) return { packets, codec, level: 0, hz: 0 }
    return { packets, codec, level: Math.sqrt(squares / samples.length), hz: crossings / 2 / seconds }
  }
}

/** ITU-T G.711 µ-law, -1 to 1. */
function linear(byte: number): number {
  const inverted = ~byte & 0xff
  const magnitude = ((((inverted & 0x0f) << 3) + 0x84) << ((inverted & 0x70) >> 4)) - 0x84
  return (inverted & 0x80 ? -magnitude : magnitude) / 32_768
}
