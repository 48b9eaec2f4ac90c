/** Circles of imports, through `import()` too, which the linter's own rule does not follow: a lazily fetched screen is one place all the same. */
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"](\.[^'"]+)['"]|\bimport\(\s*['"](\.[^'"]+)['"]\s*\)/g

/** The files among `files` that each imports by a relative path. */
export function importsOf(
  files: readonly string[],
  read: (file: string) => string = (file) => readFileSync(file, 'utf8'),
): Map<string, string[]> {
  const known = new Set(files)
  const targets = (file: string): string[] =>
    [...read(file).matchAll(IMPORT)]
      .map(([, plain, lazy]) => posix.join(posix.dirname(file), plain ?? lazy ?? ''))
      .filter((target) => known.has(target))
  return new Map(files.map((file) => [file, targets(file)]))
}

/** Sets of files that reach each other, by Tarjan's algorithm. */
export function circlesIn(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = []
  const order = new Map<string, number>()
  const stack: string[] = []
  const visit = (file: string): number => {
    const mine = order.size
    order.set(file, mine)
    stack.push(file)
    let low = mine
    for (const target of imports.get(file) ?? []) {
      if (!order.has(target)) low = Math.min(low, visit(target))
      else if (stack.includes(target)) low = Math.min(low, order.get(target) ?? low)
    }
    if (low === mine) {
      const circle = stack.splice(stack.indexOf(file))
      if (circle.length > 1) found.push(circle.toSorted())
    }
    return low
  }
  for (const file of imports.keys()) if (!order.has(file)) visit(file)
  return found
}
