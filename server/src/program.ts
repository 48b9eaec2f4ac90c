/** The program in a few files, which load in half the time of its sources: `server/vite.config.ts` makes them. */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

export const programsIn = (root: string): string => join(root, 'server/dist')
/** Names the folder of the newest, then a line for each source. */
export const programListIn = (root: string): string => join(programsIn(root), 'program.txt')

/** What a source is known by; containers keep no more of a time than its second. */
export function sourceLine(root: string, path: string): string {
  const { mtimeMs, size } = statSync(join(root, path))
  return `${Math.floor(mtimeMs / 1000)} ${size} ${path}`
}

/** The folder of the program, unless a source is not what it was made of any more, or is to be looked into. */
export function madeProgram(root = ROOT): string | undefined {
  if (process.execArgv.some((flag) => flag.startsWith('--inspect'))) return undefined
  try {
    const [folder = '', ...lines] = readFileSync(programListIn(root), 'utf8').split('\n')
    const isOfSources = lines.every(
      (line) => line === sourceLine(root, line.slice(line.lastIndexOf(' ') + 1)),
    )
    return isOfSources ? join(programsIn(root), folder) : undefined
  } catch {
    // Never made, or a source is gone: the sources are run.
    return undefined
  }
}
