import { loginOptions } from '@vedette/contract/calls/user'
import { useEffect, useEffectEvent, useState } from 'react'

import { ask } from '../../wire/send.ts'

/** Typing pauses as long before the server is asked of what was typed. */
const PAUSE_MS = 400

/** What the server tells of the enterprise: the only one's code (reading 13), and what else its people log in at. */
export function useOffers(
  enterprise: string,
  onOffer: (code: string) => void,
): { offered: string; provider: string } {
  const [offered, setOffered] = useState('')
  const [providers, setProviders] = useState<ReadonlyMap<string, string>>(new Map())
  const code = (enterprise.trim() || offered).toLowerCase()
  const offer = useEffectEvent(onOffer)
  useEffect(() => {
    if (providers.has(code)) return undefined
    const leaving = new AbortController()
    const look = (): void => {
      ask(loginOptions, { EnterpriseCode: code || undefined }, { signal: leaving.signal }).then(
        ({ EnterpriseCode, Provider }) => {
          const ofOnly: [string, string][] = code ? [] : [[EnterpriseCode, Provider]]
          setProviders(new Map([...providers, [code, Provider], ...ofOnly]))
          if (!EnterpriseCode || offered) return
          setOffered(EnterpriseCode)
          offer(EnterpriseCode)
        },
        // Without the offer the person types it; a server that cannot be reached is said when they log in.
        () => {},
      )
    }
    const pause = setTimeout(look, providers.size === 0 ? 0 : PAUSE_MS)
    return () => {
      clearTimeout(pause)
      leaving.abort()
    }
  }, [code, providers, offered])
  return { offered, provider: providers.get(code) ?? '' }
}
