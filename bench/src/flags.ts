/** What the command line says: names of benches, and numbers for them such as `--seconds 20`. */
import { parseArgs } from 'node:util'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string' },
    minutes: { type: 'string' },
    streams: { type: 'string' },
    cameras: { type: 'string' },
    files: { type: 'string' },
    times: { type: 'string' },
    devices: { type: 'string' },
    rows: { type: 'string' },
  },
})

/** What was named, in the order of the command line. */
export const wanted: readonly string[] = positionals

export function flag(name: keyof typeof values, byDefault: number): number {
  const text = values[name]
  if (text === undefined) return byDefault
  const value = Number(text)
  if (!(value > 0)) throw new Error(`--${name} wants a number above 0, not ${text}`)
  return value
}
