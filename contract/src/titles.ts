/** What the audit log calls an action, in the reader's language. */
import type { Call, CallTitle } from './call.ts'
import { CALLS } from './catalogue.ts'

/** Audited like a call, but done on the machine itself (`npm run let-in`). */
export const LET_IN = {
  path: '/vms/operator/letIn',
  title: { en: 'Let in by the machine’s operator', 'zh-cn': '服务器运维人员恢复登录' },
  effect: 'changes',
} as const

const ACTIONS: readonly Pick<Call, 'path' | 'title' | 'effect' | 'audits'>[] = [...CALLS, LET_IN]
const TITLES = new Map<string, CallTitle>(ACTIONS.map(({ path, title }) => [path, title]))

/** The title of a call; the path itself for one of another version. */
export function titleOf(path: string, language: keyof CallTitle): string {
  return TITLES.get(path)?.[language] ?? path
}

/** Each title once, with the paths that have it, of what is on record when it succeeds. */
export function auditedActions(language: keyof CallTitle): { title: string; paths: string[] }[] {
  const audited = ACTIONS.filter((it) => it.effect !== 'reads' || it.audits)
  return [...Map.groupBy(audited, ({ title }) => title[language])].map(([title, calls]) => ({
    title,
    paths: calls.map(({ path }) => path),
  }))
}
