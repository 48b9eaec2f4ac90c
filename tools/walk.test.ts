/** CONTRIBUTING.md tells all places of a new call and of a new field: no other file names the samples. */
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { describe, expect, it } from 'vitest'

import { pathsNamedIn } from './documented-paths.ts'

const ROOT = resolve(import.meta.dirname, '..')
const page = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')
const SOURCES = ['contract', 'server', 'console', 'simulator'].map((it) => `${it}/src/**/*.{ts,tsx}`)
/** What a client of the socket calls its own version. */
const ANOTHER_SDK = /(^contract\/src\/push|^server\/src\/push\/|^console\/src\/(app\/push|wire\/socket))/

function walk(title: string): { steps: number; paths: string[] } {
  const section = page.split(/^## /m).find((it) => it.startsWith(title)) ?? ''
  return {
    steps: section.match(/^\d\. /gm)?.length ?? 0,
    paths: pathsNamedIn(section).map(({ path }) => path),
  }
}

function filesNaming(word: RegExp): string[] {
  // `red-…`: what the linter's own tests put there for a moment.
  return globSync(SOURCES, { cwd: ROOT, exclude: (path) => /(^|\/)red-\w+$/.test(path) }).filter(
    (file) => !/\.test\.tsx?$/.test(file) && word.test(readFileSync(join(ROOT, file), 'utf8')),
  )
}

describe('the walk', () => {
  it('of a call has at most 6 places, and nothing else names the sample', () => {
    const { steps, paths } = walk('Adding a call')
    const named = filesNaming(/\bmoveGroup\b|group\/move\b/)
    expect(steps).toBe(6)
    expect(named.length).toBeGreaterThanOrEqual(3)
    expect(named.filter((file) => !paths.includes(file))).toEqual([])
  })

  it('of a field has at most 8 places, and nothing else names the sample', () => {
    const { steps, paths } = walk('Adding a field')
    const named = filesNaming(/\b(SDKVersion|sdk_version)\b/).filter((file) => !ANOTHER_SDK.test(file))
    expect(steps).toBeLessThanOrEqual(8)
    // One of them is this test.
    expect(new Set(paths).size).toBeLessThanOrEqual(9)
    expect(named.length).toBeGreaterThanOrEqual(6)
    expect(named.filter((file) => !paths.includes(file))).toEqual([])
  })
})
