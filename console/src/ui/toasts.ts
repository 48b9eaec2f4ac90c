import { create } from 'zustand'

/** Toast duration, offset (section 9). */
export const TOAST_DURATION_MS = 3000
export const TOAST_OFFSET_PX = 16
/** Error toast debounce (section 9): the same words are not said again within it. */
export const ERROR_TOAST_DEBOUNCE_MS = 1000
/** Long enough to reach for what a toast offers. */
const OFFER_MS = 8000
const MOST_AT_ONCE = 4
/** Errors stay (reading 55), so they are fewer. */
const MOST_ERRORS = 3
/** What was said last, to be read again. */
const MOST_PAST = 20

/** The act of whatever needs the network. */
export const NETWORK = 'network'

export type ToastKind = 'success' | 'info' | 'warning' | 'error'

/** What a toast offers: to undo, mostly. */
interface ToastAction {
  label: string
  run: () => void
}

interface Said {
  id: number
  kind: ToastKind
  text: string
}

export interface Toast extends Said {
  action: ToastAction | undefined
  act: string | undefined
}

/** `past`: the newest first. */
interface Toasts {
  toasts: readonly Toast[]
  past: readonly (Said & { time: number })[]
}

export const useToasts = create<Toasts>(() => ({ toasts: [], past: [] }))

let lastId = 0
const lastSaid = new Map<string, number>()
const timers = new Map<number, ReturnType<typeof setTimeout>>()

/**
 * Shows a text for TOAST_DURATION_MS, or longer where it offers something; an error until it is read, or the `act` that failed
 * succeeds (reading 55), also on another page.
 */
export function say(kind: ToastKind, text: string, action?: ToastAction, act?: string): void {
  const now = performance.now()
  const before = lastSaid.get(text)
  lastSaid.set(text, now)
  if (kind === 'error' && before !== undefined && now - before < ERROR_TOAST_DEBOUNCE_MS) return
  for (const [said, at] of lastSaid) if (now - at > ERROR_TOAST_DEBOUNCE_MS) lastSaid.delete(said)
  const said = { id: ++lastId, kind, text }
  const toast = { ...said, action, act }
  useToasts.setState(({ toasts, past }) => ({
    toasts: limited([...toasts.filter((it) => !isOver(it, toast)), toast]),
    past: [{ ...said, time: Date.now() }, ...past].slice(0, MOST_PAST),
  }))
  if (kind !== 'error') goLater(toast)
}

/** An error is over when what failed has succeeded since, and when the same is said again. */
function isOver({ act, ...shown }: Toast, { kind, text, ...said }: Toast): boolean {
  const hasSucceeded = kind === 'success' && act !== undefined && act === said.act
  return shown.kind === 'error' && (hasSucceeded || shown.text === text)
}

/** An act has succeeded: its errors are over. */
export function settle(act: string): void {
  keep((it) => it.act !== act)
}

function keep(isKept: (toast: Toast) => boolean): void {
  const { toasts } = useToasts.getState()
  if (!toasts.every(isKept)) useToasts.setState({ toasts: toasts.filter(isKept) })
}

/** Errors that nobody has read go last. */
function limited(toasts: readonly Toast[]): readonly Toast[] {
  const errors = toasts.filter(({ kind }) => kind === 'error').slice(-MOST_ERRORS)
  const others = toasts.filter(({ kind }) => kind !== 'error').slice(errors.length - MOST_AT_ONCE)
  return toasts.filter((it) => errors.includes(it) || others.includes(it))
}

function goLater({ id, action }: Toast): void {
  timers.set(
    id,
    setTimeout(() => dismiss(id), action ? OFFER_MS : TOAST_DURATION_MS),
  )
}

/** While somebody points at them or has the focus in them, none goes. */
export function holdToasts(): void {
  for (const timer of timers.values()) clearTimeout(timer)
}

export function releaseToasts(): void {
  for (const toast of useToasts.getState().toasts) if (timers.has(toast.id)) goLater(toast)
}

export function dismiss(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  keep((it) => it.id !== id)
}
