import type { ReactNode } from 'react'

/** One thing that a list offers. */
export interface Option<V extends string = string> {
  value: V
  label: string
  /** Before the label: how it looks. */
  picture?: ReactNode
  /** Quiet, behind the label: a path, a number. */
  detail?: string
  /** Shown at the end of the row: a count. */
  end?: string
}

/** Splits `text` so that what was typed can be marked in it; the middle is empty where it does not occur. */
export function marked(text: string, typed: string): [before: string, found: string, after: string] {
  const at = typed ? text.toLocaleLowerCase().indexOf(typed.toLocaleLowerCase()) : -1
  if (at < 0) return [text, '', '']
  return [text.slice(0, at), text.slice(at, at + typed.length), text.slice(at + typed.length)]
}

/** Whether an option is meant by what was typed: by its name, by what stands behind it or by its whole value. */
export function isMeant({ value, label, detail = '' }: Option, typed: string): boolean {
  const search = typed.trim()
  return value === search || `${label} ${detail}`.toLocaleLowerCase().includes(search.toLocaleLowerCase())
}
