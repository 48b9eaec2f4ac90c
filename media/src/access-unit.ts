/** What a camera's stream is made of, once the transport is taken off. */

export interface AccessUnit {
  kind: 'video' | 'audio'
  /** Can be decoded without what came before. Always true for audio. */
  isKey: boolean
  /** A piece of it, or of a picture that it refers to, was lost on the way: it is shown as well as it can be. */
  isDamaged?: true
  /** Presentation time in µs on the session's timeline: the RTP time stamp, extended past its wrap. */
  timestampUs: number
  /** When its last packet arrived, µs since 1970. */
  arrivalUs: number
  /** The camera's own clock when it was taken, µs since 1970; absent until a sender report told it: docs/time.md. */
  wallClockUs?: number
  /** Video: NAL units without start codes, parameter sets and delimiters. Audio: one frame. */
  units: Buffer[]
}

export interface VideoFormat {
  kind: 'video'
  codec: 'h264' | 'h265'
  /** For `codecs=`: RFC 6381. */
  rfc6381: string
  width: number
  height: number
  vps?: Buffer
  sps: Buffer
  pps: Buffer
  /** Further picture parameter sets, where slices refer to more than one. */
  otherPps?: Buffer[]
  /** How many pictures may come out later than one decoded after them; absent where the stream does not say. */
  maxReorderFrames?: number
}

export interface AudioFormat {
  kind: 'audio'
  codec: 'aac' | 'pcma' | 'pcmu'
  rfc6381: string
  sampleRate: number
  channels: number
  /** AAC only: the AudioSpecificConfig (ISO 14496-3 section 1.6.2.1). */
  config?: Buffer
}

/** Why a stream has no picture. The same words as in the live wire's `reason`. */
export type StreamReason =
  | 'none'
  | 'connecting'
  | 'unreachable'
  | 'certificate'
  | 'credentials'
  | 'notFound'
  | 'addressRefused'
  | 'stalled'
  | 'noPicture'
  | 'closedByCamera'
  | 'protocol'
  | 'noVideo'
  | 'unsupportedCodec'

/** How a session with a camera ended. */
export interface SessionEnd {
  reason: Exclude<StreamReason, 'none' | 'connecting' | 'noPicture'>
  /** One English sentence with the value that offended; never a credential. */
  detail: string
}
