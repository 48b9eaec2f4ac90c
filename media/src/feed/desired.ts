/** What differs between two lists of streams that a shard is to ingest: of a large one, a device more is not the list again. */
import type { DesiredChange, DesiredStream } from './messages.ts'

export function changeOf(before: readonly DesiredStream[], after: readonly DesiredStream[]): DesiredChange {
  const left = new Map(before.map((desired) => [desired.stream, desired]))
  const streams = after.filter((desired) => {
    const was = left.get(desired.stream)
    left.delete(desired.stream)
    return !was || !isSame(was, desired)
  })
  return { streams, gone: [...left.keys()] }
}

function isSame(a: DesiredStream, b: DesiredStream): boolean {
  return (
    a === b ||
    (a.key === b.key &&
      a.url === b.url &&
      a.username === b.username &&
      a.password === b.password &&
      a.transport === b.transport &&
      a.tls === b.tls &&
      a.connectHost === b.connectHost)
  )
}
