/** The devices that an alarm came from just now: their markers pulse. */
import { AlarmBody, METHOD } from '@vedette/contract/push'
import { useEffect, useState } from 'react'

import { push } from '../../app/push.ts'

const PULSE_MS = 10_000

export function useAlarmed(): ReadonlySet<string> {
  const [alarmed, setAlarmed] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const ends = new Map<string, ReturnType<typeof setTimeout>>()
    const show = (): void => setAlarmed(new Set(ends.keys()))
    const stop = push.on(METHOD.alarm, (body) => {
      const { DID } = AlarmBody.safeParse(body).data ?? {}
      if (DID === undefined) return
      clearTimeout(ends.get(DID))
      ends.set(
        DID,
        setTimeout(() => {
          ends.delete(DID)
          show()
        }, PULSE_MS),
      )
      show()
    })
    return () => {
      stop()
      for (const timer of ends.values()) clearTimeout(timer)
    }
  }, [])
  return alarmed
}
