import { readdirSync, readFileSync } from 'node:fs'

/** The processes below this one whose command line holds the text, as Linux tells them. */
export function processesBelow(ancestor: number, commandHolds: string): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((it) => /^\d+$/.test(it))) {
    const stat = readIfThere(`/proc/${name}/stat`)
    const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]
    parents.set(Number(name), Number(parent))
  }
  const isBelow = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === ancestor || isBelow(parents.get(pid)))
  return [...parents.keys()].filter(
    (pid) => isBelow(pid) && readIfThere(`/proc/${pid}/cmdline`).includes(commandHolds),
  )
}

/** Empty where the process of the path has ended. */
export function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    // Ended meanwhile.
    return ''
  }
}
