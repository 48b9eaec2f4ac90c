/** What the audit log calls an action, in the reader's language. */
import type { Call, CallTitle } from './call.ts'
import { type CallName, NAMED_CALLS } from './catalogue.ts'

/** Audited like a call, but done on the machine itself (`npm run let-in`). */
export const LET_IN = {
  path: '/vms/operator/letIn',
  title: { en: 'Let in by the machine’s operator', 'zh-cn': '服务器运维人员恢复登录' },
  effect: 'changes',
} as const

export type ActionName = CallName | 'letIn'
/** One of the two languages that the contract has, or the titles in another. */
type TitleLanguage = keyof CallTitle | Readonly<Record<ActionName, string>>

interface Action extends Pick<Call, 'path' | 'title' | 'effect'> {
  name: ActionName
  audits?: true | undefined
}

export const ACTIONS: readonly Action[] = [
  ...[...NAMED_CALLS].map(([name, { path, title, effect, audits }]) => ({
    name,
    path,
    title,
    effect,
    audits,
  })),
  { name: 'letIn', ...LET_IN },
]
const ACTION_BY_PATH = new Map<string, Action>(ACTIONS.map((action) => [action.path, action]))

/** The title of a call; the path itself for one of another version. */
export function titleOf(path: string, language: TitleLanguage): string {
  const action = ACTION_BY_PATH.get(path)
  return action ? titleIn(language, action) : path
}

/** Each title once, with the paths that have it, of what is on record when it succeeds. */
export function auditedActions(language: TitleLanguage): { title: string; paths: string[] }[] {
  const audited = ACTIONS.filter((it) => it.effect !== 'reads' || it.audits)
  return [...Map.groupBy(audited, (it) => titleIn(language, it))].map(([title, calls]) => ({
    title,
    paths: calls.map(({ path }) => path),
  }))
}

function titleIn(language: TitleLanguage, { name, title }: Action): string {
  return typeof language === 'string' ? title[language] : language[name]
}
