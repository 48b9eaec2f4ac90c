/** Regions by the paths that people write. */
import { includesRegion, type Regions } from '../../../authority/principal.ts'
import { normal } from '../../../engines/spreadsheet/sheet-table.ts'

export interface NamedRegion {
  id: string
  parent_id: string | null
  name: string
}

export interface RegionPaths {
  /** Undefined for a path that leads nowhere that may be seen, or to several regions. */
  find(path: string): string | undefined
  /** Some path that is right. */
  example: string
}

/** A path begins at the company or below it: `Demo/North/Gate` is `North/Gate`. */
export function regionPaths(regions: readonly NamedRegion[], seen: Regions): RegionPaths {
  // Names of regions above those that may be seen are told to nobody.
  const byId = new Map(regions.filter(({ id }) => includesRegion(seen, id)).map((it) => [it.id, it]))
  const namesOf = ({ name, parent_id }: NamedRegion): string[] => {
    const above = parent_id === null ? undefined : byId.get(parent_id)
    return above ? [...namesOf(above), name] : [name]
  }
  const found = new Map<string, string | undefined>()
  let example = ''
  for (const region of byId.values()) {
    const names = namesOf(region)
    if (example === '' || names.length === 2) example = names.slice(-2).join('/')
    for (const path of new Set([names, names.slice(1)].map(keyOf)))
      if (path !== '') found.set(path, found.has(path) ? undefined : region.id)
  }
  return { find: (path) => found.get(keyOf(path.split(/[/／>›]/))), example }
}

function keyOf(names: readonly string[]): string {
  return names
    .map(normal)
    .filter((name) => name !== '')
    .join('/')
}
