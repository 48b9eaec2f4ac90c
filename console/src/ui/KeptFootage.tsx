import { useQuery } from '@tanstack/react-query'
import { keptAfterRemoval } from '@vedette/contract/calls/record'
import type { ReactNode } from 'react'

import { useT } from '../i18n/language.ts'
import { send } from '../wire/send.ts'

/** Shown before devices leave the company: what stays of their recordings and how long. Nothing where there is none. */
export function KeptFootage({ dids }: { dids: readonly string[] }): ReactNode {
  const t = useT()
  const kept = useQuery({
    queryKey: [keptAfterRemoval.path, dids],
    queryFn: ({ signal }) => send(keptAfterRemoval, { DIDs: [...dids] }, { signal }),
    staleTime: 0,
  })
  if (!kept.data || kept.data.Devices === 0) return null
  const { DaysFrom: from, DaysTo: to, Locked: locked } = kept.data
  return (
    <p>
      {from === to ? t('devices.footageKept', { days: to }) : t('devices.footageKeptBetween', { from, to })}
      {locked > 0 && ` ${t('devices.footageLocked')}`}
    </p>
  )
}
