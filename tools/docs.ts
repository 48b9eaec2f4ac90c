/** Fails when a page of the documentation names a path that is gone. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

import { pathsNamedIn } from './documented-paths.ts'

const ROOT = resolve(import.meta.dirname, '..')
const pages = globSync('**/*.md', {
  cwd: ROOT,
  exclude: (path) => /(^|\/)(node_modules|dist|data)$/.test(path),
})

const gone = pages.flatMap((page) =>
  pathsNamedIn(readFileSync(join(ROOT, page), 'utf8'))
    .filter(({ path, isLink }) => !existsSync(isLink ? join(ROOT, dirname(page), path) : join(ROOT, path)))
    .map(({ path }) => `${page} names ${path}, which is gone`),
)
for (const line of gone) console.error(line)
console.log(`${pages.length} pages read, ${gone.length} paths gone`)
process.exitCode = gone.length === 0 && pages.length > 0 ? 0 : 1
