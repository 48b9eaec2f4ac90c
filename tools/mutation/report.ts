/** What is kept of a run: `report.json` for the next run, and the table of docs/mutation.md. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { z } from 'zod'

import type { Mutant } from './instrument.ts'
import type { Verdict } from './judge.ts'
import type { Group } from './scope.ts'

const FileReport = z.object({
  group: z.string(),
  ran: z.string(),
  /** Of the source and of the tests that judged it: what is unchanged need not run again. */
  hash: z.string(),
  mutants: z.int(),
  killed: z.int(),
  timedOut: z.array(z.string()),
  survived: z.array(z.string()),
  uncovered: z.array(z.string()),
})
export type FileReport = z.infer<typeof FileReport>

const Report = z.record(z.string(), FileReport)
export type Report = z.infer<typeof Report>

const PATH = 'docs/mutation.json'
const PAGE = 'docs/mutation.md'
const TABLE = /(?<=<!-- figures -->\n)[\s\S]*(?=<!-- end of figures -->)/

export function readReport(root: string): Report {
  const path = join(root, PATH)
  return existsSync(path) ? Report.parse(JSON.parse(readFileSync(path, 'utf8'))) : {}
}

/** Files that are no longer in the scope leave the report. */
export function writeReport(root: string, report: Report, groups: readonly Group[]): void {
  const files = [...new Set(groups.flatMap((group) => group.files))]
  const kept = files.flatMap((file) => (report[file] ? [[file, report[file]] as const] : []))
  replace(join(root, PATH), `${JSON.stringify(Object.fromEntries(kept), undefined, 2)}\n`)
  const page = readFileSync(join(root, PAGE), 'utf8')
  replace(
    join(root, PAGE),
    page.replace(TABLE, () => tableOf(groups, report)),
  )
}

/** At once, for whoever reads it meanwhile. */
function replace(path: string, text: string): void {
  const written = `${path}.${process.pid}`
  writeFileSync(written, text)
  renameSync(written, path)
}

export function hashOf(root: string, file: string, { tests }: Group): string {
  const hash = createHash('sha256')
  for (const path of [file, ...tests]) hash.update(path).update(readFileSync(join(root, path)))
  return hash.digest('hex').slice(0, 16)
}

export function fileReport(
  mutants: readonly Mutant[],
  verdicts: ReadonlyMap<string, Verdict>,
  facts: Pick<FileReport, 'group' | 'ran' | 'hash'>,
): FileReport {
  const textsOf = (verdict: Verdict): string[] =>
    mutants.filter(({ id }) => verdicts.get(id) === verdict).map(({ text }) => text)
  return {
    ...facts,
    mutants: mutants.length,
    killed: textsOf('killed').length,
    timedOut: textsOf('timedOut'),
    survived: textsOf('survived'),
    uncovered: textsOf('uncovered'),
  }
}

/** Time-outs count as found, and stand in a column of their own. */
function tableOf(groups: readonly Group[], report: Report): string {
  const lines = [
    '| file | mutants | killed | time-outs | survived | no test | score | run on |',
    '|---|--:|--:|--:|--:|--:|--:|---|',
  ]
  for (const { name, files } of groups) {
    const known = files.flatMap((file) => (report[file]?.group === name ? [report[file]] : []))
    lines.push(
      row(
        `**${name}**`,
        total(known),
        known.length === files.length ? '' : `${known.length} of ${files.length} files`,
      ),
    )
    for (const file of files) {
      const of = report[file]
      if (of?.group === name) lines.push(row(`\`${file}\``, total([of]), of.ran))
      else if (!of) lines.push(`| \`${file}\` | | | | | | | not yet |`)
    }
  }
  lines.push(row('**all**', total(Object.values(report)), ''))
  return `${lines.join('\n')}\n`
}

interface Figures {
  mutants: number
  killed: number
  timedOut: number
  survived: number
  uncovered: number
}

function total(reports: readonly FileReport[]): Figures {
  const sum = (of: (report: FileReport) => number): number => reports.reduce((all, it) => all + of(it), 0)
  return {
    mutants: sum((it) => it.mutants),
    killed: sum((it) => it.killed),
    timedOut: sum((it) => it.timedOut.length),
    survived: sum((it) => it.survived.length),
    uncovered: sum((it) => it.uncovered.length),
  }
}

function row(name: string, { mutants, killed, timedOut, survived, uncovered }: Figures, ran: string): string {
  const score = mutants === 0 ? '-' : `${((100 * (killed + timedOut)) / mutants).toFixed(1)} %`
  return `| ${[name, mutants, killed, timedOut, survived, uncovered, score, ran].join(' | ')} |`
}
