/** What is tried, and in which order, until a browser can play a device. */
import type { Quality } from '@vedette/contract/live-message'

import { type Method, METHODS } from './method.ts'

export interface Attempt {
  method: Method
  quality: Quality
  /** What the platform makes of H.265. */
  isConverted?: true
}

/**
 * The first attempt that has not failed: the wanted quality by the wanted method, by the other one, then the other quality alike;
 * last, where `mayConvert`, the wanted quality converted by the platform. Undefined when there is nothing left to try.
 */
export function nextAttempt(
  wanted: Attempt,
  failed: readonly Attempt[],
  available: readonly Method[],
  mayConvert = false,
): Attempt | undefined {
  const methods = [wanted.method, ...METHODS.filter((it) => it !== wanted.method)].filter((it) =>
    available.includes(it),
  )
  const qualities: Quality[] = [wanted.quality, wanted.quality === 'main' ? 'sub' : 'main']
  const plain = qualities.flatMap((quality) => methods.map((method): Attempt => ({ method, quality })))
  const converted = methods.map((method): Attempt => ({ method, quality: wanted.quality, isConverted: true }))
  return [...plain, ...(mayConvert ? converted : [])].find((it) => !failed.some((one) => isSame(one, it)))
}

function isSame(a: Attempt, b: Attempt): boolean {
  return a.method === b.method && a.quality === b.quality && a.isConverted === b.isConverted
}

/** The only codec that the platform converts. */
export function isH265(codec: string): boolean {
  return codecName(codec) === 'H.265'
}

const NAMES: readonly (readonly [RegExp, string])[] = [
  [/^avc[13]\b/, 'H.264'],
  [/^(?:hvc1|hev1)\b/, 'H.265'],
  [/^av01\b/, 'AV1'],
  [/^mp4v\b/, 'MPEG-4'],
  [/^m?jpeg\b/i, 'MJPEG'],
]

/** A codec as people call it, from its name of RFC 6381. */
export function codecName(codec: string): string {
  return NAMES.find(([pattern]) => pattern.test(codec))?.[1] ?? codec
}
