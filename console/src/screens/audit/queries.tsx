/** Whom and what the log's filters offer. */
import { useQuery } from '@tanstack/react-query'
import { accountList } from '@vedette/contract/calls/account'
import { deviceList } from '@vedette/contract/calls/device'
import { useState } from 'react'

import type { Option } from '../../ui/aria/option.ts'
import { CameraThumbnail } from '../../ui/camera-card/CameraThumbnail.tsx'
import { useDebounced } from '../../ui/device-tree/use-debounced.ts'
import { shownId } from '../../ui/device-id.ts'
import { send } from '../../wire/send.ts'

/** Those beyond are found by what is typed. */
const MOST = 500
const SEARCH_DELAY_MS = 250

interface Offered {
  options: Option[]
  onType: (typed: string) => void
}

type Found = { Total: number; List: Option[] }

/** The first of a list, and what the server finds beyond them. */
function useOffered(
  path: string,
  find: (Keyword: string | undefined, signal: AbortSignal) => Promise<Found>,
): Offered {
  const [typed, onType] = useState('')
  const search = useDebounced(typed.trim(), SEARCH_DELAY_MS)
  const first = useQuery({
    queryKey: [path, 'audit'],
    queryFn: ({ signal }) => find(undefined, signal),
  })
  const isMore = (first.data?.Total ?? 0) > MOST
  const found = useQuery({
    queryKey: [path, 'audit', search],
    queryFn: ({ signal }) => find(search, signal),
    enabled: isMore && search !== '',
  })
  const all = [...(first.data?.List ?? []), ...(found.data?.List ?? [])]
  return { options: [...new Map(all.map((it) => [it.value, it])).values()], onType }
}

export function useAccountOptions(): Offered {
  return useOffered(accountList.path, async (Keyword, signal) => {
    const asked = { Keyword, PageSize: MOST, Sort: 'Account', Order: 'asc' } as const
    const { Total, List } = await send(accountList, asked, { signal })
    return {
      Total,
      List: List.map(({ AccountID, Account, Name }) => ({ value: AccountID, label: Account, detail: Name })),
    }
  })
}

export function useDeviceOptions(): Offered {
  return useOffered(deviceList.path, async (Keyword, signal) => {
    const { Total, List } = await send(deviceList, { Keyword, PageSize: MOST }, { signal })
    return {
      Total,
      List: List.map((device) => ({
        value: device.DID,
        label: device.DevName,
        picture: <CameraThumbnail did={device.DID} devType={device.DevType} />,
        detail: [device.GroupName, shownId(device)].filter(Boolean).join(' · '),
      })),
    }
  })
}
