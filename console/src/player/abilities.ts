/** What this browser can do. */
import type { Method } from './method.ts'

/** WebCodecs exist on secure pages alone. */
export function availableMethods(): Method[] {
  const methods: Method[] = []
  if ('MediaSource' in globalThis || 'ManagedMediaSource' in globalThis) methods.push('mse')
  const canPaint = typeof HTMLCanvasElement.prototype.transferControlToOffscreen === 'function'
  if (isSecureContext && 'VideoDecoder' in globalThis && canPaint) methods.push('webcodecs')
  return methods
}

/** Safari on phones has ManagedMediaSource alone. */
export function mediaSourceClass(): typeof MediaSource {
  return 'MediaSource' in globalThis ? MediaSource : managedMediaSource()
}

/** The DOM library does not declare ManagedMediaSource, which has MediaSource's interface. */
function managedMediaSource(): typeof MediaSource {
  return Reflect.get(globalThis, 'ManagedMediaSource') as typeof MediaSource
}
