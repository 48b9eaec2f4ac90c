/** What is being fetched is shown by its shape: docs/design.md, "Loading". */
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { expect, it } from 'vitest'

const SOURCES = resolve(import.meta.dirname, '..')
/** The palette's hits, which come while a name is typed below what is there already. */
const SEARCH = 'app/palette/Palette.tsx'
/** A paragraph with nothing but "Loading…" in it. */
const BARE = /<p\b[^<]*'(?:ui|app)\.loading'/

it('nothing that is fetched is a bare "Loading…" meanwhile', () => {
  const files = globSync('**/*.tsx', { cwd: SOURCES })
  expect(files).toContain('ui/Skeleton.tsx')
  expect(files.filter((file) => BARE.test(readFileSync(resolve(SOURCES, file), 'utf8')))).toEqual([SEARCH])
})
