/** Every mutant of the files in one code, each behind a switch. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { Instrumenter } from '@stryker-mutator/instrumenter'

import type { Cheaper } from './scope.ts'

export interface Mutant {
  id: string
  file: string
  /** Where and what: the same from run to run while the file is the same. */
  text: string
}

const quiet = (): boolean => false
const silent = (): void => undefined
const LOGGER = {
  isTraceEnabled: quiet,
  isDebugEnabled: quiet,
  isInfoEnabled: quiet,
  isWarnEnabled: quiet,
  isErrorEnabled: quiet,
  isFatalEnabled: quiet,
  trace: silent,
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
  fatal: silent,
}
const LONGEST_TEXT = 120

/** Writes the switched code below `folder`, each file at its own path. */
export async function instrument(root: string, files: readonly string[], folder: string): Promise<Mutant[]> {
  const sources = files.map((name) => ({
    name,
    mutate: true,
    content: readFileSync(join(root, name), 'utf8'),
  }))
  const result = await new Instrumenter(LOGGER).instrument(sources, {
    plugins: null,
    excludedMutations: [],
    ignorers: [],
  })
  for (const { name, content } of result.files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  return result.mutants.map(({ id, fileName, location: { start }, mutatorName, replacement }) => ({
    id,
    file: fileName,
    text: `${start.line + 1}:${start.column + 1} ${mutatorName} → ${shortened(replacement)}`,
  }))
}

/** Writes what is not mutated and costs less than the product. Throws where the file has changed since that was said. */
export function cheapen(root: string, cheaper: readonly Cheaper[], folder: string): void {
  for (const { file, from, to } of cheaper) {
    const content = readFileSync(join(root, file), 'utf8')
    if (!content.includes(from)) throw new Error(`${file} has no ${from}`)
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), content.replace(from, to))
  }
}

function shortened(code: string): string {
  const line = code.replaceAll(/\s+/g, ' ')
  return line.length > LONGEST_TEXT ? `${line.slice(0, LONGEST_TEXT)}…` : line
}
