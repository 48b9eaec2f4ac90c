/** What the command line says: names of benches, and numbers for them such as `--seconds 20`. */
import { parseArgs } from 'node:util'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string' },
    minutes: { type: 'string' },
    streams: { type: 'string' },
    cameras: { type: 'string' },
    clients: { type: 'string' },
    files: { type: 'string' },
    turns: { type: 'string' },
    times: { type: 'string' },
    devices: { type: 'string' },
    rows: { type: 'string' },
    gop: { type: 'string' },
    percent: { type: 'string' },
    only: { type: 'string' },
  },
})

/** What was named, in the order of the command line. */
export const wanted: readonly string[] = positionals

/** `--only TEXT`: of a bench of many questions those that are named so. */
export const only: string = values.only ?? ''

export function flag(name: Exclude<keyof typeof values, 'only'>, byDefault: number): number {
  const text = values[name]
  if (text === undefined) return byDefault
  const value = Number(text)
  if (!(value > 0)) throw new Error(`--${name} wants a number above 0, not ${text}`)
  return value
}
