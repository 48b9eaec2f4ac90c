/**
 * `npm run check`: types, lint, format, dead code and documents, side by side. Prints what failed, and what each took.
 * Types are checked incrementally: only projects whose files changed since the last time.
 */
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')
const BIN = join(ROOT, 'node_modules/.bin')

/** The compiler and the typed linter are Go programs, which spend a third of their time on freeing memory unless they are given some. */
const env = { GOGC: '400', GOMEMLIMIT: '3GiB', ...process.env }

/** The longest first: the others run beside them. */
const PARTS = {
  // Each further checker of a program works out the contract's types anew.
  types: ['tsc', '-b', '--checkers', '1'],
  lint: ['oxlint', '--type-aware', '--deny-warnings'],
  'dead code': ['knip', '--no-progress'],
  documents: ['node', 'tools/docs.ts'],
  format: ['oxfmt', '--check', '.'],
} as const

async function run(name: string, [command, ...args]: readonly [string, ...string[]]): Promise<boolean> {
  const startedAt = performance.now()
  const child = spawn(command === 'node' ? process.execPath : join(BIN, command), args, {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((done, fail) => {
    child.once('error', fail)
    child.once('close', done)
  })
  const [code, out, err] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  if (code !== 0) console.error(`${out}${err}`.trimEnd())
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}, ${seconds} s`)
  return code === 0
}

const ends = await Promise.all(Object.entries(PARTS).map(([name, part]) => run(name, part)))
process.exitCode = ends.every(Boolean) ? 0 : 1
