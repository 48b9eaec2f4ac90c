import { create } from 'zustand'

/** Toast duration, offset (section 9). */
export const TOAST_DURATION_MS = 3000
export const TOAST_OFFSET_PX = 16
/** Error toast debounce (section 9): the same words are not said again within it. */
export const ERROR_TOAST_DEBOUNCE_MS = 1000
const MOST_AT_ONCE = 4

export type ToastKind = 'success' | 'info' | 'warning' | 'error'

export interface Toast {
  id: number
  kind: ToastKind
  text: string
}

export const useToasts = create<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }))

let lastId = 0
const lastSaid = new Map<string, number>()

/** Shows a text for TOAST_DURATION_MS. */
export function say(kind: ToastKind, text: string): void {
  const now = performance.now()
  const before = lastSaid.get(text)
  lastSaid.set(text, now)
  if (kind === 'error' && before !== undefined && now - before < ERROR_TOAST_DEBOUNCE_MS) return
  for (const [said, at] of lastSaid) if (now - at > ERROR_TOAST_DEBOUNCE_MS) lastSaid.delete(said)
  const toast = { id: ++lastId, kind, text }
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts, toast].slice(-MOST_AT_ONCE) }))
  setTimeout(() => dismiss(toast.id), TOAST_DURATION_MS)
}

export function dismiss(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((it) => it.id !== id) }))
}
