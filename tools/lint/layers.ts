/** The dependency rules of ARCHITECTURE.md as one pure question, so that a test can ask it. */
import { posix } from 'node:path'

const MAY_USE: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  media: [],
  vision: ['media'],
  devices: ['media'],
  simulator: ['contract'],
  server: ['contract', 'media', 'vision', 'devices'],
  console: ['contract'],
  e2e: ['contract'],
}

/** A unit in one of these folders is reached by its siblings only through its index.ts. */
const SEALED = [/^server\/src\/modules\/([^/]+)\//, /^console\/src\/screens\/([^/]+)\//]

/** The only files that may name one engine's implementation. */
const KNOWS_ENGINES = [
  /^server\/src\/(platform|main)\.ts$/,
  /^server\/src\/engines\//,
  /^server\/src\/testing\//,
]
const ENGINE_IMPLEMENTATION = /^server\/src\/engines\/[^/]+\/[^/]+\//

/** Shared parts of the console that must not know a screen. */
const BELOW_SCREENS = /^console\/src\/(ui|player|wire|i18n)\//

/** What is wrong with `file` importing `specifier`, undefined when nothing is. Paths are relative to the repository, with `/`. */
export function layerViolation(file: string, specifier: string): string | undefined {
  const home = file.split('/')[0] ?? ''
  const allowed = MAY_USE[home]
  if (!allowed) return undefined
  const workspace = /^@vedette\/([^/]+)/.exec(specifier)?.[1]
  if (workspace) return allowed.includes(workspace) ? undefined : `${home} may not use ${workspace}`
  if (!specifier.startsWith('.')) return undefined

  const target = posix.normalize(posix.join(posix.dirname(file), specifier))
  if (!target.startsWith(`${home}/`)) return `reach ${target.split('/')[0]} as a package, not by path`
  if (BELOW_SCREENS.test(file) && target.startsWith('console/src/screens/'))
    return 'a shared part may not know a screen'
  for (const unit of SEALED) {
    const [mine, theirs] = [unit.exec(file), unit.exec(target)]
    if (theirs && theirs[1] !== mine?.[1] && !target.endsWith(`/${theirs[1]}/index.ts`)) {
      return `use ${theirs[0]}index.ts`
    }
  }
  if (ENGINE_IMPLEMENTATION.test(target) && !KNOWS_ENGINES.some((it) => it.test(file))) {
    return 'engines are wired in platform.ts; take the interface'
  }
  return undefined
}
