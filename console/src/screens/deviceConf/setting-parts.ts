/** Parts of the settings that are typed apart and saved together. */
import type { ConfigChange } from '@vedette/contract/calls/device-config'
import { createContext, use, useEffect, useId, useRef, useState } from 'react'

export interface SettingPart {
  label: string
  isChanged: boolean
  /** What of it is written to the device. */
  change?: ConfigChange | undefined
  /** What is saved beside that; false where it was refused. */
  save?: () => Promise<boolean>
  /** Takes what was typed for what is kept. */
  settle: () => void
  /** Back to what is kept. */
  discard: () => void
}

interface Registry {
  put: (key: string, part: SettingPart | undefined) => void
}

export const SettingParts = createContext<Registry>({ put: () => {} })

/** Tells the page what this part has to save. */
export function useSettingPart(part: SettingPart): void {
  const key = useId()
  const { put } = use(SettingParts)
  useEffect(() => put(key, part))
  useEffect(() => () => put(key, undefined), [key, put])
}

/** The changed ones in the order in which they stand; `registry` is for the context. */
export function useSettingParts(): {
  registry: Registry
  changed: readonly string[]
  parts: () => SettingPart[]
} {
  const all = useRef(new Map<string, SettingPart>())
  const [changed, setChanged] = useState<readonly string[]>([])
  const [registry] = useState<Registry>(() => ({
    put: (key, part) => {
      if (part) all.current.set(key, part)
      else all.current.delete(key)
      const labels = [...all.current.values()].filter((it) => it.isChanged).map((it) => it.label)
      setChanged((before) => (before.join('\n') === labels.join('\n') ? before : labels))
    },
  }))
  return { registry, changed, parts: () => [...all.current.values()].filter((it) => it.isChanged) }
}

/** Merges the changes of all parts into one. */
export function changeOf(parts: readonly SettingPart[]): ConfigChange {
  const changes = parts.flatMap(({ change }) => (change ? [change] : []))
  const Streams = changes.flatMap((it) => it.Streams ?? [])
  const whole: ConfigChange = Object.assign({}, ...changes)
  return Streams.length > 0 ? { ...whole, Streams } : whole
}
