import { type ComponentType, createElement, type ReactNode, useSyncExternalStore } from 'react'

/**
 * A component whose code is fetched when it is first shown, or before that. Unlike one of React's `lazy` it is shown as soon as it
 * is there: React keeps the placeholder of those for at least 300 ms.
 */
export class Fetched<P> {
  readonly #load: () => Promise<ComponentType<P>>
  #coming: Promise<void> | undefined
  #current: () => ComponentType<P> | undefined = () => undefined

  constructor(load: () => Promise<ComponentType<P>>) {
    this.#load = load
  }

  /** Resolves also where it could not be fetched: `Show` throws that. */
  fetch(): Promise<void> {
    this.#coming ??= this.#load().then(
      (component) => void (this.#current = () => component),
      (error: unknown) => {
        this.#current = () => {
          throw error
        }
      },
    )
    return this.#coming
  }

  readonly subscribe = (tell: () => void): (() => void) => {
    let isHeard = true
    void this.fetch().then(() => isHeard && tell())
    return () => void (isHeard = false)
  }

  readonly current = (): ComponentType<P> | undefined => this.#current()
}

interface Shown<P> {
  what: Fetched<P>
  props: P
  /** In its place until it is there. */
  pending: ReactNode
}

/** Throws where it could not be fetched. */
export function Show<P extends object>({ what, props, pending }: Shown<P>): ReactNode {
  const component = useSyncExternalStore(what.subscribe, what.current)
  return component ? createElement(component, props) : pending
}
