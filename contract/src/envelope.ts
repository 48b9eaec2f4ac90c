/** The envelope of every call: readings 3 and 4. */
import { z } from 'zod'

/** As tolerant as reading 40 has it: SEQID may be a number, and a BODY that is left out is an empty one. */
export const RequestEnvelope = z.object({
  SEQID: z.union([z.string().min(1).max(20), z.number()]),
  BODY: z.unknown().default({}),
})

export interface Answer {
  CODE: string
  BODY: unknown
}

const SUCCESS_CODES: readonly string[] = ['200', '0']

export function isSuccess(code: string): boolean {
  return SUCCESS_CODES.includes(code)
}

/** Reads an answer in any of the spellings that servers use (`CODE`, `Code`, `code`; string or number). */
export function readAnswer(json: unknown): Answer | undefined {
  if (typeof json !== 'object' || json === null) return undefined
  const code: unknown = ['CODE', 'Code', 'code']
    .map((key) => Reflect.get(json, key))
    .find((it) => it !== undefined)
  if (typeof code !== 'string' && typeof code !== 'number') return undefined
  return { CODE: String(code), BODY: Reflect.get(json, 'BODY') }
}

/** Random identifiers 1…100000, each once until all are used; then the set starts over (reading 4). */
export function requestIds(random: () => number = Math.random): () => string {
  const LIMIT = 100_000
  /** A shuffle drawn one card at a time: what stands at a place, where it is not the place's own number. */
  const moved = new Map<number, number>()
  let left = LIMIT
  return () => {
    // Empty by then: what stood behind the last card was forgotten with it.
    if (left === 0) left = LIMIT
    const place = 1 + Math.floor(random() * left)
    const id = moved.get(place) ?? place
    moved.set(place, moved.get(left) ?? left)
    moved.delete(left)
    left--
    return String(id)
  }
}
