/** What an operator should know about a device before it is added: a word and its values, for texts in any language. */
export type Advice =
  | { word: 'h265' }
  /** Who cannot play it is shown the second stream, of this size. */
  | { word: 'h265Main'; values: { width: number; height: number } }
  /** The sound cannot be played. */
  | { word: 'silentAudio'; values: { codec: string } }
  /** There is one large stream alone, which every small window has to take. */
  | { word: 'noSubStream' }
  /** Windows wait so long for a first picture. */
  | { word: 'longGop'; values: { seconds: number } }
  /** The device's clock is wrong by so much. */
  | { word: 'clockOff'; values: { seconds: number } }
  /** It says of itself an address at which it is not. */
  | { word: 'wrongOwnAddress'; values: { said: string } }
  /** Its ONVIF takes the credentials and its streams do not, or their certificate cannot be verified, or they do not answer. */
  | { word: 'streamsRefuse' }
  | { word: 'streamsUntrusted' }
  | { word: 'streamsSilent' }
  /** A profile's codec is none that can be played. */
  | { word: 'unplayableCodec'; values: { codec: string } }

export type AdviceWord = Advice['word']
