/**
 * Fails when a page of the documentation names a path that is gone, code cites a rule that `docs/rules.md` lacks, or `docs/calls.md` is not
 * what the contract declares.
 * With `--write` (`npm run docs`) that page is written anew first.
 */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

import { CALLS } from '@vedette/contract/catalogue'

import { callsPage, commentsOfCalls } from './calls-page.ts'
import { citedIn, rulesOf } from './cited-rules.ts'
import { pathsNamedIn } from './documented-paths.ts'

const ROOT = resolve(import.meta.dirname, '..')
const CALLS_PAGE = join(ROOT, 'docs/calls.md')
const wanted = callsPage(CALLS, commentsOfCalls(join(ROOT, 'contract/src/calls')))
if (process.argv.includes('--write')) writeFileSync(CALLS_PAGE, wanted)
const isStale = !existsSync(CALLS_PAGE) || readFileSync(CALLS_PAGE, 'utf8') !== wanted

const pages = globSync('**/*.md', {
  cwd: ROOT,
  exclude: (path) => /(^|\/)(node_modules|dist|data)$/.test(path),
})

const gone = pages.flatMap((page) =>
  pathsNamedIn(readFileSync(join(ROOT, page), 'utf8'))
    // Built by the first start.
    .filter(({ path }) => !/^(?:console|server)\/dist/.test(path))
    .filter(({ path, isLink }) => !existsSync(isLink ? join(ROOT, dirname(page), path) : join(ROOT, path)))
    .map(({ path }) => `${page} names ${path}, which is gone`),
)
const rules = rulesOf(readFileSync(join(ROOT, 'docs/rules.md'), 'utf8'))
const sources = globSync(
  '{contract,media,vision,devices,simulator,server,console,e2e}/src/**/*.{ts,tsx,css}',
  { cwd: ROOT },
)
const unknown = sources.flatMap((file) => {
  const { sections, readings } = citedIn(readFileSync(join(ROOT, file), 'utf8'))
  return [
    ...sections.filter((it) => !rules.sections.includes(it)).map((it) => `section ${it}`),
    ...readings.filter((it) => !rules.readings.includes(it)).map((it) => `reading ${it}`),
  ].map((rule) => `${file} cites ${rule}, which docs/rules.md lacks`)
})
for (const line of [...gone, ...unknown]) console.error(line)
if (isStale) console.error('docs/calls.md is not what the contract declares: npm run docs')
console.log(`${pages.length} pages read, ${gone.length} paths gone`)
process.exitCode = gone.length + unknown.length === 0 && !isStale && pages.length > 0 ? 0 : 1
