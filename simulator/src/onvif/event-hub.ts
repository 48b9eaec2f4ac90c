/** What a device has to tell, for any number of listeners, each of whom gets all of it. */

export interface Notice {
  topic: string
  timeMs: number
  /** `Initialized` tells a new listener how things stand, `Deleted` that nothing will be said of it any more. */
  operation: 'Initialized' | 'Changed' | 'Deleted'
  source: Readonly<Record<string, string>>
  data: Readonly<Record<string, string>>
}

export type Listener = (notice: Notice) => void

export class EventHub {
  private readonly listeners = new Set<Listener>()
  /** How things stand, by topic and source. */
  private readonly properties = new Map<string, Notice>()

  get isHeard(): boolean {
    return this.listeners.size > 0
  }

  /** A property's value; the listeners hear of it when it is another than before. */
  set(
    topic: string,
    source: Readonly<Record<string, string>>,
    data: Readonly<Record<string, string>>,
    timeMs: number,
  ) {
    const key = JSON.stringify([topic, source])
    const known = this.properties.get(key)
    if (known !== undefined && JSON.stringify(known.data) === JSON.stringify(data)) return
    const notice: Notice = { topic, timeMs, operation: 'Changed', source, data }
    this.properties.set(key, notice)
    for (const listener of this.listeners) listener(notice)
  }

  /** The property is no more; the listeners hear its last value. */
  forget(topic: string, source: Readonly<Record<string, string>>, timeMs: number) {
    const key = JSON.stringify([topic, source])
    const known = this.properties.get(key)
    if (known === undefined) return
    this.properties.delete(key)
    for (const listener of this.listeners) listener({ ...known, timeMs, operation: 'Deleted' })
  }

  /** Tells the listener how things stand, then whatever changes, until the answer is called. */
  listen(listener: Listener): () => void {
    this.listeners.add(listener)
    this.tellAll(listener)
    return () => this.listeners.delete(listener)
  }

  /** Tells how things stand. */
  tellAll(listener: Listener) {
    for (const notice of this.properties.values()) listener({ ...notice, operation: 'Initialized' })
  }
}
