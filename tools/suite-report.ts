/** What ran, how long it took, what was tried twice and what failed. */

/** A file, a drill or a check. */
export interface Part {
  name: string
  seconds: number
  tries: number
  passed: number
  failed: number
  skipped: number
  /** By which of several ways it was shown. */
  way?: string | undefined
  /** What failed in it and why, in either try. */
  reasons?: readonly string[]
}

export interface Suite {
  name: string
  seconds: number
  parts: Part[]
}

/** Files that are quicker share lines. */
const SLOW_S = 5
const LINE_LENGTH = 150
/** What the whole of CI may take. */
const MOST_MINUTES = 40

export function reportOf(suites: readonly Suite[]): string {
  const minutes = suites.reduce((sum, { seconds }) => sum + seconds, 0) / 60
  return [...suites.flatMap(linesOf), `all: ${minutes.toFixed(1)} of ${MOST_MINUTES} min`].join('\n')
}

/** In CI everything that a test needs is installed, so a skipped test is a broken promise. */
export function totalOf(
  suites: readonly Suite[],
  { isCi }: { isCi: boolean },
): { passed: number; failed: number } {
  const parts = suites.flatMap((suite) => suite.parts)
  const sum = (of: (part: Part) => number): number => parts.reduce((total, part) => total + of(part), 0)
  return { passed: sum((it) => it.passed), failed: sum((it) => it.failed + (isCi ? it.skipped : 0)) }
}

function linesOf({ name, seconds, parts }: Suite): string[] {
  const isWorthALine = (part: Part): boolean =>
    part.seconds >= SLOW_S || part.tries > 1 || part.failed > 0 || part.skipped > 0 || part.way !== undefined
  const named = parts.filter(isWorthALine).toSorted((a, b) => b.seconds - a.seconds)
  const others = parts.filter((part) => !isWorthALine(part))
  const rest = others.reduce((sum, part) => sum + part.seconds, 0)
  return [
    `${name}: ${parts.length} in ${seconds.toFixed(0)} s`,
    ...named.flatMap((part) => [lineOf(part), ...(part.reasons ?? []).map(reasonOf)]),
    ...(others.length > 0 ? [`  ${inSeconds(rest)}  ${others.length} more, each under ${SLOW_S} s:`] : []),
    ...together(others),
  ]
}

/** Files with their seconds, as many on a line as fit. */
function together(parts: readonly Part[]): string[] {
  const lines: string[] = []
  for (const { name, seconds } of parts.toSorted((a, b) => a.name.localeCompare(b.name))) {
    const entry = `${name.replace('.test.ts', '')} ${seconds.toFixed(1)}`
    const line = lines.at(-1)
    if (line === undefined || line.length + entry.length > LINE_LENGTH) lines.push(`            ${entry}`)
    else lines[lines.length - 1] = `${line}, ${entry}`
  }
  return lines
}

function lineOf({ name, seconds, tries, failed, skipped, way }: Part): string {
  const notes = [
    ...(way === undefined ? [] : [`by ${way}`]),
    ...(tries > 1 ? ['tried twice'] : []),
    ...(failed > 0 ? [`${failed} FAILED`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ]
  return `  ${inSeconds(seconds)}  ${name}${notes.length > 0 ? `  (${notes.join(', ')})` : ''}`
}

function reasonOf(reason: string): string {
  const [line = ''] = reason.split('\n')
  return `            ${line.slice(0, LINE_LENGTH)}`
}

const inSeconds = (seconds: number): string => `${seconds.toFixed(1).padStart(6)} s`
