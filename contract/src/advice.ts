/** What an operator should know about a device before it is added: a word and its values, for texts in any language. */
import { z } from 'zod'

export const ADVICE_WORDS = [
  'h265',
  'h265Main',
  'silentAudio',
  'noSubStream',
  'longGop',
  'clockOff',
  'wrongOwnAddress',
  'streamsRefuse',
  'streamsUntrusted',
  'streamsSilent',
  'unplayableCodec',
] as const

export const Advice = z.object({
  Word: z.enum(ADVICE_WORDS),
  Values: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type Advice = z.infer<typeof Advice>
