/** What ran, how long it took, what was tried twice and what failed. */

/** A file, a drill or a check. */
export interface Part {
  name: string
  seconds: number
  tries: number
  passed: number
  failed: number
  skipped: number
}

export interface Suite {
  name: string
  seconds: number
  parts: Part[]
}

/** Files that are quicker stand in one line. */
const SLOW_S = 5

export function reportOf(suites: readonly Suite[]): string {
  return suites.flatMap(linesOf).join('\n')
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
    part.seconds >= SLOW_S || part.tries > 1 || part.failed > 0 || part.skipped > 0
  const named = parts.filter(isWorthALine).toSorted((a, b) => b.seconds - a.seconds)
  const others = parts.filter((part) => !isWorthALine(part))
  const rest = others.reduce((sum, part) => sum + part.seconds, 0)
  return [
    `${name}: ${parts.length} in ${seconds.toFixed(0)} s`,
    ...named.map(lineOf),
    ...(others.length > 0 ? [`  ${inSeconds(rest)}  ${others.length} more, each under ${SLOW_S} s`] : []),
  ]
}

function lineOf({ name, seconds, tries, failed, skipped }: Part): string {
  const notes = [
    ...(tries > 1 ? ['tried twice'] : []),
    ...(failed > 0 ? [`${failed} FAILED`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ]
  return `  ${inSeconds(seconds)}  ${name}${notes.length > 0 ? `  (${notes.join(', ')})` : ''}`
}

const inSeconds = (seconds: number): string => `${seconds.toFixed(1).padStart(6)} s`
