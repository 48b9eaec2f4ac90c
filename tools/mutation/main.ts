/**
 * `npm run mutation [-- --only TEXT] [--all] [--quick]`: changes the code of the scope in thousands of small ways and asks the tests
 * whether they notice. Runs what has changed since the kept report, and keeps what it finds: docs/mutation.md.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { cheapen, instrument } from './instrument.ts'
import { judge, type Verdict } from './judge.ts'
import { type FileReport, fileReport, hashOf, readReport, writeReport } from './report.ts'
import { type Group, groupsIn } from './scope.ts'
import { Tests } from './tests.ts'

const ROOT = resolve(import.meta.dirname, '../..')

const { only, all, quick } = parseArgs({
  options: {
    /** A part of the path of a source file, or several with commas between them, or a group's name. */
    only: { type: 'string', default: '' },
    /** What is unchanged as well. */
    all: { type: 'boolean', default: false },
    /** Leaves out what would need workers of its own: it stands as survived, and is tried by the next run that is not. */
    quick: { type: 'boolean', default: false },
  },
}).values

const groups = groupsIn(ROOT)
const isGroup = groups.some(({ name }) => name === only)
const began = Date.now()
for (const group of groups) await run(group)
// Vitest sets it where a test failed, which is what a test should do here.
process.exitCode = 0

async function run(group: Group): Promise<void> {
  const report = readReport(ROOT)
  const hashes = new Map(group.files.map((file) => [file, hashOf(ROOT, file, group)]))
  const files = group.files
    .filter((file) => (isGroup ? group.name === only : only.split(',').some((part) => file.includes(part))))
    .filter((file) => all || report[file]?.hash !== hashes.get(file))
  if (files.length === 0) return
  say(`${group.name}: ${files.length} of ${group.files.length} files to run`)
  const folder = mkdtempSync(join(tmpdir(), 'vedette-mutation-'))
  const mutants = await instrument(ROOT, files, join(folder, 'code'))
  cheapen(ROOT, group.cheaper, join(folder, 'code'))
  say(`${group.name}: ${mutants.length} mutants`)
  const tests = await Tests.open(ROOT, folder)
  const ran = new Date().toISOString().slice(0, 10)
  const keep = (verdicts: ReadonlyMap<string, Verdict>, isWhole: boolean): void => {
    // Other runs, of other files, may have kept something meanwhile.
    const report = readReport(ROOT)
    for (const file of files) {
      const own = mutants.filter((mutant) => mutant.file === file)
      // What was broken off has no hash that anything fits, so it runs again.
      const hash = isWhole ? (hashes.get(file) ?? '') : ''
      report[file] = fileReport(own, verdicts, { group: group.name, ran, hash })
    }
    writeReport(ROOT, report, groups)
  }
  await judge(mutants, group.tests, tests, { say, keep, isQuick: quick })
  await tests.close()
  rmSync(folder, { recursive: true })
  const kept = readReport(ROOT)
  for (const file of files) tell(file, kept[file])
}

function tell(file: string, of: FileReport | undefined): void {
  if (!of) return
  say(`${file}: ${of.mutants} mutants, ${of.killed} killed, ${of.timedOut.length} timed out`)
  for (const text of of.survived) say(`  survived ${file}:${text}`)
  for (const text of of.uncovered) say(`  no test  ${file}:${text}`)
  for (const text of of.timedOut) say(`  time-out ${file}:${text}`)
}

function say(text: string): void {
  console.log(`${String(Math.round((Date.now() - began) / 1000)).padStart(5)} s  ${text}`)
}
